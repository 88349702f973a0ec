import type { Damage } from './damage.ts';

const BATCH = `(select min(id) from batches)`;
const flip = (table: string, column: string) =>
  `update ${table} set ${column} = set_byte(${column}, length(${column}) / 2, get_byte(${column}, length(${column}) / 2) # 16) where batch_id = ${BATCH}`;

/** Damage to documents and records that lie in packs. */
export const LITERAL_DAMAGES: readonly Damage[] = [
  {
    title: 'a flipped bit in the documents of a batch',
    invariant: 'I2',
    place: /part 0 of the documents of batch \d+ cannot be unpacked/,
    sql: [flip('document_packs', 'content')],
  },
  {
    title: 'a flipped bit in the records of a batch',
    invariant: 'I3',
    place: /part 0 of the records of batch \d+ cannot be unpacked/,
    sql: [flip('record_packs', 'content')],
  },
  {
    title: 'records of a chain that cannot be unpacked, at the first of them',
    invariant: 'I3',
    place: /^chain \d+, record 1: part 0 of the records of batch \d+ cannot be unpacked/,
    sql: [flip('record_packs', 'content')],
  },
  {
    title: 'a pack whose literals have another hash',
    invariant: 'I2',
    place: /others than were packed/,
    sql: [flip('document_packs', 'sha256')],
  },
  {
    title: 'lost documents',
    invariant: 'I2',
    place: /issued invoice \d+: its document is nowhere/,
    sql: [`delete from document_packs where batch_id = ${BATCH}`],
  },
  {
    title: 'lost records',
    invariant: 'I3',
    place: /record 1: its XML is nowhere/,
    sql: [`delete from record_packs where batch_id = ${BATCH}`],
  },
  {
    title: 'packs of another batch',
    invariant: 'I2',
    place: /and none lack theirs/,
    sql: [`update document_packs set part = 3 where batch_id = ${BATCH}`],
  },
];
