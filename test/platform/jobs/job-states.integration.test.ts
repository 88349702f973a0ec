import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPdfRenderer, type PdfRenderer } from '../../../src/render/renderer.ts';
import { markChains, retireChain } from '../../../src/platform/postgres/lineage/restores.ts';
import { resumeRemission } from '#src/remit/statements/remission.ts';
import { createRenderPaces } from '../../../src/render/render-paces.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
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
 * Tests every kind of job in every state of its rows as in production: the reconciler reads the
 * rows and enqueues jobs through BullMQ, and the real workers run them. The tests check the rows at
 * the end and never call the function of a job.
 */

const ISSUER = 'B12345674';
/**
 * The reconciler ignores rows that are younger, because their job was enqueued together with them.
 */
const GRACE_MS = 5000;

describe('due work in the tables', () => {
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

  /** Starts all workers of a worker process on the product's queues. */
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
        shares: createPerOrganizationConcurrency(8),
      }),
    });
    queues.work('pdfs', { 'render-pdfs': renderBatches }, 1);
    queues.work('small-pdfs', { 'render-pdfs': renderBatches }, 1);
  }

  /** Runs the reconciler until the tables are as expected. Nothing else enqueues jobs. */
  async function reconcileUntil(isThere: () => Promise<boolean>, what: string): Promise<void> {
    const place = { batch: 0, rendering: 0, endpoint: 0 };
    const later = () => new Date(Date.now() + GRACE_MS);
    await eventually(
      async () => {
        try {
          await reconcile({
            pool: test.api.workers.pool,
            jobQueues: queues.jobQueues,
            metrics: queues.metrics,
            now: later,
            environment: { SPFE_TRANSPORT: 'none' },
            place,
          });
        } catch (error) {
          // As in a worker process, the next round enqueues what Redis did not confirm within two
          // seconds.
          if ((error as Error).message !== 'Command timed out') throw error;
        }
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

  /** Lets the workers complete one batch of three invoices, with its PDFs and AEAT's answers. */
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
    /** Changes the rows to the state. */
    readonly arrange: () => Promise<unknown>;
    /** Whether the expected end is reached. By default all work is done. */
    readonly end?: () => Promise<boolean>;
  };

  const STATES: readonly State[] = [
    { name: 'a new small batch', arrange: () => post(1, 'SMALL') },
    { name: 'a new large batch', arrange: () => post(51, 'LARGE') },
    {
      name: 'a full envelope that may overtake the wait',
      arrange: async () => {
        await set(`next_allowed_at = now() + interval '1 hour'`);
        await post(1000, 'FULL');
      },
      end: async () => (await unanswered()) === 0,
    },
    {
      name: 'less than a full envelope during a wait of AEAT: nothing is sent',
      arrange: async () => {
        await set(`next_allowed_at = now() + interval '1 hour'`);
        await post(2, 'WAITS');
      },
      end: async () => (await unrendered()) + (await unissued()) === 0 && (await unanswered()) === 2,
    },
    { name: 'a marked chain with nothing pending', arrange: mark },
    {
      name: 'a marked chain with nothing pending during a wait of AEAT',
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
      name: 'a marked chain for which AEAT did not answer at first',
      arrange: async () => {
        test.sandbox.control.addFaults({ kind: 'http-status', status: 503, operation: 'consulta', count: 1 });
        await mark();
        await reconcileUntil(
          () => read<boolean>('select exists (select from remissions where compare_after is not null)'),
          'the wait',
        );
        // Ends the wait of half a minute at once.
        await set('compare_after = now()');
      },
    },
    {
      name: 'a marked chain that AEAT is ahead of, which is halted',
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
      name: 'a halted chain with records pending: nothing is sent',
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
      name: 'a chain whose worker died while sending',
      arrange: async () => {
        await set(`attempt = attempt + 1, sending_until = now() + interval '3 seconds'`);
        await post(2, 'LEFT');
      },
    },
    {
      name: 'an annulled invoice, which is sent and rendered again',
      arrange: async () => {
        const invoiceId = await read<number>('select min(id)::float8 from issued_invoices');
        await correctInvoice(test.correcting(), {
          invoiceId,
          action: 'annul',
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
      name: 'lost PDFs, few and many',
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
      name: 'jobs that were lost in a flush of Redis',
      arrange: async () => {
        for (const queue of queues.jobQueues.queues.values()) await queue.pause();
        await post(60, 'FLUSHED');
        await reconcile({
          pool: test.api.workers.pool,
          jobQueues: queues.jobQueues,
          metrics: queues.metrics,
          now: () => new Date(Date.now() + GRACE_MS),
          environment: { SPFE_TRANSPORT: 'none' },
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

  /** Deletes records that AEAT has, as after a restore of an older backup. */
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
