import type { ApiVersion, InvoiceType, PaymentMeans, WarningCode } from '../../contracts/codes.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { nameCodePoint, normaliseText } from '../../contracts/shown-text.ts';
import { BOX, showText } from '../fonts/show-text.ts';
import { formatCents } from '../money/decimals.ts';
import { addDays } from '../reading/calendar-date.ts';
import { isBlank } from '../reading/read-text.ts';
import {
  buildFinding,
  Findings,
  type InvoiceMember,
  type LineMember,
  type ReportOn,
  type Warning,
} from '../reading/findings.ts';
import { findLineWarnings } from './line-warnings.ts';
import type { NamedOriginal } from './originals.ts';
import type { ReadLine } from './read-line.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';

/** An invoice that broke no rule, as input for warnings. */
export type Questionable = {
  readonly version: ApiVersion;
  readonly type: InvoiceType;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly recipients: readonly Recipient[];
  /** Whether the issuer declares that the recipient is not identified. */
  readonly isUnidentified: boolean;
  readonly paymentMethod: PaymentMeans | null;
  /** The description as sent; null if it is derived from the lines' concepts. */
  readonly givenDescription: string | null;
  readonly lines: readonly ReadLine[];
  /** FechaOperacion, `YYYY-MM-DD`; null if it is the issue date. */
  readonly operationDate: string | null;
  /** ImporteTotal, in euro cents. */
  readonly total: bigint;
  /** In cents. */
  readonly reimbursable: bigint;
  /** The whole invoice as sent, of which the warnings name the members. */
  readonly sent: InvoiceInput;
};

/** Texts that the pages show. */
const PRINTED_MEMBERS = [
  'issuer_name',
  'operation_description',
  'recipient_legal_name',
  'recipient_document_number',
  'recipient_billing_address',
  'recipient_billing_postal_code',
  'recipient_billing_city',
  'payment_method_info',
  'footer_note',
  'buyer_reference',
  'order_reference',
  'contract_reference',
  'project_reference',
  'accounting_reference',
] as const satisfies readonly InvoiceMember[];
const PRINTED_LINE_MEMBERS = [
  'concept',
  'notes',
  'item_code',
  'buyer_item_code',
  'order_line_reference',
] as const satisfies readonly LineMember[];
/** Maximum number of characters that one warning names; a text may contain hundreds that are missing. */
const MAX_NAMED = 5;

/** Types that must state the reason for the rectification (RD 1619/2012, art. 15.2 and 15.4). */
const RECTIFICATIONS: ReadonlySet<InvoiceType> = new Set(['R1', 'R2', 'R3', 'R4']);
/** Types that must name their recipient (RD 1619/2012, art. 6.1.c to 6.1.e). */
const FULL_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'F3', ...RECTIFICATIONS]);
/** RD 1619/2012, art. 4.2. AEAT accepts 10 euros more (error 1150). */
const SIMPLIFIED_LIMIT_CENTS = 3_000_00n;
/** Ley 7/2012, art. 7.Uno.1: from this amount a business may neither pay nor be paid in cash. */
const CASH_LIMIT_CENTS = 1_000_00n;
const CASH: ReadonlySet<PaymentMeans | null> = new Set(['cash', 'cash_on_delivery']);
/** Operations whose VAT falls due after the invoice (LIVA art. 75.Uno.7.º). */
const DEFERRED_REGIME = '15';

/**
 * Finds the points of a valid invoice that an adviser would question, as far as they follow from the invoice itself.
 * `findStoredWarnings` finds the warnings that depend on stored data.
 * @param today `YYYY-MM-DD` in Europe/Madrid.
 */
