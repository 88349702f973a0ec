import { buildBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import type { Connection } from '../platform/postgres/database.ts';
import type { LiteralTable } from '../platform/literals/codecs.ts';
import { type LiteralBlock, decompressLiterals } from '../platform/literals/literal-block.ts';
import { type BlockPlace, POSITIONS_PER_BLOCK } from '../platform/literals/block-place.ts';
import { buildVerdict, type InvariantName, type Verdict } from './invariant.ts';

/** A row whose literal is in a block, with the columns that must agree with the literal. */
type Bare = {
  readonly id: number;
  readonly type?: string;
  readonly issuerName?: string;
  readonly operationDate?: string | null;
  readonly bytes?: number;
};
type CheckedBlock = BlockPlace & LiteralBlock & { readonly rows: readonly Bare[] };

type BlockRule = {
  readonly invariant: InvariantName;
  readonly says: string;
  readonly blocks: string;
  /** Selects the rows whose literals must be in block `p`. */
  readonly bare: string;
  /** Selects the rows whose block is missing. */
  readonly lost: string;
  /** @returns the fault of a literal, or null. */
  readonly judge: (row: Bare, text: string) => string | null;
};

const inRange = (id: string) =>
  `${id} between p.batch_id * 1000 + p.part * ${POSITIONS_PER_BLOCK} and p.batch_id * 1000 + least(p.part * ${POSITIONS_PER_BLOCK} + ${POSITIONS_PER_BLOCK - 1}, 999)`;
/**
 * Literals of an archived month are in the files of that month, which were compared with these rows
 * before the month was archived.
 */
const withoutBlock = (blocks: string, id: string) =>
  `not exists (select from ${blocks} p where p.batch_id = ${id} / 1000 and p.part = ${id} % 1000 / ${POSITIONS_PER_BLOCK})
   and not exists (select from archived_months() m where ${id} / 1000 >= m.first_batch and ${id} / 1000 < m.end_batch)`;

const RULES: Readonly<Record<LiteralTable, BlockRule>> = {
  documents: {
    invariant: 'I2',
    says: 'The document of an issued invoice is intact in its literal block and agrees with its row',
    blocks: 'document_blocks',
    bare: `select json_build_object('id', x.id, 'type', x.invoice_type, 'issuerName', x.issuer_name, 'operationDate', x.operation_date, 'bytes', x.document_bytes)
           from issued_invoices x where ${inRange('x.id')} order by x.id`,
    lost: `select format('issued invoice %s: its document is missing', x.id) as place
           from issued_invoices x where ${withoutBlock('document_blocks', 'x.id')}`,
    judge: judgeDocument,
  },
  records: {
    invariant: 'I3',
    says: 'The first record of an invoice is intact in its literal block, and later records are in their rows',
    blocks: 'record_blocks',
    bare: `select json_build_object('id', r.issued_invoice_id)
           from registration_records r where ${inRange('r.issued_invoice_id')} and r.xml is null order by r.issued_invoice_id`,
    lost: `select format('chain %s, record %s: its XML is missing', r.chain_id, r.sequence) as place
           from registration_records r where r.xml is null and ${withoutBlock('record_blocks', 'r.issued_invoice_id')}`,
    judge: ({ id }, text) =>
      text.startsWith('<si:RegistroAlta>') && !text.includes('<si:Subsanacion>S<')
        ? null
        : `invoice ${id}: its block contains no first record`,
  },
};

/** Decompresses every literal and compares it with its row. */
export async function checkLiteralBlocks(connection: Connection): Promise<Verdict[]> {
  return [await checkTable(connection, 'documents'), await checkTable(connection, 'records')];
}

async function checkTable(connection: Connection, table: LiteralTable): Promise<Verdict> {
  const { invariant, says, lost, judge } = RULES[table];
  const { rows } = await connection.query<{ place: string }>(lost);
  const places = rows.map(({ place }) => place);
  let looked = 0;
  for await (const block of readBlocks(connection, RULES[table])) {
    looked += 1;
    for (const place of await judgeBlock(table, block, judge)) places.push(place);
  }
  return buildVerdict(invariant, says, looked, places);
}

const PAGE = 200;

async function* readBlocks(
  connection: Connection,
  { blocks, bare }: BlockRule,
): AsyncGenerator<CheckedBlock> {
  let after: BlockPlace = { batchId: 0, part: 0 };
  for (;;) {
    const { rows } = await connection.query<CheckedBlock>(
      `select p.batch_id::float8 as "batchId", p.part, p.codec, p.sha256, p.content, array(${bare}) as rows
       from ${blocks} p where (p.batch_id, p.part) > ($1, $2) order by p.batch_id, p.part limit ${PAGE}`,
      [after.batchId, after.part],
    );
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!;
  }
}

async function judgeBlock(
  table: LiteralTable,
  block: CheckedBlock,
  judge: BlockRule['judge'],
): Promise<string[]> {
  const name = `part ${block.part} of the ${table} of batch ${block.batchId}`;
  let literals: ReadonlyMap<number, string>;
  try {
    literals = await decompressLiterals(table, block);
  } catch (error) {
    return [`${name} cannot be decompressed: ${(error as Error).message}`];
  }
  const held = [...literals.keys()].map((position) => buildBatchInvoiceId(block.batchId, position));
  const lacking = block.rows.map(({ id }) => id);
  if (held.join() !== lacking.join())
    return [
      `${name} contains the literals of invoices ${held.join()}, but must contain those of ${lacking.join() || 'none'}`,
    ];
  return block.rows.flatMap((row) => judge(row, literals.get(row.id % 1000)!) ?? []);
}

function judgeDocument({ id, type, issuerName, operationDate, bytes }: Bare, text: string): string | null {
  const document = JSON.parse(text) as {
    readonly type: string;
    readonly issuer: { readonly name: string };
    readonly operationDate: string | null;
  };
  const beside = [type, issuerName, operationDate, bytes].join(', ');
  const said = [document.type, document.issuer.name, document.operationDate, Buffer.byteLength(text)].join(
    ', ',
  );
  return beside === said
    ? null
    : `issued invoice ${id}: the row contains ${beside}, but the document contains ${said}`;
}
