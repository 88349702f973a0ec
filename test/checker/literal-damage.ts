import type { Damage } from './damage.ts';

const BATCH = `(select min(id) from batches)`;
const flip = (table: string, column: string) =>
  `update ${table} set ${column} = set_byte(${column}, length(${column}) / 2, get_byte(${column}, length(${column}) / 2) # 16) where batch_id = ${BATCH}`;

/** Damage to documents and records in literal blocks, and to signed electronic invoices. */
export const LITERAL_DAMAGES: readonly Damage[] = [
  {
    title: 'a flipped bit in the documents of a batch',
    invariant: 'I2',
    place: /part 0 of the documents of batch \d+ cannot be decompressed/,
    sql: [flip('document_blocks', 'content')],
  },
  {
    title: 'a flipped bit in the records of a batch',
    invariant: 'I3',
    place: /part 0 of the records of batch \d+ cannot be decompressed/,
    sql: [flip('record_blocks', 'content')],
  },
  {
    title: 'a chain whose records cannot be decompressed, at its first record',
    invariant: 'I3',
    place: /^chain \d+, record 1: part 0 of the records of batch \d+ cannot be decompressed/,
    sql: [flip('record_blocks', 'content')],
  },
  {
    title: 'a block whose literals have another hash',
    invariant: 'I2',
    place: /its literals differ from those that were compressed/,
    sql: [flip('document_blocks', 'sha256')],
  },
  {
    title: 'lost documents',
    invariant: 'I2',
    place: /issued invoice \d+: its document is missing/,
    sql: [`delete from document_blocks where batch_id = ${BATCH}`],
  },
  {
    title: 'lost records',
    invariant: 'I3',
    place: /record 1: its XML is missing/,
    sql: [`delete from record_blocks where batch_id = ${BATCH}`],
  },
  {
    title: 'blocks of another batch',
    invariant: 'I2',
    place: /but must contain those of none/,
    sql: [`update document_blocks set part = 3 where batch_id = ${BATCH}`],
  },
  {
    title: 'a flipped bit in a signed electronic invoice',
    invariant: 'I2',
    place: /^The signed Facturae of invoice \d+ (cannot be decompressed|does not have the SHA-256)/,
    sql: [
      `update electronic_files set content = set_byte(content, length(content) / 2, get_byte(content, length(content) / 2) # 16)`,
    ],
  },
  {
    title: 'a signed electronic invoice with another hash',
    invariant: 'I2',
    place: /^The signed Facturae of invoice \d+ does not have the SHA-256/,
    sql: [`update electronic_files set sha256 = set_byte(sha256, 0, get_byte(sha256, 0) # 1)`],
  },
  {
    title: 'a signed electronic invoice of another invoice',
    invariant: 'I2',
    place: /^The signed Facturae of invoice \d+ is that of another invoice/,
    sql: [`update electronic_files set issued_invoice_id = issued_invoice_id + 1`],
  },
];
