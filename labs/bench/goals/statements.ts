import { hash } from 'node:crypto';
import { type Database, withStatements } from '../../../src/platform/postgres/open-database.ts';
import type { PlacedBlock } from '../../../src/platform/literals/build-block.ts';
import { compareSamples, interleave, type Sample } from '../measuring/interleave.ts';
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
/** The offset of the ids of the rows that are written, so that they collide with no other row. */
const LEAP = 100;

/**
 * Goal `statements`: the advantage of each remaining group of prepared statements (ADR 53). Both
 * ways write the same rows in a transaction that is rolled back, so that every sample starts from
 * the same state. Triggers are disabled, so that neither way includes the database's own checks.
 */
export async function measureStatements(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  const ground = await prepareGround(product);
  const findings: Finding[] = [];
  for (const twins of listTwins(ground)) {
    const rows = new Set<number>();
    const contenders = [
      { name: PREPARED, measure: () => measureTwin(product, twins, 'prepared', rows) },
      { name: MAPPED, measure: () => measureTwin(product, twins, 'mapped', rows) },
    ];
    const samples = await interleave(contenders, {
      rounds: bench.options.repeats * bench.pick(3, 1),
      warmUps: bench.pick(3, 1),
    });
    expectEqual('Different counts of rows', rows.size, 1);
    findings.push({
      goal: 'statements',
      what: `${twins.name}: how many times as fast by prepared statements as by MikroORM`,
      unit: '×',
      value: compareSamples(samples, MAPPED, PREPARED),
      figures: [...buildFigures(samples).values()],
      proof: `${[...rows].join()} rows each time`,
    });
  }
  return findings;
}

class Undone extends Error {}

async function measureTwin(
  { orm }: Pick<Database, 'orm'>,
  twins: Twins,
  way: 'prepared' | 'mapped',
  rows: Set<number>,
): Promise<Sample> {
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

/**
 * Prepares a batch that a worker has issued, and copies of its rows under ids that do not exist.
 */
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
            null as "issuerProfileId", qr_url as "qrUrl", document_bytes as "documentBytes", invoice_type as type, issuer_name as "issuerName", null as "operationDate", null as rectifies, recipient_term::float8 as "recipientTerm",
            array[]::integer[] as "furtherTerms"
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
