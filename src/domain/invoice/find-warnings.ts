import type { InvoiceType, WarningCode } from '../../contracts/codes.ts';
import type { InvoiceInput } from '../../contracts/invoice-input.ts';
import { nameCodePoint, normaliseText } from '../../contracts/shown-text.ts';
import { BOX, showText } from '../fonts/show-text.ts';
import { formatCents } from '../money/format-decimal.ts';
import { dayBefore } from '../reading/calendar-date.ts';
import {
  buildFinding,
  Findings,
  type InvoiceMember,
  type LineMember,
  type ReportOn,
  type Warning,
} from '../reading/findings.ts';
import { isTaxedOnMargin } from '../tax/margin-regimes.ts';
import type { ReadLine } from './read-line.ts';
import type { Recipient } from './read-recipient.ts';

/** What warnings are found in: an invoice that broke no rule. */
export type Questionable = {
  readonly type: InvoiceType;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly recipient: Recipient | null;
  /** As it was sent; null where it is made of the lines' concepts. */
  readonly givenDescription: string | null;
  readonly lines: readonly ReadLine[];
  /** All of it as it was sent. */
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
] as const satisfies readonly InvoiceMember[];
const PRINTED_LINE_MEMBERS = ['concept', 'notes'] as const satisfies readonly LineMember[];
/** A text may have hundreds of others. */
const MOST_NAMED = 5;

/** Régimen especial de la agricultura, ganadería y pesca (LIVA arts. 124 to 134 bis). */
const FARMING_REGIME = '19';
/** The lowest rate that is withheld from income of economic activities: 1 per cent (RD 439/2007 art. 95.4 and 95.6), in hundredths of a per cent. */
const LOWEST_WITHHOLDING = 100n;
/** They say why they rectify (RD 1619/2012, art. 15.2 and 15.4). */
const RECTIFICATIONS: ReadonlySet<InvoiceType> = new Set(['R1', 'R2', 'R3', 'R4']);

/**
 * Finds what an adviser would question in an invoice that is accepted, as far as the invoice itself tells it. What only stored data can tell is
 * found by `findStoredWarnings` of the ingestion.
 * @param today `YYYY-MM-DD` in Europe/Madrid.
 */
export function findWarnings(invoice: Questionable, today: string): Warning[] {
  const warnings = new Findings<WarningCode>();
  const { type, issueDate, recipient, givenDescription, lines, sent } = invoice;
  if (issueDate < dayBefore(today)) {
    const says = `is ${issueDate}, and the registration record is made when the invoice is issued, ${today} at the earliest: an invoice is dated on the day on which it is issued (RD 1619/2012 art. 6.1.b, RD 1007/2023 art. 9)`;
    warnings.report('operation_date', 'old_issue_date', says);
  }
  if (givenDescription === null && RECTIFICATIONS.has(type)) {
    const says = `is blank: a rectification says why it is made (RD 1619/2012 art. 15.4), and the lines' concepts stand in its place`;
    warnings.report('operation_description', 'description_missing', says);
  }
  if (type === 'F1' && recipient !== null && recipient.address === null) {
    const says =
      'is blank: an invoice has the address of its recipient, except of a consumer (RD 1619/2012 art. 6.1.e)';
    warnings.report('recipient_billing_address', 'recipient_address_missing', says);
  }
  for (const line of lines) {
    const warn = warnings.reportOnLine(line.number - 1);
    if (isTaxedOnMargin(line)) {
      const says = `${line.regime} taxes the margin, which version 1 of the API has no member for: AEAT is told the whole price as the base, and several times the tax that is due`;
      warn('tax_regime', 'margin_not_stated', says);
    }
    if (line.taxType === 'iva' && line.regime === FARMING_REGIME && line.rate > 0n) {
      const says = `is ${line.registeredRate} with tax regime ${FARMING_REGIME}: farmers of that regime charge no IVA, and the buyer's receipt documents their compensation (LIVA arts. 129 and 134)`;
      warn('tax_rate', 'rate_not_charged', says);
    }
    if (line.withholdingRate > 0n && line.withholdingRate < LOWEST_WITHHOLDING) {
      const says = `is less than 1 per cent, the lowest withholding of IRPF (RD 439/2007 art. 95): where ${line.withholdingRate} per cent is withheld, send ${line.withholdingRate}`;
      warn('income_tax_withholding_rate', 'withholding_below_one_percent', says);
    }
  }
  for (const member of PRINTED_MEMBERS) warnOfCharacters(sent[member], member, warnings.report);
  for (const [index, line] of (sent.lines ?? []).entries()) {
    const report = warnings.reportOnLine(index);
    for (const member of PRINTED_LINE_MEMBERS) warnOfCharacters(line[member], member, report);
  }
  return warnings.list();
}

/** Warns of characters that the pages cannot show. The invoice is valid all the same: its record and the API have the text as it was sent. */
function warnOfCharacters<Member extends string>(
  text: string | null | undefined,
  member: Member,
  report: ReportOn<Member, WarningCode>,
): void {
  const missing = new Set<string>();
  showText(normaliseText(text ?? ''), (character) => void missing.add(character));
  if (missing.size === 0) return;
  const named = [...missing].slice(0, MOST_NAMED).map(nameCodePoint);
  const others = missing.size - named.length;
  const list = others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
  const says = `contains ${list}, which the fonts of the PDF do not have, or not on the letter before: ${BOX} is printed instead`;
  report(member, 'characters_not_printable', says);
}

/** Warns of an F1 whose issuer's profile has no address: the API takes the issuer's address from nowhere else. */
export function warnOfIssuerWithoutAddress(nif: string): Warning {
  const says = `${nif} has no address in its profile, which an operator sets: an invoice has the address of its issuer (RD 1619/2012 art. 6.1.e)`;
  return buildFinding('issuer_nif', 'issuer_address_missing', says);
}

/**
 * Tells whether corrections take more away from an invoice than it charged.
 * @param original total of the invoice in cents.
 * @param corrections sum of the totals of its corrections in cents.
 */
export function exceedsOriginal(original: bigint, corrections: bigint): boolean {
  const rest = original + corrections;
  return original < 0n ? rest > 0n : rest < 0n;
}

/** Warns of a correction with which an invoice's corrections take away more than it charged. @param original total of the invoice, a decimal string. @param corrections sum of its corrections' totals in cents. */
export function warnOfExcessiveCorrections(original: string, corrections: bigint): Warning {
  const says = `has a total of ${original}, and its corrections with this one add up to ${formatCents(corrections)}: a correction by differences takes away at most what was charged (RD 1619/2012 art. 15)`;
  return buildFinding('rectified_invoice_id', 'corrections_exceed_original', says);
}

/** Warns of a number that differs in case alone from another one of the issuer in the same calendar year. */
export function warnOfSimilarNumber(other: string): Warning {
  const says = `differs from ${other}, which the issuer has used in the same calendar year, in the case of its letters alone: they are two invoices to AEAT, and look like one to people`;
  return buildFinding('number_serie', 'number_differs_in_case', says);
}
