import type { BatchView } from '../../src/contracts/answers.ts';
import type { CreateBatchBody } from '../../src/contracts/invoice-input.ts';
import { compressBody, decompressBody } from '../../src/platform/literals/stored-body.ts';
import { eventually } from '../support/eventually.ts';
import { readStoredDocument, replaceDocument } from '../support/literals.ts';
import type { Fault } from './fault.ts';
import { measureIssuing } from './lose-redis.ts';
import { countLeft, type World } from './support/world.ts';

/**
 * Changes an invoice as if a gap in the rules had accepted it. Each change makes the engine's code
 * or PostgreSQL fail.
 */
const POISONS: readonly ((invoice: Record<string, unknown>) => void)[] = [
  (invoice) => void (invoice['recipient_legal_name'] = 'a \u0000 that PostgreSQL cannot store'),
  (invoice) => void (invoice['lines'] = null),
  (invoice) => void (invoice['lines'] = [{ concept: 'x', units: 1, unit_price: 1e308, tax_rate: 21 }]),
  (invoice) => void (invoice['operation_date'] = '2026-02-30'),
  (invoice) => void (invoice['issuer_nif'] = null),
  (invoice) => void (invoice['invoice_type'] = 'F9'),
  (invoice) => void (invoice['lines'] = [{ concept: 'lone \ud800', units: 1, unit_price: 1, tax_rate: 21 }]),
];

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 60;

export const poison: Fault<World> = {
  name: 'poison',
  hurts: 'invoices that break issuing, and a document that breaks rendering',
  undone: 'the document is repaired; the invoices stay failed',
  awaits: 'all the others are issued',
  async run(world) {
    const { isShort } = world;
    await world.startIngress();
    const invoices = isShort ? 100 : 500;
    const ids = await world.load({ batches: POISONS.length, invoices, clients: 1, series: 'Z' });
    for (const [index, id] of ids.entries()) await spoil(world, id, POISONS[index]!);
    const started = performance.now();
    const issuer = await world.startWorker({ WORKER_QUEUES: 'batches' });
    const recovery = await measureIssuing(world, started);
    await issuer.end();
    const { rows } = await world.pool.query<BatchView & { failed: number }>(
      `select id, status, (select count(*)::int from batch_invoices i where i.batch_id = b.id and i.processing_error is not null) as failed
       from batches b order by id`,
    );
    for (const { id, status, failed } of rows) {
      if (status !== 'processed_with_errors' || failed !== 1)
        throw new Error(`batch ${id} is ${status}, ${failed} of its invoices failed instead of one`);
    }
    await breakRendering(world, ids[0]! * 1000 + 5, invoices);
    return [{ what: 'all the others are issued', seconds: recovery, limit: GOAL_SECONDS }];
  },
};

/** Replaces the fourth invoice by an invalid one, with the triggers disabled. */
async function spoil(
  world: World,
  batchId: number,
  change: (invoice: Record<string, unknown>) => void,
): Promise<void> {
  const { rows } = await world.pool.query<{ body: Buffer }>(
    'select body from batch_bodies where batch_id = $1',
    [batchId],
  );
  const body = JSON.parse(decompressBody(rows[0]!.body).toString('utf8')) as CreateBatchBody;
  change(body.invoice_batch.invoices[3] as Record<string, unknown>);
  const spoiled = await compressBody(Buffer.from(JSON.stringify(body)));
  await unguarded(world, 'batch_bodies', 'update batch_bodies set body = $2 where batch_id = $1', [
    batchId,
    spoiled,
  ]);
}

/** Expects all PDFs except that of the broken document, and after its repair that one as well. */
async function breakRendering(world: World, id: number, invoices: number): Promise<void> {
  const whole = await readStoredDocument(world.pool, id);
  await replaceDocument(world.pool, id, JSON.stringify({ ...(JSON.parse(whole) as object), totals: null }));
  await world.startWorker();
  await eventually(
    async () => {
      const { rows: counted } = await world.pool.query<{ pdfs: number }>(
        'select count(*)::int as pdfs from pdfs',
      );
      return counted[0]!.pdfs === POISONS.length * (invoices - 1) - 1;
    },
    { within: 180_000, every: 200, what: 'all PDFs except the broken one' },
  );
  const left = await countLeft(world.pool);
  if (left.pdfs !== 1) throw new Error(`${left.pdfs} batches wait for PDFs instead of one`);
  await replaceDocument(world.pool, id, whole);
  await world.finished();
}

async function unguarded(world: World, table: string, sql: string, values: unknown[]): Promise<void> {
  await world.pool.query(`alter table ${table} disable trigger user`);
  await world.pool.query(sql, values);
  await world.pool.query(`alter table ${table} enable trigger user`);
}
