import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPdfRenderer, type PdfRenderer } from '../../../src/render/renderer.ts';
import { markChains, retireChain } from '../../../src/platform/postgres/lineage/restores.ts';
import { resumeRemission } from '../../../src/submit/statements/remission.ts';
import { createRenderPaces } from '../../../src/render/render-paces.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { createPerTenantConcurrency } from '../../../src/submit/per-tenant-concurrency.ts';
import { reconcile } from '../../../workers/reconcile.ts';
import { buildProcessBatch } from '../../../workers/process-batch.ts';
import { buildRemitRecords } from '../../../workers/remit-records.ts';
import { buildRenderPdfs } from '../../../workers/render-pdfs.ts';
import { everyNth } from '../../support/long.ts';
import { issuingContext, postBatch } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { KEPT_INSIDE } from '../../support/kept-inside.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';

/*
 * Every kind of job in every state of its rows, the way that production goes: rows in the tables, the reconciler's look at them, its jobs
 * through BullMQ, the real workers; expected is what the tables hold in the end. Nothing here calls what a job does.
 */

const ISSUER = 'B12345674';
/** The reconciler leaves young rows to the job that came with them. */
const GRACE_MS = 5000;

describe('the work that is due', () => {
  let renderer: PdfRenderer;
  let test: TestRemission;
  let queues: TestQueues;
  beforeAll(() => {
    renderer = openPdfRenderer({ chromiumPath: process.env['CHROMIUM_PATH']!, onEvent: () => {} });
  });
  afterAll(() => renderer[Symbol.asyncDispose]());
  beforeEach(async () => {
    test = await openTestRemission({ now: Date.now, settings: { waitSeconds: 0 } });
    queues = await openTestQueues();
  });
  afterEach(async () => {
    await queues[Symbol.asyncDispose]();
    await test[Symbol.asyncDispose]();
  });

  const now = () => new Date();

  /** Everything that a worker process runs, on the product's own queues. */
  function startWorkers(): void {
    const shared = { jobQueues: queues.jobQueues, metrics: queues.metrics, now };
    const batches = buildProcessBatch({ ...issuingContext(test.api), ...shared });
    const renderBatches = buildRenderPdfs({
      ...issuingContext(test.api),
      ...shared,
      ...KEPT_INSIDE,
      renderer,
      slow: new Set<number>(),
      paces: createRenderPaces(),
      handOver: (jobs) => queues.jobQueues.send(jobs),
    });
    queues.work('batches', { 'process-batch': batches });
    queues.work('small-batches', { 'process-batch': batches });
    queues.work('remission', {
      'remit-records': buildRemitRecords({
        ...test.context(),
        ...shared,
        shares: createPerTenantConcurrency(8),
      }),
    });
    queues.work('pdfs', { 'render-pdfs': renderBatches }, 1);
    queues.work('small-pdfs', { 'render-pdfs': renderBatches }, 1);
  }

  /** Rounds of the reconciler until the tables are as expected; nobody else jobs. */
  async function reconcileUntil(isThere: () => Promise<boolean>, what: string): Promise<void> {
    const place = { batch: 0, rendering: 0, endpoint: 0 };
    const later = () => new Date(Date.now() + GRACE_MS);
    await eventually(
      async () => {
        await reconcile({
          pool: test.api.workers.pool,
          jobQueues: queues.jobQueues,
          metrics: queues.metrics,
          now: later,
          place,
        });
        return isThere();
      },
      { within: 40_000, every: 250, what },
    );
  }

  async function read<T>(sql: string): Promise<T> {
    const [row] = await test.read<{ value: T }>(`select (${sql}) as value`);
    return row!.value;
  }
  const unissued = () => read<number>('select count(*)::int from batches where processed_at is null');
  const unrendered = () =>
    read<number>('select count(*)::int from batches where processed_at is not null and rendered_at is null');
  const unanswered = () =>
    read<number>(
      'select coalesce(sum(c.sequence - m.remitted_sequence), 0)::int from chains c join remissions m on m.chain_id = c.id',
    );
  const compared = () => read<number>('select count(*)::int from remissions where compare_since is not null');
  const isDone = async () =>
    (await unissued()) + (await unrendered()) + (await unanswered()) + (await compared()) === 0;
  const post = (count: number, series: string) =>
    postBatch(test.api, test.organization, count, series, () => ({ issuer_nif: ISSUER }));
  const mark = () => markChains(test.pool, now(), null);
  const set = (change: string) => test.pool.query(`update remissions set ${change}`);

  /** One batch of three, through to its PDFs and AEAT's answers, by the workers. */
  async function settleFirst(): Promise<void> {
    startWorkers();
    await post(3, 'FIRST');
    await reconcileUntil(isDone, 'the first batch');
  }
  const refusedJobs = async () =>
    (await queues.metrics.jobsRefused.get()).values.filter(({ value }) => value > 0);
  const jobsNotEnqueued = async () =>
    (await queues.metrics.jobsNotEnqueued.get()).values.filter(({ value }) => value > 0);

  type State = {
    readonly name: string;
    /** Brings the rows into the state. */
    readonly arrange: () => Promise<unknown>;
    /** Default: nothing is left to do. */
    readonly end?: () => Promise<boolean>;
  };

  const STATES: readonly State[] = [
    { name: 'a small batch that is fresh', arrange: () => post(1, 'SMALL') },
    { name: 'a large batch that is fresh', arrange: () => post(51, 'LARGE') },
    {
      name: 'a full envelope that may overtake the wait',
      arrange: async () => {
        await set(`next_allowed_at = now() + interval '1 hour'`);
        await post(1000, 'FULL');
      },
      end: async () => (await unanswered()) === 0,
    },
    {
      name: 'less than a full envelope while AEAT makes it wait: nothing goes',
      arrange: async () => {
        await set(`next_allowed_at = now() + interval '1 hour'`);
        await post(2, 'WAITS');
      },
      end: async () => (await unrendered()) + (await unissued()) === 0 && (await unanswered()) === 2,
    },
    { name: 'a marked chain with nothing pending', arrange: mark },
    {
      name: 'a marked chain with nothing pending while AEAT makes it wait',
      arrange: async () => {
        await set(`next_allowed_at = now() + interval '1 hour'`);
        await mark();
      },
    },
    {
      name: 'a marked chain with nothing pending, and a batch that waits for it',
      arrange: async () => {
        await mark();
        await post(2, 'BEHIND');
      },
    },
    {
      name: 'a marked chain with records pending',
      arrange: async () => {
        await set(`next_allowed_at = now() + interval '1 hour'`);
        await post(2, 'PENDING');
        await reconcileUntil(async () => (await unanswered()) === 2, 'pending records');
        await set('next_allowed_at = null');
        await mark();
      },
    },
    {
      name: 'a marked chain that AEAT did not tell about at first',
      arrange: async () => {
        test.sandbox.control.addFaults({ kind: 'http-status', status: 503, operation: 'consulta', count: 1 });
        await mark();
        await reconcileUntil(
          () => read<boolean>('select exists (select from remissions where compare_after is not null)'),
          'the wait',
        );
        // Half a minute, for the test's sake over at once.
        await set('compare_after = now()');
      },
    },
    {
      name: 'a marked chain that AEAT is ahead of: it is halted',
      arrange: async () => {
        await loseLastRecords();
        await mark();
      },
      end: () => read<boolean>('select halted_at is not null and compare_since is not null from remissions'),
    },
    {
      name: 'a chain that AEAT is ahead of, renewed, with a batch that waits',
      arrange: async () => {
        await loseLastRecords();
        await mark();
        await post(2, 'RENEWED');
        await reconcileUntil(
          () => read<boolean>('select exists (select from remissions where halted_at is not null)'),
          'the halt',
        );
        await retireChain(test.pool, await test.chainOf(ISSUER), now());
      },
    },
    {
      name: 'a halted chain with records pending: nothing goes',
      arrange: async () => {
        await set(`halted_at = now(), halted_reason = 'AEAT 4104'`);
        await post(2, 'HALTED');
      },
      end: async () => (await unrendered()) + (await unissued()) === 0 && (await unanswered()) === 2,
    },
    {
      name: 'a chain that was halted and resumed',
      arrange: async () => {
        await set(`halted_at = now(), halted_reason = 'AEAT 4104'`);
        await post(2, 'RESUMED');
        await reconcileUntil(async () => (await unanswered()) === 2, 'pending records');
        await resumeRemission(test.pool, await test.chainOf(ISSUER), now());
      },
    },
    {
      name: 'a chain that a dead worker was sending for',
      arrange: async () => {
        await set(`attempt = attempt + 1, sending_until = now() + interval '3 seconds'`);
        await post(2, 'LEFT');
      },
    },
    {
      name: 'an annulled invoice, which is sent and rendered anew',
      arrange: async () => {
        const invoiceId = await read<number>('select min(id)::float8 from issued_invoices');
        await correctInvoice(test.correcting(), {
          invoiceId,
          wish: 'annul',
          reason: 'never delivered',
          operator: 'ana',
        });
      },
      end: async () =>
        (await isDone()) &&
        (await read<boolean>('select exists (select from pdfs where is_annulled)')) &&
        (await read<boolean>('select not exists (select from corrections where rendered_at is null)')),
    },
    {
      name: 'PDFs that were lost, few and many',
      arrange: async () => {
        await post(17, 'RENDER_BATCHES');
        await reconcileUntil(isDone, 'the PDFs');
        for (const table of ['pdfs', 'batches'])
          await test.pool.query(`alter table ${table} disable trigger user`);
        await test.pool.query('delete from pdfs');
        await test.pool.query('update batches set rendered_at = null');
        for (const table of ['pdfs', 'batches'])
          await test.pool.query(`alter table ${table} enable trigger user`);
      },
      end: async () => (await isDone()) && (await read<number>('select count(*)::int from pdfs')) === 20,
    },
    {
      name: 'hints that a flush of Redis took away',
      arrange: async () => {
        for (const queue of queues.jobQueues.queues.values()) await queue.pause();
        await post(60, 'FLUSHED');
        await reconcile({
          pool: test.api.workers.pool,
          jobQueues: queues.jobQueues,
          metrics: queues.metrics,
          now: () => new Date(Date.now() + GRACE_MS),
          place: { batch: 0, rendering: 0, endpoint: 0 },
        });
        for (const queue of queues.jobQueues.queues.values()) {
          await queue.drain(true);
          await queue.obliterate({ force: true });
          await queue.resume();
        }
      },
    },
  ];

  /** AEAT keeps what the database forgets, as after a restore. */
  async function loseLastRecords(): Promise<void> {
    const tables = ['record_answers', 'registration_records', 'chains', 'remissions'];
    for (const table of tables) await test.pool.query(`alter table ${table} disable trigger user`);
    await test.pool.query('delete from record_answers where sequence > 1');
    await test.pool.query('delete from registration_records where sequence > 1');
    await test.pool.query(
      `update chains c set sequence = 1, last_hash = r.hash from registration_records r where r.chain_id = c.id and r.sequence = 1`,
    );
    await test.pool.query('update remissions set remitted_sequence = 1');
    for (const table of tables) await test.pool.query(`alter table ${table} enable trigger user`);
  }

  it.each(everyNth(2, STATES))(
    'is done through the queues: $name',
    async ({ name, arrange, end = isDone }) => {
      await settleFirst();
      await arrange();
      await reconcileUntil(end, name);
      expect(await refusedJobs()).toEqual([]);
      expect(await jobsNotEnqueued()).toEqual([]);
    },
    120_000,
  );
});
