import type { DocumentType, FindingCode, InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import type { Report, ReportOn } from '../reading/findings.ts';
import type { Operation, TaxMember } from '../tax/classify-operation.ts';
import { isWithoutRecipient, typeWithRecipient } from './invoice-type.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';
import { isEuropeanVatNumber, vatPrefixOf } from './vat-number.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** Matches the NIF of a public body (AEAT 1149). */
const PUBLIC_BODY = /^[PQSV]/;
const WORKS_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'R1', 'R2', 'R3', 'R4']);

type OperationReport = ReportOn<TaxMember>;

/**
 * Checks the document type of the recipient of a correction for insolvency (R2: AEAT 1192) or for a
 * bad debt (R3: AEAT 1191).
 */
export function checkRecipientOfType(type: InvoiceType, recipient: Recipient, report: Report): void {
  if (isSpanish(recipient) || recipient.documentType === 'not_registered') return;
  if (type === 'R3')
    report('recipient_document_type', 'not_allowed', formatMessage('not_nif_or_nie_with_r3'), 1191);
  if (type === 'R2' && !hasEuropeanVatNumber(recipient)) {
    report('recipient_document_number', 'not_allowed', formatMessage('not_eu_number_with_r2'), 1192);
  }
}

/** The first day of operations to numbers of Northern Ireland with the prefix XI (AEAT 1254). */
const FIRST_XI_DAY = '2021-01-01';

/**
 * Checks that a VAT number of Northern Ireland existed on the day of the operation.
 * @param operationDay `YYYY-MM-DD`; null if it is not known.
 */
export function checkNorthernIreland(
  number: string,
  operationDay: string | null,
  report: (code: FindingCode, says: Text, aeatCode: number) => void,
): void {
  if (operationDay === null || operationDay >= FIRST_XI_DAY) return;
  if (!isEuropeanVatNumber(number) || !number.startsWith('XI')) return;
  const says = formatMessage('northern_ireland_too_early', { day: operationDay, first: FIRST_XI_DAY });
  report('not_allowed', says, 1254);
}

/**
 * Checks the conditions that the operation of a line, an allowance or a charge places on the whole
 * invoice.
 * @param recipients empty if the type has none or it was refused.
 */
export function checkOperationConditions(
  operation: Operation,
  type: InvoiceType,
  recipients: readonly Recipient[],
  report: OperationReport,
): void {
  // AEAT 1197.
  if (operation.operationKey === 'S2' && isWithoutRecipient(type)) {
    const isGeneral = operation.regime === '01';
    const key = isGeneral ? 'S2' : operation.regime;
    const says = formatMessage('not_with_type', { key, type, types: typeWithRecipient(type) });
    report(isGeneral ? 'tax_operation_key' : 'tax_regime', 'not_allowed', says, 1197);
  }
  if (operation.exemptionCode === 'E5' && operation.taxType === 'iva')
    checkIntraCommunitySupply(type, recipients, report);
  if (operation.regime === '06') checkGroupOfEntities(type, report);
  if (operation.regime === '10') checkCollection(type, recipients, report);
  if (operation.regime === '14') checkWorks(type, recipients, report);
}

/**
 * Checks that the recipient of an intra-Community supply is in another member state (LIVA art. 25).
 * AEAT refuses only a NIF (1289) and accepts any other document of any country.
 */
function checkIntraCommunitySupply(
  type: InvoiceType,
  recipients: readonly Recipient[],
  report: OperationReport,
): void {
  if (isWithoutRecipient(type)) {
    const says = formatMessage('not_with_type', { key: 'E5', type, types: typeWithRecipient(type) });
    report('tax_exemption_code', 'not_allowed', says, 1289);
    return;
  }
  const other = recipients.find((recipient) => !isInAnotherMemberState(recipient));
  if (other !== undefined) {
    const says = formatMessage('e5_needs_other_member_state');
    report('tax_exemption_code', 'not_allowed', says, isSpanish(other) ? 1289 : null);
  }
}

/**
 * Returns whether the document shows that the recipient is in another member state. A VAT number of
 * the Union does, including Northern Ireland, which belongs to it for goods. Any other document of
 * a member state does too (LIVA art. 25.Dos: new means of transport).
 */
