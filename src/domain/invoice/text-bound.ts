import { countCharacters } from '../../contracts/text-lengths.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import { normaliseLineBreaks } from '../reading/read-text.ts';

/** Characters that fit in a PDF of about 100 pages. */
const MAX_TEXT_CHARACTERS = 200_000;
/** Normalizing to NFC makes a text at most three times as long in UTF-16 (Unicode, UAX 15). */
const MAX_GROWTH = 3;

/**
 * Finds whether an invoice's texts are too long to be accepted. Its concepts, notes, operation description, payment method info and
 * footer note may have at most 200,000 characters together (code points after normalization). The rule applies when a batch is accepted,
 * not when it is issued.
 * @returns null if the texts are short enough.
 */
export function findTextExcess(input: InvoiceInput): Finding | null {
  const texts = listTexts(input);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units * MAX_GROWTH <= MAX_TEXT_CHARACTERS) return null;
  if (texts.reduce((sum, text) => sum + countCharacters(normaliseLineBreaks(text)), 0) <= MAX_TEXT_CHARACTERS)
    return null;
  const says = `can't have more than ${MAX_TEXT_CHARACTERS} characters in their concepts and notes, together with the invoice's operation description, payment method info and footer note`;
  return buildFinding('lines', 'too_long', says);
}

function listTexts(input: InvoiceInput): string[] {
  const texts = [input.operation_description, input.payment_method_info, input.footer_note];
  for (const { concept, notes } of input.lines ?? []) texts.push(concept, notes);
  return texts.filter((text) => typeof text === 'string');
}
