import type { InvoiceType } from '../../contracts/codes.ts';
import type { Report } from '../reading/findings.ts';
import type { ReadLine } from './read-line.ts';
import { isWithoutRecipient } from './invoice-type.ts';
import type { Recipient } from './read-recipient.ts';
import { isEuropeanVatNumber } from './vat-number.ts';

/** Public bodies: AEAT 1149. */
const PUBLIC_BODY = /^[PQSV]/;
const WORKS_TYPES: ReadonlySet<InvoiceType> = new Set(['F1', 'R1', 'R2', 'R3', 'R4']);

/** Which documents AEAT takes from the recipients of insolvency (R2: AEAT 1192) and bad debt corrections (R3: AEAT 1191). */
export function checkRecipientOfType(type: InvoiceType, recipient: Recipient, report: Report): void {
  if (isSpanish(recipient)) return;
  if (type === 'R3') report('Recipient document type must be nif or nie with invoice type R3');
  if (type === 'R2' && !isEuropeanVatNumber(recipient.documentNumber)) {
    report(
      'Recipient document must be a NIF, a NIE or a VAT number of the European Union with invoice type R2',
    );
  }
}

/** What a line's operation asks of the invoice as a whole. @param recipient null where the type has none or it was refused. */
export function checkLineConditions(
  line: ReadLine,
  type: InvoiceType,
  recipient: Recipient | null,
  report: Report,
): void {
  // AEAT 1197.
  if (line.operationKey === 'S2' && isWithoutRecipient(type)) {
    const cause = line.regime === '01' ? 'tax operation key S2' : `tax regime ${line.regime}`;
    report(`${cause} can't be used with invoice type ${type}`);
  }
  if (line.exemptionCode === 'E5') checkIntraCommunitySupply(type, recipient, report);
  if (line.regime === '10') checkCollection(type, recipient, report);
  if (line.regime === '14') checkWorks(type, recipient, report);
}

/** AEAT 1289. */
function checkIntraCommunitySupply(type: InvoiceType, recipient: Recipient | null, report: Report): void {
  if (isWithoutRecipient(type)) report(`tax exemption code E5 can't be used with invoice type ${type}`);
  else if (recipient !== null && isSpanish(recipient)) {
    report(
      'tax exemption code E5 needs a recipient without a Spanish document, such as a VAT number of another member state',
    );
  }
}

/** AEAT 1205. */
function checkCollection(type: InvoiceType, recipient: Recipient | null, report: Report): void {
  if (type !== 'F1') report('tax regime 10 can only be used with invoice type F1');
  if (recipient !== null && !isSpanish(recipient)) report('tax regime 10 needs a recipient with a NIF');
}

/** AEAT 1148, 1149. */
function checkWorks(type: InvoiceType, recipient: Recipient | null, report: Report): void {
  if (!WORKS_TYPES.has(type)) report('tax regime 14 can only be used with invoice types F1 and R1 to R4');
  if (recipient !== null && !(isSpanish(recipient) && PUBLIC_BODY.test(recipient.documentNumber))) {
    report('tax regime 14 needs a public body as recipient, whose NIF begins with P, Q, S or V');
  }
}

function isSpanish({ documentType }: Recipient): boolean {
  return documentType === 'nif' || documentType === 'nie';
}
