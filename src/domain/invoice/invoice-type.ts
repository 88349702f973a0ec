import { INVOICE_TYPES, type InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import type { Report } from '../reading/findings.ts';
import { readCode } from '../reading/read-text.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * Returns whether the type must not name a recipient: simplified invoices and their corrections
 * (AEAT 1190).
 */
export function isWithoutRecipient(type: InvoiceType): boolean {
  return type === 'F2' || type === 'R5';
}

/** Returns the types that replace F2 or R5 if the recipient must be identified. */
export function typeWithRecipient(type: InvoiceType): Text {
  return type === 'R5' ? formatMessage('r1_to_r4') : formatMessage('f1_or_f3');
}

/** R1 to R5: facturas rectificativas. */
export function isCorrective(type: InvoiceType): boolean {
  return type.startsWith('R');
}

/**
 * Reads the invoice type. The default is F1 if the invoice names its recipient, otherwise F2.
 * @returns null if the type is refused.
 */
export function readInvoiceType(
  input: InvoiceInput,
  namesRecipient: boolean,
  report: Report,
): InvoiceType | null {
  const given = readCode(input.invoice_type, INVOICE_TYPES, 'invoice_type', report, 1106);
  if (given === undefined) return null;
  const type = given ?? (namesRecipient ? 'F1' : 'F2');
  // AEAT 1185.
  if (input.has_unidentified_recipient === true && !isWithoutRecipient(type)) {
    report('has_unidentified_recipient', 'not_allowed', formatMessage('only_with_f2_or_r5'), 1185);
  }
  return type;
}

/**
 * Reads the id of the invoice that this one corrects or replaces. Does not check whether that
 * invoice exists, which needs stored data.
 * @returns null if there is none, or if the invoice type was refused.
 */
export function readRectifiedInvoiceId(
  input: InvoiceInput,
  type: InvoiceType | null,
  report: Report,
): number | null {
  const id = input.rectified_invoice_id ?? null;
  if (type === null) return null;
  if (id === null) {
    if (isCorrective(type))
      report('rectified_invoice_id', 'blank', formatMessage('blank_with_type', { type }));
    return null;
  }
  // AEAT 1116, 1117.
  if (!isCorrective(type) && type !== 'F3')
    report('rectified_invoice_id', 'must_be_blank', formatMessage('not_blank_with_type', { type }), 1117);
  else if (id < 1) report('rectified_invoice_id', 'not_found', formatMessage('unknown'));
  return id;
}
