import { countCharacters } from '../../contracts/shown-text.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { LINE_TEXTS } from '../../contracts/v2/line-members.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import { normaliseLineBreaks } from '../reading/read-text.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { RequestRules } from '../reading/request-rules.ts';

/** Characters that fit in a PDF of about 100 pages. */
const MAX_TEXT_CHARACTERS = 200_000;
/** Normalizing to NFC makes a text at most three times as long in UTF-16 (Unicode, UAX 15). */
const MAX_GROWTH = 3;

/**
 * Finds whether an invoice's texts are too long to be accepted. The texts of its lines, its
 * operation description, payment method info and footer note, and the texts of its objects and
 * lists, may have at most 200,000 characters together (code points after normalization). The rule
 * applies when a batch is accepted, not when it is issued.
 * @returns null if the texts are short enough.
 */
export function findTextExcess(input: InvoiceInput, { isFlat }: RequestRules): Finding | null {
  const texts = listTexts(input);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units * MAX_GROWTH <= MAX_TEXT_CHARACTERS) return null;
  if (texts.reduce((sum, text) => sum + countCharacters(normaliseLineBreaks(text)), 0) <= MAX_TEXT_CHARACTERS)
    return null;
  const says = formatMessage(isFlat ? 'much_text_of_lines' : 'much_text_of_invoice', {
    most: MAX_TEXT_CHARACTERS,
  });
  return buildFinding('lines', 'too_long', says);
}

function listTexts(input: InvoiceInput): string[] {
  const texts = [input.operation_description, input.payment_method_info, input.footer_note];
  for (const line of input.lines ?? []) {
    texts.push(line.concept, line.notes);
    for (const { member, maxLength } of LINE_TEXTS) if (maxLength !== undefined) texts.push(line[member]);
    for (const { reason } of [...(line.allowances ?? []), ...(line.charges ?? [])]) texts.push(reason);
  }
  for (const { name, address, city, contact } of input.recipients ?? [])
    texts.push(name, address, city, contact?.name, contact?.email);
  texts.push(input.delivery?.name, input.delivery?.address, input.delivery?.city, input.payee?.name);
  for (const { reason } of [...(input.allowances ?? []), ...(input.charges ?? [])]) texts.push(reason);
  for (const { number_serie: number } of [
    ...(input.replaces ?? []),
    ...(input.rectification?.invoices ?? []),
  ])
    texts.push(number);
  texts.push(input.rectification?.reason, input.payment?.terms);
  for (const note of input.delivery_note_references ?? []) texts.push(note);
  return texts.filter((text) => typeof text === 'string');
}