export function findWarnings(invoice: Questionable, today: string): Warning[] {
  const warnings = new Findings<WarningCode>(invoice.version);
  const { type, issueDate, recipients, givenDescription, lines, sent } = invoice;
  if (issueDate < addDays(today, -1)) {
    const says = `is ${issueDate}, but the invoice is issued on ${today} or later: the issue date of an invoice must be the day on which it is issued (RD 1619/2012 art. 6.1.b, RD 1007/2023 art. 9)`;
    warnings.report('issue_date', 'old_issue_date', says);
  }
  if (givenDescription === null && RECTIFICATIONS.has(type)) {
    const says = `is blank, so the invoice shows the concepts of its lines instead: a rectifying invoice must state the reason for the rectification (RD 1619/2012 art. 15.4)`;
    warnings.report('operation_description', 'description_missing', says);
  }
  if (FULL_TYPES.has(type)) warnOfAddresses(invoice, warnings);
  warnOfOperationDate(invoice, warnings.report);
  warnOfAmounts(invoice, warnings);
  if (recipients.some(({ documentType }) => documentType === 'not_registered')) warnOfCensus(warnings.report);
  const circumstances = { type, version: invoice.version, operationDay: invoice.operationDate ?? issueDate };
  for (const { number, warning } of findLineWarnings(lines, circumstances)) {
    const [member, code, says] = warning;
    warnings.reportOnLine(number - 1)(member, code, says);
  }
  for (const member of PRINTED_MEMBERS) warnOfCharacters(sent[member], member, warnings.report);
  const notes = sent.delivery_note_references?.join(' ');
  warnOfCharacters(notes, 'delivery_note_references', warnings.report);
  for (const { place, label, texts } of listNestedTexts(sent)) {
    const report = warnings.reportIn<string>(place, label);
    for (const [member, text] of Object.entries(texts)) warnOfCharacters(text, member, report);
  }
  for (const [index, line] of (sent.lines ?? []).entries()) {
    const report = warnings.reportOnLine(index);
    for (const member of PRINTED_LINE_MEMBERS) warnOfCharacters(line[member], member, report);
    for (const [list, name] of LINE_LISTS)
      for (const [place, { reason }] of (line[list] ?? []).entries()) {
        const label = `Line ${index + 1}, ${name} ${place + 1}`;
        warnOfCharacters(reason, 'reason', warnings.reportIn(`lines[${index}].${list}[${place}]`, label));
      }
  }
  return warnings.list();
}

const LINE_LISTS = [
  ['allowances', 'allowance'],
  ['charges', 'charge'],
] as const;

type NestedTexts = {
  readonly place: string;
  readonly label: string;
  readonly texts: Readonly<Record<string, string | null | undefined>>;
};

function listReasons(
  list: 'allowances' | 'charges',
  label: string,
  items: InvoiceInput['allowances'],
): NestedTexts[] {
  return (items ?? []).map(({ reason }, index) => ({
    place: `${list}[${index}]`,
    label: `${label} ${index + 1}`,
    texts: { reason },
  }));
}

/** Lists the printed texts in the objects and lists that version 2 adds. */
function listNestedTexts({
  recipients,
  rectification,
  issued_by: issuedBy,
  payment,
  delivery,
  payee,
  allowances,
  charges,
}: InvoiceInput): NestedTexts[] {
  return [
    ...(recipients ?? []).map(({ name, address, postal_code, city, document_number }, index) => ({
      place: `recipients[${index}]`,
      label: `Recipient ${index + 1}`,
      texts: { name, document_number, address, postal_code, city },
    })),
    ...(recipients ?? []).flatMap(({ contact }, index) =>
      contact
        ? [
            {
              place: `recipients[${index}].contact`,
              label: `Recipient ${index + 1}, contact`,
              texts: { ...contact },
            },
          ]
        : [],
    ),
    ...(rectification
      ? [{ place: 'rectification', label: 'Rectification', texts: { reason: rectification.reason } }]
      : []),
    ...(issuedBy ? [{ place: 'issued_by', label: 'Issued by', texts: { name: issuedBy.name } }] : []),
    ...(payment
      ? [
          {
            place: 'payment',
            label: 'Payment',
            texts: { terms: payment.terms, reference: payment.reference },
          },
        ]
      : []),
    ...(delivery ? [{ place: 'delivery', label: 'Delivery', texts: { ...delivery } }] : []),
    ...(payee ? [{ place: 'payee', label: 'Payee', texts: { ...payee } }] : []),
    ...listReasons('allowances', 'Allowance', allowances),
    ...listReasons('charges', 'Charge', charges),
  ];
}