function isInAnotherMemberState(recipient: Recipient): boolean {
  const { documentType, countryCode } = recipient;
  if (documentType === 'international_vat_number' || documentType === 'eu_vat')
    return hasEuropeanVatNumber(recipient);
  return OF_PERSONS.has(documentType) && countryCode !== null && vatPrefixOf(countryCode) !== null;
}

/** Documents that a private person in another member state can have. */
const OF_PERSONS: ReadonlySet<DocumentType> = new Set([
  'passport',
  'official_id',
  'residence_certificate',
  'other_document',
]);

function hasEuropeanVatNumber({ documentType, documentNumber }: Recipient): boolean {
  const isVat = documentType === 'international_vat_number' || documentType === 'eu_vat';
  return isVat && isEuropeanVatNumber(documentNumber);
}

/** AEAT 1202. */
function checkGroupOfEntities(type: InvoiceType, report: OperationReport): void {
  if (type === 'F2' || type === 'F3' || type === 'R5')
    report('tax_regime', 'not_allowed', formatMessage('regime_06_with_type', { type }), 1202);
}

/** AEAT 1205. */
function checkCollection(type: InvoiceType, recipients: readonly Recipient[], report: OperationReport): void {
  if (type !== 'F1') report('tax_regime', 'not_allowed', formatMessage('regime_10_needs_f1'), 1205);
  if (!recipients.every(isSpanish))
    report('tax_regime', 'not_allowed', formatMessage('regime_10_needs_nif'), 1205);
}

/** AEAT 1148, 1149. */
function checkWorks(type: InvoiceType, recipients: readonly Recipient[], report: OperationReport): void {
  if (!WORKS_TYPES.has(type)) report('tax_regime', 'not_allowed', formatMessage('regime_14_with_type'), 1148);
  if (!recipients.every(isPublicBody)) {
    report('tax_regime', 'not_allowed', formatMessage('regime_14_needs_public_body'), 1149);
  }
}

function isPublicBody(recipient: Recipient): boolean {
  return isSpanish(recipient) && PUBLIC_BODY.test(recipient.documentNumber);
}

function isSpanish({ documentType }: Recipient): boolean {
  return documentType === 'nif' || documentType === 'nie';
}

/** AEAT 1150: 3,000 € plus a tolerance of 10 €, in cents. */
const LIMIT_CENTS = 3_010_00n;

/**
 * Refuses a simplified invoice (F2, RD 1619/2012, art. 4) above the limit, unless it states that
 * its recipient is not identified.
 * @param total total of the invoice in euro cents.
 * @param charged the sum of its bases, taxes and surcharges, which AEAT compares with the limit: with
 *   margins, or with discounts of other tax groups, it can exceed the total.
 */
export function checkSimplifiedLimit(
  type: InvoiceType,
  hasUnidentifiedRecipient: boolean,
  { total, charged }: { readonly total: bigint; readonly charged: bigint },
  report: Report,
): void {
  if (type !== 'F2' || hasUnidentifiedRecipient || (total <= LIMIT_CENTS && charged <= LIMIT_CENTS)) return;
  const says =
    total > LIMIT_CENTS
      ? formatMessage('simplified_total_over_limit')
      : formatMessage('simplified_taxes_over_limit');
  report('has_unidentified_recipient', 'not_allowed', says, 1150);
}

const QUALIFIED_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'F3', 'R1', 'R2', 'R3', 'R4']);
const COUPON_TYPES: ReadonlySet<InvoiceType> = new Set(['R1', 'R5']);

/** Checks the marks of version 2 that only some invoice types or lines can have. */
export function checkMarks(
  { simplified_qualified: isQualified, coupon, prices_include_tax: pricesIncludeTax }: InvoiceInput,
  type: InvoiceType,
  lines: readonly Operation[],
  report: Report,
): void {
  // AEAT registers a simplified invoice with an identified recipient (RD 1619/2012, art. 7.2 and
  // 7.3) as F1 with this mark.
  if (isQualified === true && !QUALIFIED_TYPES.has(type)) {
    const says = formatMessage('qualified_with_type');
    report('simplified_qualified', 'not_allowed', says, 1183);
  }
  if (pricesIncludeTax === true && lines.some(({ regime }) => regime === '06')) {
    const says = formatMessage('prices_include_tax_with_06');
    report('prices_include_tax', 'not_allowed', says);
  }
  if (coupon === true && !COUPON_TYPES.has(type))
    report('coupon', 'not_allowed', formatMessage('coupon_with_type'), 1157);
}
