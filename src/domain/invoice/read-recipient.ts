import type { DocumentType, InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import type { Findings, InvoiceMember, Report, ReportOn } from '../reading/findings.ts';
import { isBlank, readCode, readMember } from '../reading/read-text.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { checkNorthernIreland, checkRecipientOfType } from './check-conditions.ts';
import { COUNTRY_CODES } from './country-codes.ts';
import { isWithoutRecipient, typeWithRecipient } from './invoice-type.ts';
import { readRecipientDocument } from './read-recipient-document.ts';
import { describesOne, listRecipients, listsIdentified, type RecipientMembers } from './read-party.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

type Addressee = NonNullable<InvoiceDocument['addressee']>;

/** The persons whom an invoice names. At most one of `recipient` and `addressee` is not null. */
export type ReadRecipient = {
  /** Registered and printed; null if there is none or it is refused. */
  readonly recipient: Recipient | null;
  /** Further recipients, which are registered and printed. */
  readonly otherRecipients: readonly Recipient[];
  /** Printed but not registered, for an invoice without an identified recipient. */
  readonly addressee: Addressee | null;
  /** Whether the issuer declares that the recipient is not identified. */
  readonly isUnidentified: boolean;
};
type OneRecipient = Pick<ReadRecipient, 'recipient' | 'addressee'>;

const DOCUMENT = ['recipient_document_type', 'recipient_document_number'] as const;
const IDENTIFYING = ['recipient_legal_name', ...DOCUMENT] as const;

/**
 * Returns whether the invoice identifies its recipient, at least in part. A name alone does not
 * identify the recipient if `has_unidentified_recipient` is true.
 */
export function namesRecipient(input: InvoiceInput): boolean {
  return listsIdentified(input) || namesOne(input);
}

function namesOne(input: RecipientMembers): boolean {
  const members = input.has_unidentified_recipient === true ? DOCUMENT : IDENTIFYING;
  return members.some((member) => !isBlank(input[member]));
}

/**
 * Reads the recipients by the rules of the invoice type: identified (AEAT 1189) or absent from the
 * record (AEAT 1190). If the recipient is not identified (RD 1619/2012 art. 6.1.d), the invoice may
 * contain a name and an address, which are only printed.
 * @param type null if the type itself is refused; then a recipient is read only if the invoice
 *   names one.
 * @param context `operationDay`: day of the operation as far as it is stated; null if the dates are
 *   refused.
 */
export function readRecipients(
  input: InvoiceInput,
  type: InvoiceType | null,
  { rules, operationDay }: { readonly rules: RequestRules; readonly operationDay: string | null },
  findings: Findings,
): ReadRecipient {
  const check = (recipient: Recipient | null, report: Report) => {
    if (recipient === null) return;
    if (type !== null) checkRecipientOfType(type, recipient, report);
    checkNorthernIreland(recipient.documentNumber, operationDay, (...says) =>
      report('recipient_document_number', ...says),
    );
  };
  if ((input.recipients?.length ?? 0) === 0) {
    const isUnidentified = input.has_unidentified_recipient === true;
    const needsOne = type !== null && !isWithoutRecipient(type);
    if (needsOne && !rules.isFlat && !isUnidentified && !describesOne(input)) {
      // Nothing shows that the client uses the members of version 1.
      findings.report('recipients', 'blank', formatMessage('blank_with_type', { type }), 1189);
      return { ...NOBODY, otherRecipients: NO_OTHERS, isUnidentified };
    }
    const read = readRecipient(input, type, rules, findings.report);
    check(read.recipient, findings.report);
    return { ...read, otherRecipients: NO_OTHERS, isUnidentified };
  }
  const given = listRecipients(input, findings);
  const isWithout = type !== null && isWithoutRecipient(type);
  if (isWithout && given.length > 1) {
    const says = formatMessage('several_recipients_with_type', { type, types: typeWithRecipient(type) });
    findings.report('recipients', 'too_many', says, 1190);
  }
  if (type !== null && !isWithout)
    for (const { members, report } of given)
      if (members.has_unidentified_recipient === true)
        report('has_unidentified_recipient', 'not_allowed', formatMessage('only_with_f2_or_r5'), 1185);
  const read = given.map(({ members, report, routing, checkPerson }) => {
    const { recipient, addressee } = readRecipient(members, type, rules, report);
    check(recipient, report);
    if (recipient && routing?.personName) checkPerson(routing.personName, recipient);
    return { recipient: recipient && routing ? { ...recipient, ...routing } : recipient, addressee };
  });
  const [first, ...others] = read;
  return {
    recipient: first?.recipient ?? null,
    addressee: first?.addressee ?? null,
    otherRecipients: others.flatMap(({ recipient }) => recipient ?? []),
    isUnidentified: given.some(({ members }) => members.has_unidentified_recipient === true),
  };
}

const NO_OTHERS: readonly Recipient[] = [];

function readRecipient(
  input: RecipientMembers,
  type: InvoiceType | null,
  rules: RequestRules,
  report: Report,
): OneRecipient {
  const countryCode = readCountryCode(input.recipient_country_code, report);
  const address = readMember(INVOICE_MEMBERS, input, 'recipient_billing_address', report);
  const postalCode = readMember(INVOICE_MEMBERS, input, 'recipient_billing_postal_code', report);
  const city = readMember(INVOICE_MEMBERS, input, 'recipient_billing_city', report);
  if (type !== null && isWithoutRecipient(type)) {
    refuseRecipient(input, type, report);
    const isPrinted = input.has_unidentified_recipient === true;
    const name = isPrinted ? readName(input, report) : null;
    const addressee = { name, countryCode: countryCode ?? null, address, postalCode, city };
    // A country alone does not name an addressee.
    const isNamed = [name, address, postalCode, city].some((text) => text !== null);
    return { recipient: null, addressee: isPrinted && isNamed ? addressee : null };
  }
  if (type === null && !namesOne(input)) return NOBODY;
  const identity = readIdentity(input, countryCode, rules, report);
  return { recipient: identity && { ...identity, address, postalCode, city }, addressee: null };
}

const NOBODY: OneRecipient = { recipient: null, addressee: null };

function readName(input: RecipientMembers, report: Report): string | null {
  return readMember(INVOICE_MEMBERS, input, 'recipient_legal_name', report);
}

function readIdentity(
  input: RecipientMembers,
  countryCode: string | null | undefined,
  rules: RequestRules,
  report: Report,
): Pick<Recipient, 'name' | 'documentType' | 'documentNumber' | 'countryCode'> | null {
  for (const member of IDENTIFYING)
    if (isBlank(input[member])) report(member, 'blank', formatMessage('blank'), 1189);
  const name = readName(input, report);
  const documentType = readCode<DocumentType, InvoiceMember>(
    input.recipient_document_type,
    rules.documentTypes,
    'recipient_document_type',
    report,
  );
  const number = input.recipient_document_number;
  if (!documentType || isBlank(number) || countryCode === undefined) return null;
  const document = readRecipientDocument({ documentType, number, countryCode }, report);
  return name === null ? null : document && { name, ...document };
}

/** @param type F2 or R5. */
function refuseRecipient(input: RecipientMembers, type: InvoiceType, report: Report): void {
  const isUnidentified = input.has_unidentified_recipient === true;
  const types = { type, types: typeWithRecipient(type) };
  if (!isUnidentified && !isBlank(input.recipient_legal_name)) {
    const says = formatMessage('recipient_not_with_type_or_unidentified', types);
    report('recipient_legal_name', 'must_be_blank', says, 1190);
  }
  const says = formatMessage('recipient_not_with_type', types);
  for (const member of DOCUMENT) if (!isBlank(input[member])) report(member, 'must_be_blank', says, 1190);
}

/** Codes of VAT numbers and of common use that differ from ISO 3166-1, with the ISO code. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
  ['XI', 'GB'],
]);

/** @returns null if blank; undefined if refused. */
export function readCountryCode(
  value: string | null | undefined,
  report: ReportOn<'recipient_country_code'>,
): string | null | undefined {
  if (isBlank(value)) return null;
  if (COUNTRY_CODES.has(value)) return value;
  const meant = COUNTRY_CODES.has(value.trim().toUpperCase())
    ? value.trim().toUpperCase()
    : COUNTRIES.get(value);
  const hint =
    meant === undefined ? formatMessage('such_as_es') : formatMessage('here_country', { country: meant });
  report('recipient_country_code', 'invalid', formatMessage('not_a_country', { hint }), 1101);
  return undefined;
}
