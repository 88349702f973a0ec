import {
  MAX_DELIVERY_NOTES,
  MAX_METADATA,
  METADATA_LENGTHS,
  REFERENCE_LENGTH,
} from '../../contracts/limits.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { countCharacters } from '../../contracts/shown-text.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { REFERENCE_MEMBERS, REFERENCES } from '../../contracts/v2/reference-members.ts';
import type { Findings } from '../reading/findings.ts';
import { isBlank, readMember, readText } from '../reading/read-text.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

type References = NonNullable<InvoiceDocument['references']>;

/**
 * Reads the references of an invoice to other documents and to the books of the buyer.
 * @returns null if there are none.
 */
export function readReferences(input: InvoiceInput, findings: Findings): References | null {
  const { report } = findings;
  const references: { -readonly [Name in keyof References]: References[Name] } = {};
  for (const { member, stored } of REFERENCES) {
    const text = readMember(REFERENCE_MEMBERS, input, member, report);
    if (text !== null) references[stored] = text;
  }
  const notes = input.delivery_note_references ?? [];
  if (notes.length > MAX_DELIVERY_NOTES)
    report(
      'delivery_note_references',
      'too_many',
      formatMessage('more_references', { most: MAX_DELIVERY_NOTES }),
    );
  else if (notes.length > 0) {
    const read = notes.map((note) =>
      readText(note, 'delivery_note_references', { maxLength: REFERENCE_LENGTH }, report),
    );
    if (notes.some(isBlank)) report('delivery_note_references', 'blank', formatMessage('blank_reference'));
    references.deliveryNotes = read.filter((note) => note !== null);
  }
  return Object.keys(references).length === 0 ? null : references;
}

/** Checks the metadata, which are stored and returned as sent and never printed. */
export function checkMetadata({ metadata }: InvoiceInput, { report }: Findings): void {
  if (!metadata) return;
  const pairs = Object.entries(metadata);
  if (pairs.length > MAX_METADATA) {
    report('metadata', 'too_many', formatMessage('more_pairs', { most: MAX_METADATA }));
    return;
  }
  for (const [key, value] of pairs) {
    const { key: mostKey, value: mostValue } = METADATA_LENGTHS;
    if (isBlank(key)) report('metadata', 'blank', formatMessage('blank_key'));
    if (countCharacters(key) > mostKey)
      report('metadata', 'too_long', formatMessage('long_key', { most: mostKey }));
    if (countCharacters(value) > mostValue)
      report('metadata', 'too_long', formatMessage('long_value', { most: mostValue }));
    readText(key, 'metadata', { maxLength: mostKey }, report);
    readText(value, 'metadata', { maxLength: mostValue }, report);
  }
}
