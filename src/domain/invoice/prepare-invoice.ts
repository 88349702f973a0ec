import { describeInvoice } from './describe-lines.ts';
import { type InvoiceType, OPERATION_TYPES, PAYMENT_METHODS } from '../../contracts/codes.ts';
import { DOCUMENT_VERSION, type InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceInput } from '../../contracts/invoice-input.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { InvoiceIdentity } from './invoice-identity.ts';
import { type Finding, Findings, type Report, type Warning } from '../reading/findings.ts';
import { readCode, readPrintedText, readText } from '../reading/read-text.ts';
import { readNumber } from '../reading/read-number.ts';
import { findWarnings } from './find-warnings.ts';
import { checkLineConditions, checkRecipientOfType, checkSimplifiedLimit } from './check-conditions.ts';
import { buildTotals, computeTotals } from './compute-totals.ts';
import { readInvoiceType, readRectifiedInvoiceId } from './invoice-type.ts';
import { readDates } from './read-dates.ts';
import { readInvoiceNumber, readIssuer, type IssuingOrganization } from './read-issuer-and-number.ts';
import { buildLine } from './read-line.ts';
import { readLines } from './read-lines.ts';
import { VAT_RATES_OF_ANY_DAY, vatRatesOn } from '../tax/read-tax-rate.ts';
import { formatCents } from '../money/decimals.ts';
import { type Rectifying, usedVatRates } from './rectifying.ts';
import { namesRecipient, readRecipient } from './read-recipient.ts';

export type PrepareContext = IssuingOrganization & {
  /** `YYYY-MM-DD` in Europe/Madrid. */
  readonly today: string;
  /** Places, such as `lines[0].units`, whose JSON literal has more significant digits than a double can hold. */
  readonly inexactNumbers?: ReadonlySet<string>;
};
export type PreparedInvoice = {
  /** `rectified` is null until `resolveRectified`. */
  readonly document: InvoiceDocument;
  readonly rectifiedInvoiceId: number | null;
};
type Refusal = { readonly kind: 'refused'; readonly findings: readonly Finding[] };
export type Preparation = { readonly kind: 'prepared'; readonly invoice: PreparedInvoice } | Refusal;
/**
 * An invoice that broke no rule. `build` writes the whole document, which takes as long as the rules. `findWarnings` finds the warnings,
 * which only a dry run reports.
 */
export type CheckedInvoice = InvoiceIdentity & {
  readonly kind: 'prepared';
  readonly issuerName: string;
  readonly type: InvoiceType;
  readonly rectifiedInvoiceId: number | null;
  /** In euros, a decimal string with two decimals. */
  readonly total: string;
  readonly build: () => PreparedInvoice;
  /** Describes the invoice as one that corrects or replaces another. */
  readonly describeRectifying: () => Rectifying;
  readonly findWarnings: () => readonly Warning[];
};

/**
 * Applies every rule that needs no stored data, and the defaults.
 * @param input an invoice whose JSON types were checked; null and absent are equivalent.
 * @returns the invoice as it would be issued today, or all findings, those of the header first.
 */
export function prepareInvoice(input: InvoiceInput, context: PrepareContext): Preparation {
  const checked = checkInvoice(input, context);
  return checked.kind === 'prepared' ? { kind: 'prepared', invoice: checked.build() } : checked;
}

