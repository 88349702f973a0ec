import type { InvoiceType } from '../../contracts/codes.ts';
import type { LineReport, Report } from '../reading/findings.ts';
import type { ReadLine } from './read-line.ts';
import { isWithoutRecipient, typeWithRecipient } from './invoice-type.ts';
import type { Recipient } from './read-recipient.ts';
import { isEuropeanVatNumber, vatPrefixOf } from './vat-number.ts';

/** Matches the NIF of a public body (AEAT 1149). */
const PUBLIC_BODY = /^[PQSV]/;
const WORKS_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'R1', 'R2', 'R3', 'R4']);

/** Checks the document type of the recipient of a correction for insolvency (R2: AEAT 1192) or for a bad debt (R3: AEAT 1191). */
export function checkRecipientOfType(type: InvoiceType, recipient: Recipient, report: Report): void {
  if (isSpanish(recipient)) return;
  if (type === 'R3')
    report('recipient_document_type', 'not_allowed', 'must be nif or nie with invoice type R3', 1191);
  if (type === 'R2' && !isEuropeanVatNumber(recipient.documentNumber)) {
    report(
      'recipient_document_number',
      'not_allowed',
      'must be a NIF, a NIE or a VAT number of the European Union with invoice type R2',
      1192,
    );
  }
}

/** Checks the conditions that a line's operation places on the whole invoice. @param recipient null if the type has none or it was refused. */
export function checkLineConditions(
  line: ReadLine,
  type: InvoiceType,
  recipient: Recipient | null,
  report: LineReport,
): void {
  // AEAT 1197.
  if (line.operationKey === 'S2' && isWithoutRecipient(type)) {
    const says = `can't be used with invoice type ${type}: use ${typeWithRecipient(type)}`;
    if (line.regime === '01') report('tax_operation_key', 'not_allowed', `S2 ${says}`, 1197);
    else report('tax_regime', 'not_allowed', `${line.regime} ${says}`, 1197);
  }
  if (line.exemptionCode === 'E5') checkIntraCommunitySupply(type, recipient, report);
  if (line.regime === '10') checkCollection(type, recipient, report);
  if (line.regime === '14') checkWorks(type, recipient, report);
}

/**
 * Checks that the recipient of an intra-Community supply is in another member state (LIVA art. 25). AEAT refuses only a NIF (1289) and
 * accepts any other document of any country.
 */
function checkIntraCommunitySupply(type: InvoiceType, recipient: Recipient | null, report: LineReport): void {
  if (isWithoutRecipient(type)) {
    const says = `E5 can't be used with invoice type ${type}: use ${typeWithRecipient(type)}`;
    report('tax_exemption_code', 'not_allowed', says, 1289);
  } else if (recipient !== null && !isInAnotherMemberState(recipient)) {
    const says =
      'E5 needs a recipient in another member state: its VAT number (recipient document type international_vat_number) or, for a new means of transport, a passport of that state; use E2 with tax regime 02 for an export';
    report('tax_exemption_code', 'not_allowed', says, isSpanish(recipient) ? 1289 : null);
  }
}

/**
 * Returns whether the document shows that the recipient is in another member state. A VAT number of the Union does, including Northern
 * Ireland, which belongs to it for goods. A passport of a member state does too (LIVA art. 25.Dos: new means of transport).
 */
function isInAnotherMemberState({ documentType, documentNumber, countryCode }: Recipient): boolean {
  if (documentType === 'international_vat_number') return isEuropeanVatNumber(documentNumber);
  return documentType === 'passport' && countryCode !== null && vatPrefixOf(countryCode) !== null;
}

/** AEAT 1205. */
function checkCollection(type: InvoiceType, recipient: Recipient | null, report: LineReport): void {
  if (type !== 'F1') report('tax_regime', 'not_allowed', '10 can only be used with invoice type F1', 1205);
  if (recipient !== null && !isSpanish(recipient))
    report('tax_regime', 'not_allowed', '10 needs a recipient with a NIF', 1205);
}

/** AEAT 1148, 1149. */
function checkWorks(type: InvoiceType, recipient: Recipient | null, report: LineReport): void {
  if (!WORKS_TYPES.has(type))
    report('tax_regime', 'not_allowed', '14 can only be used with invoice types F1 and R1 to R4', 1148);
  if (recipient !== null && !(isSpanish(recipient) && PUBLIC_BODY.test(recipient.documentNumber))) {
    report(
      'tax_regime',
      'not_allowed',
      '14 needs a public body as recipient, whose NIF begins with P, Q, S or V',
      1149,
    );
  }
}

function isSpanish({ documentType }: Recipient): boolean {
  return documentType === 'nif' || documentType === 'nie';
}

/** AEAT 1150: 3,000 € plus a tolerance of 10 €, in cents. */
const LIMIT_CENTS = 3_010_00n;

/**
 * Refuses a simplified invoice (F2, RD 1619/2012, art. 4) above the limit, unless it states that its recipient is not identified.
 * @param total total of the invoice in cents.
 */
export function checkSimplifiedLimit(
  type: InvoiceType,
  hasUnidentifiedRecipient: boolean,
  total: bigint,
  report: Report,
): void {
  if (type === 'F2' && !hasUnidentifiedRecipient && total > LIMIT_CENTS)
    report(
      'has_unidentified_recipient',
      'not_allowed',
      'must be true with invoice type F2 and a total over 3010; or name the recipient with invoice type F1',
      1150,
    );
}
