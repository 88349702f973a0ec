import { hash } from 'node:crypto';
import { type Database, withStatements } from '../../../../src/platform/postgres/open-database.ts';
import type { PlacedBlock } from '../../../../src/platform/literals/build-block.ts';
import { compareTurns, interleave, type Turn } from '../measuring/interleave.ts';
import { expectEqual, countRows } from '../measuring/prove.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { buildNewBatch, listTwins, type Twins, type TwinsGround } from '../product/statement-twins.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PREPARED = 'prepared statement';
const MAPPED = 'MikroORM';
const INVOICES = 1000;
/** Of the rows that are written: no other row has them. */
const LEAP = 100;

/**
 * Goal `statements`: what each group of prepared statements that stays is worth (ADR 53). Both ways write the same rows in a transaction that is rolled back, without triggers,
 * so that each turn finds what the one before it found and neither pays for what the database checks.
 */
export async function measureStatements(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  const ground = await prepareGround(product);
  const findings: Finding[] = [];
  for (const twins of listTwins(ground)) {
    const rows = new Set<number>();
    const contenders = [
      { name: PREPARED, takePermit: () => takeTurn(product, twins, 'prepared', rows) },
      { name: MAPPED, takePermit: () => takeTurn(product, twins, 'mapped', rows) },
    ];
    const turns = await interleave(contenders, {
      rounds: bench.options.repeats * bench.pick(3, 1),
      warmUps: bench.pick(3, 1),
    });
    expectEqual('Different counts of rows', rows.size, 1);
    findings.push({
      goal: 'statements',
      what: `${twins.name}: how many times as fast by prepared statements as by MikroORM`,
      unit: '×',
      value: compareTurns(turns, MAPPED, PREPARED),
      figures: [...buildFigures(turns).values()],
      proof: `${[...rows].join()} rows each time`,
    });
  }
  return findings;
}

class Undone extends Error {}

async function takeTurn(
  { orm }: Pick<Database, 'orm'>,
  twins: Twins,
  way: 'prepared' | 'mapped',
  rows: Set<number>,
): Promise<Turn> {
  let ms = 0;
  const run = withStatements(orm, async (em, client) => {
    await client.query('set local session_replication_role = replica');
    const began = performance.now();
    rows.add(way === 'prepared' ? await twins.prepared(client) : await twins.mapped(em));
    ms = performance.now() - began;
    throw new Undone();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return { ms, cpuMs: null };
}

/** A batch that a worker has issued, and rows as its own under ids that nobody has. */
async function prepareGround(product: Product): Promise<TwinsGround> {
  const client = await product.openClient();
  const { organizationId } = client;
  const batchId = await client.post(buildBatch(INVOICES, 'T'));
  await product.startWorker('batches');
  await waitUntil(
    async () => (await countRows(product.pool, 'batches where processed_at is null')) === 0,
    'the batch to be issued',
    { pauseMs: 50 },
  );
  const read = async <T>(sql: string) => (await product.pool.query(sql)).rows as T[];
  const invoices = await read<TwinsGround['invoices'][number]>(
    `select id::float8 + ${LEAP * 1000} as id, issuer_nif as "issuerNif", 'T-' || invoice_number as number, to_char(issue_date, 'YYYY-MM-DD') as "issueDate", total::text as total,
            null as "issuerProfileId", qr_url as "qrUrl", document_bytes as "documentBytes", invoice_type as type, issuer_name as "issuerName", null as "operationDate", null as "rectifiedInvoiceId"
     from issued_invoices order by id`,
  );
  const records = await read<TwinsGround['records'][number]>(
    `select chain_id::float8 as "chainId", sequence::float8 + 1000000 as sequence, issued_invoice_id::float8 + ${LEAP * 1000} as "issuedInvoiceId", coalesce(previous_hash, hash) as "previousHash", hash
     from registration_records order by sequence`,
  );
  const blocks = (table: string) =>
    read<PlacedBlock>(
      `select batch_id::float8 + ${LEAP} as "batchId", part, codec, occupancy, sha256, content from ${table} order by part`,
    );
  const [session] = await read<{ tokenHash: Buffer }>(
    'select token_hash as "tokenHash" from sessions limit 1',
  );
  const now = new Date();
  return {
    organizationId,
    batchId,
    chainId: records[0]!.chainId,
    tokenHash: session?.tokenHash ?? hash('sha256', 'none', 'buffer'),
    batch: buildNewBatch(organizationId, INVOICES, now),
    invoices,
    documents: await blocks('document_blocks'),
    records,
    xml: await blocks('record_blocks'),
    answers: records.map(({ sequence }) => ({ sequence, state: 'accepted', code: null, message: null })),
    now,
  };
}