/** Applies the same rules as `prepareInvoice` without writing the document. */
export function checkInvoice(input: InvoiceInput, context: PrepareContext): CheckedInvoice | Refusal {
  const findings = new Findings();
  const { report } = findings;
  readText(input.external_invoice_id, 'external_invoice_id', MAX_LENGTHS.external_invoice_id, report);
  const dates = readDates(input, context.today, report);
  const number = readInvoiceNumber(input.number_serie, report);
  const issuer = readIssuer(input, context, report);
  const type = readInvoiceType(input, namesRecipient(input), report);
  const givenDescription = readText(
    input.operation_description,
    'operation_description',
    MAX_LENGTHS.operation_description,
    report,
  );
  const rectifiedInvoiceId = readRectifiedInvoiceId(input, type, report);
  const { recipient, addressee } = readRecipient(input, type, report);
  if (type !== null && recipient !== null) checkRecipientOfType(type, recipient, report);
  const payment = readPayment(input, report);
  const reimbursable = readReimbursable(input, context, report);
  const headerFindings = findings.size;
  const lines = readLines(
    input.lines,
    {
      vatRates:
        rectifiedInvoiceId === null
          ? vatRatesOn(dates?.operationDate ?? dates?.issueDate ?? context.today)
          : VAT_RATES_OF_ANY_DAY,
      inexactNumbers: context.inexactNumbers,
    },
    findings,
  );
  // Totals are meaningless unless all lines are valid.
  const areLinesRight = findings.size === headerFindings;
  if (type !== null)
    for (const line of lines)
      checkLineConditions(line, type, recipient, findings.reportOnLine(line.number - 1));
  const amounts = areLinesRight ? computeTotals(lines, reimbursable ?? 0n, report) : null;
  const unidentifiedRecipient = input.has_unidentified_recipient === true;
  if (type !== null && amounts !== null)
    checkSimplifiedLimit(type, unidentifiedRecipient, amounts.total, report);
  const { nif, name } = issuer;
  const isComplete =
    dates !== null && number !== null && nif !== null && name !== null && type !== null && amounts !== null;
  if (findings.size > 0 || !isComplete) return { kind: 'refused', findings: findings.list() };
  const build = (): PreparedInvoice => ({
    rectifiedInvoiceId,
    document: {
      version: DOCUMENT_VERSION,
      number,
      type,
      ...dates,
      description: givenDescription ?? describeInvoice(lines),
      issuer: { nif, name },
      recipient,
      addressee,
      unidentifiedRecipient,
      rectified: null,
      lines: lines.map(buildLine),
      ...buildTotals(amounts),
      ...payment,
    },
  });
  const { issueDate } = dates;
  const identity = { issuerNif: nif, number, issueDate };
  return {
    kind: 'prepared',
    ...identity,
    issuerName: name,
    type,
    rectifiedInvoiceId,
    total: formatCents(amounts.total),
    build,
    describeRectifying: () => ({
      issuerNif: nif,
      issueDate,
      operationDate: dates.operationDate,
      type,
      vatRates: usedVatRates(buildTotals(amounts).groups),
    }),
    findWarnings: () =>
      findWarnings(
        {
          ...dates,
          type,
          recipient,
          givenDescription,
          lines,
          total: amounts.total,
          reimbursable: reimbursable ?? 0n,
          sent: input,
        },
        context.today,
      ),
  };
}

function readPayment(
  input: InvoiceInput,
  report: Report,
): Pick<InvoiceDocument, 'paymentMethod' | 'paymentMethodInfo' | 'paid' | 'footerNote'> {
  if ((input.contact_id ?? null) !== null)
    report('contact_id', 'not_supported', 'is not supported at present');
  readCode(input.operation_type, OPERATION_TYPES, 'operation_type', report);
  return {
    paymentMethod: readCode(input.payment_method, PAYMENT_METHODS, 'payment_method', report) ?? null,
    paymentMethodInfo: readPrintedText(
      input.payment_method_info,
      'payment_method_info',
      MAX_LENGTHS.payment_method_info,
      report,
    ),
    footerNote: readPrintedText(input.footer_note, 'footer_note', MAX_LENGTHS.footer_note, report),
    paid: input.paid ?? null,
  };
}

const REIMBURSABLE = 'total_reimbursable_expenses_amount';

/** Reads the suplidos. They are amounts already paid, so more than two decimals are refused, never rounded. @returns cents; null if refused. */
function readReimbursable(
  input: InvoiceInput,
  { inexactNumbers }: PrepareContext,
  report: Report,
): bigint | null {
  const value = input[REIMBURSABLE] ?? 0;
  const isInexact = inexactNumbers?.has(REIMBURSABLE) ?? false;
  const cents = readNumber(value, REIMBURSABLE, { decimals: 2, isInexact, report });
  if (cents === null || cents >= 0n) return cents;
  report(REIMBURSABLE, 'out_of_range', 'must be 0 or more');
  return null;
}