function warnOfAddresses({ recipients, sent }: Questionable, warnings: Findings<WarningCode>): void {
  const says =
    'is blank: an invoice must contain the address of its recipient unless the recipient is a consumer (RD 1619/2012 art. 6.1.e)';
  const isListed = (sent.recipients ?? []).length > 0;
  for (const [index, { address }] of recipients.entries()) {
    if (address !== null) continue;
    if (!isListed) warnings.report('recipient_billing_address', 'recipient_address_missing', says);
    else
      warnings.reportIn<'address'>(`recipients[${index}]`, `Recipient ${index + 1}`)(
        'address',
        'recipient_address_missing',
        says,
      );
  }
}

function warnOfOperationDate(
  { version, issueDate, operationDate, lines }: Questionable,
  report: ReportOn<InvoiceMember, WarningCode>,
): void {
  const isPast = operationDate !== null && operationDate < issueDate;
  if (!isPast || lines.every(({ regime }) => regime !== DEFERRED_REGIME)) return;
  const says = `is ${operationDate} with tax regime ${DEFERRED_REGIME}, but the day of the operation is past: that regime is for operations whose IVA falls due after the issue date (LIVA art. 75.Uno.7.º); use tax regime 01 if the IVA fell due with the operation`;
  report(version === 1 ? 'issue_date' : 'operation_date', 'operation_date_past', says);
}

function warnOfCensus(report: ReportOn<InvoiceMember, WarningCode>): void {
  const says =
    'contain one of document type not_registered: AEAT accepts such a record with error 2001, because it does not know the person; use nif as soon as it does';
  report('recipients', 'recipient_not_in_census', says, 2001);
}

function warnOfAmounts(
  { type, total, reimbursable, isUnidentified, paymentMethod, sent }: Questionable,
  warnings: Findings<WarningCode>,
): void {
  const { report } = warnings;
  const shown = formatCents(total);
  if ((type === 'F1' || type === 'F2') && total < 0n) {
    const instead = type === 'F2' ? 'R5' : 'R1 to R4';
    const says = `is ${type} and the total is ${shown}: to reverse or reduce an earlier invoice, send a rectifying invoice of type ${instead} with rectified_invoice_id (RD 1619/2012 art. 15)`;
    report('invoice_type', 'negative_total', says);
  }
  if (type === 'F2' && !isUnidentified && total > SIMPLIFIED_LIMIT_CENTS) {
    const says = `is F2 and the total is ${shown}: a simplified invoice may charge at most 3000 including taxes (RD 1619/2012 art. 4.2), although AEAT accepts up to 3010; identify the recipient and use invoice type F1`;
    report('invoice_type', 'simplified_limit_exceeded', says);
  }
  if (CASH.has(paymentMethod) && total >= CASH_LIMIT_CENTS) {
    const says = `is ${paymentMethod} and the total is ${shown}: a business may not accept 1000 or more in cash (Ley 7/2012 art. 7.Uno.1), or 10000 or more from a private person who is not resident in Spain`;
    if (isBlank(sent.payment?.means)) report('payment_method', 'cash_limit_exceeded', says);
    else warnings.reportIn<'means'>('payment', 'Payment')('means', 'cash_limit_exceeded', says);
  }
  if (total === 0n && reimbursable > 0n) {
    const says = `is ${formatCents(reimbursable)} beside a total of 0.00: expenses that were paid in the customer's name are not consideration (LIVA art. 78.Tres.3.º), and an invoice needs at least one charge of its own`;
    report('total_reimbursable_expenses_amount', 'nothing_charged', says);
  }
}

