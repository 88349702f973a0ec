import { damage, type Damage } from './damage.ts';

const BATCH = `(select min(id) from batches)`;
const flip = (table: string, column: string) =>
  `update ${table} set ${column} = set_byte(${column}, length(${column}) / 2, get_byte(${column}, length(${column}) / 2) # 16) where batch_id = ${BATCH}`;

/** Damage to documents and records in literal blocks, and to signed electronic invoices. */
export const LITERAL_DAMAGES: readonly Damage[] = [
  ...damage('I2', {
    'a flipped bit in the documents of a batch': [
      /part 0 of the documents of batch \d+ cannot be decompressed/,
      flip('document_blocks', 'content'),
    ],
    'a block whose literals have another hash': [
      /its literals differ from those that were compressed/,
      flip('document_blocks', 'sha256'),
    ],
    'lost documents': [
      /issued invoice \d+: its document is missing/,
      `delete from document_blocks where batch_id = ${BATCH}`,
    ],
    'blocks of another batch': [
      /but must contain those of none/,
      `update document_blocks set part = 3 where batch_id = ${BATCH}`,
    ],
    'a flipped bit in a signed electronic invoice': [
      /^The signed Facturae of invoice \d+ (cannot be decompressed|does not have the SHA-256)/,
      `update electronic_files set content = set_byte(content, length(content) / 2, get_byte(content, length(content) / 2) # 16)`,
    ],
    'a signed electronic invoice with another hash': [
      /^The signed Facturae of invoice \d+ does not have the SHA-256/,
      `update electronic_files set sha256 = set_byte(sha256, 0, get_byte(sha256, 0) # 1)`,
    ],
    'a signed electronic invoice of another invoice': [
      /^The signed Facturae of invoice \d+ is that of another invoice/,
      `update electronic_files set issued_invoice_id = issued_invoice_id + 1`,
    ],
  }),
  ...damage('I3', {
    'a flipped bit in the records of a batch': [
      /part 0 of the records of batch \d+ cannot be decompressed/,
      flip('record_blocks', 'content'),
    ],
    'a chain whose records cannot be decompressed, at its first record': [
      /^chain \d+, record 1: part 0 of the records of batch \d+ cannot be decompressed/,
      flip('record_blocks', 'content'),
    ],
    'lost records': [/record 1: its XML is missing/, `delete from record_blocks where batch_id = ${BATCH}`],
  }),
];
