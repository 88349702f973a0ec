import { MAX_DELIVERY_NOTES, MAX_METADATA } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS, countCharacters } from '../../contracts/text-lengths.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings } from '../reading/findings.ts';
import { isBlank, readText } from '../reading/read-text.ts';

type References = NonNullable<InvoiceDocument['references']>;

const TEXTS = [
  ['buyer_reference', 'buyer'],
  ['order_reference', 'order'],
  ['contract_reference', 'contract'],
  ['project_reference', 'project'],
  ['accounting_reference', 'accounting'],
] as const;

/** Reads the references of an invoice to other documents (EN 16931 BT-10, 13, 12, 11 and 16) and to the books of the buyer (BT-19). @returns null if there are none. */
export function readReferences(input: InvoiceInput, findings: Findings): References | null {
  const { report } = findings;
  const references: { -readonly [Name in keyof References]: References[Name] } = {};
  for (const [member, name] of TEXTS) {
    const text = readText(input[member], member, MAX_LENGTHS.reference, report);
    if (text !== null) references[name] = text;
  }
  const notes = input.delivery_note_references ?? [];
  if (notes.length > MAX_DELIVERY_NOTES)
    report(
      'delivery_note_references',
      'too_many',
      `cannot contain more than ${MAX_DELIVERY_NOTES} references`,
    );
  else if (notes.length > 0) {
    const read = notes.map((note) =>
      readText(note, 'delivery_note_references', MAX_LENGTHS.reference, report),
    );
    if (notes.some(isBlank)) report('delivery_note_references', 'blank', "can't contain a blank reference");
    references.deliveryNotes = read.filter((note) => note !== null);
  }
  return Object.keys(references).length === 0 ? null : references;
}

/** Checks the metadata, which are stored and returned as sent and never printed. */
export function checkMetadata({ metadata }: InvoiceInput, { report }: Findings): void {
  if (!metadata) return;
  const pairs = Object.entries(metadata);
  if (pairs.length > MAX_METADATA) {
    report('metadata', 'too_many', `cannot contain more than ${MAX_METADATA} pairs`);
    return;
  }
  for (const [key, value] of pairs) {
    const { metadata_key: mostKey, metadata_value: mostValue } = MAX_LENGTHS;
    if (isBlank(key)) report('metadata', 'blank', "can't contain a blank key");
    if (countCharacters(key) > mostKey)
      report('metadata', 'too_long', `can't contain a key longer than ${mostKey} characters`);
    if (countCharacters(value) > mostValue)
      report('metadata', 'too_long', `can't contain a value longer than ${mostValue} characters`);
    readText(key, 'metadata', mostKey, report);
    readText(value, 'metadata', mostValue, report);
  }
}