/** Warns of characters that the PDF cannot show. The invoice is still valid: its record and the API contain the text as sent. */
function warnOfCharacters<Member extends string>(
  text: string | null | undefined,
  member: Member,
  report: ReportOn<Member, WarningCode>,
): void {
  const missing = new Set<string>();
  showText(normaliseText(text ?? ''), (character) => void missing.add(character));
  if (missing.size === 0) return;
  const named = [...missing].slice(0, MAX_NAMED).map(nameCodePoint);
  const others = missing.size - named.length;
  const list = others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
  const says = `contains ${list}, which the fonts of the PDF do not have, or cannot combine with the preceding letter: the PDF shows ${BOX} instead`;
  report(member, 'characters_not_printable', says);
}

/** Warns of an F1 whose issuer's profile has no address: the profile is the only source of the issuer's address. */
export function warnOfIssuerWithoutAddress(nif: string): Warning {
  const says = `${nif} has no address in its profile, which the operator of this service can set: an invoice must contain the address of its issuer (RD 1619/2012 art. 6.1.e)`;
  return buildFinding('issuer_nif', 'issuer_address_missing', says);
}

/** Warns of an issuer for which another organization of the installation issues, without an operator's decision on it. */
export function warnOfSharedIssuer(nif: string): Warning {
  const says = `${nif} is used by another organization of this service as well: AEAT refuses the second invoice of an issuer with the same number and date (3000). Ask the operator to bind the issuer to the organizations that may issue for it`;
  return buildFinding('issuer_nif', 'issuer_shared', says);
}

/**
 * Returns whether corrections deduct more from an invoice than it charged.
 * @param original total of the invoice in cents.
 * @param corrections sum of the totals of its corrections in cents.
 */
export function exceedsOriginal(original: bigint, corrections: bigint): boolean {
  const rest = original + corrections;
  return original < 0n ? rest > 0n : rest < 0n;
}

/**
 * Warns of a correction after which an invoice's corrections deduct more than it charged.
 * @param original total of the invoice, a decimal string.
 * @param corrections sum of its corrections' totals in cents.
 */
export function warnOfExcessiveCorrections(
  { field, label }: NamedOriginal,
  isSubstitution: boolean,
  original: string,
  corrections: bigint,
): Warning {
  const sum = formatCents(corrections);
  const says = isSubstitution
    ? `leads to an invoice with a total of ${original}, whose corrections with this one add up to ${sum}: corrections can deduct at most the amount that was charged (RD 1619/2012 art. 15)`
    : `leads to an invoice with a total of ${original}, whose corrections with this one add up to ${sum}: corrections by differences can deduct at most the amount that was charged (RD 1619/2012 art. 15)`;
  return { field, code: 'corrections_exceed_original', aeatCode: null, message: `${label} ${says}` };
}

/** Warns of an original whose corrections are so many that they could not be added within the time limit of a read. */
export function warnOfUnknownSum({ field, label }: NamedOriginal): Warning {
  const says = 'has corrections that could not be added in time: compare their sum with its total';
  return { field, code: 'more_left_out', aeatCode: null, message: `${label} ${says}` };
}

/**
 * Warns of an invoice that replaces a simplified one and charges another amount.
 * @param total total of the invoice, a decimal string.
 * @param replaced total of the simplified invoice with its corrections, in cents.
 */
export function warnOfOtherTotal(
  { field, label }: NamedOriginal,
  count: number,
  total: string,
  replaced: bigint,
): Warning {
  const charged = formatCents(replaced);
  if (count > 1) {
    const says = `names invoices that charge ${charged} together, with their corrections, and this one charges ${total}: an invoice that replaces simplified invoices must charge the same amount (RD 1619/2012 art. 7.2)`;
    return buildFinding('replaces', 'replacement_differs', says);
  }
  const says = `charges ${charged} with its corrections, and this one charges ${total}: an invoice that replaces a simplified invoice must charge the same amount (RD 1619/2012 art. 7.2)`;
  return { field, code: 'replacement_differs', aeatCode: null, message: `${label} ${says}` };
}

/** Warns of a number that differs only in case from another number of the issuer in the same calendar year. */
export function warnOfSimilarNumber(other: string): Warning {
  const says = `differs from ${other}, which the issuer has used in the same calendar year, only in the case of its letters: AEAT treats them as two invoices, but people may take them for one`;
  return buildFinding('number_serie', 'number_differs_in_case', says);
}
