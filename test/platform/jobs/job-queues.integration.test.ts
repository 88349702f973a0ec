import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessBatchJob, RenderLongPdfJob, RenderPdfsJob } from '../../../src/contracts/jobs.ts';
import { buildLongRenderingJob, buildSlowRenderingJob } from '../../../src/render/rendering-jobs.ts';
import { openProducerConnection } from '../../../src/platform/jobs/connection.ts';
import { openJobQueues, queueOf } from '../../../src/platform/jobs/job-queues.ts';
import { readJobStatus } from '../../../src/platform/jobs/job-status.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';

const batch = (batchId: number) =>
  ({ name: 'process-batch', payload: { organizationId: 1, batchId, invoices: 100, work: 100 } }) as const;
const part = (batchId: number, from: number, to: number) => ({ organizationId: 1, batchId, from, to });

describe('an enqueued job', () => {
  let queues: TestQueues;
  const processed: number[] = [];
  const rendered: RenderPdfsJob[] = [];
  const blocked = new Map<number, PromiseWithResolvers<void>>();
  let failing: number | undefined;

  beforeAll(async () => {
    queues = await openTestQueues();
    queues.work('batches', {
      'process-batch': async ({ batchId }: ProcessBatchJob) => {
        processed.push(batchId);
        await blocked.get(batchId)?.promise;
        if (failing === batchId) throw new Error('as ordered');
        return {};
      },
    });
  });
  afterAll(() => queues[Symbol.asyncDispose]());

  const timesProcessed = (id: number) => processed.filter((batchId) => batchId === id).length;
  const isIdle = async () => {
    const counts = await queues.jobQueues.queues
      .get('batches')!
      .getJobCounts('active', 'waiting', 'prioritized');
    return counts['active'] === 0 && counts['waiting'] === 0 && counts['prioritized'] === 0;
  };

  it('is not enqueued twice while it waits or runs', async () => {
    blocked.set(1, Promise.withResolvers());
    await queues.jobQueues.send([batch(1), batch(1)]);
    await eventually(() => timesProcessed(1) === 1);
    await queues.jobQueues.send([batch(1)]);
    blocked.get(1)!.resolve();
    await eventually(isIdle);
    expect(timesProcessed(1)).toBe(1);
  });

  it('can be enqueued again after it ended, although the ended job is kept', async () => {
    await queues.jobQueues.send([batch(2)]);
    await eventually(() => timesProcessed(2) === 1);
    await eventually(isIdle);
    await queues.jobQueues.send([batch(2)]);
    await eventually(() => timesProcessed(2) === 2);
    expect(timesProcessed(2)).toBe(2);
  });

  it('is retried when it fails and cannot be enqueued twice meanwhile', async () => {
    failing = 3;
    await queues.jobQueues.send([batch(3)]);
    await eventually(() => timesProcessed(3) === 1);
    await queues.jobQueues.send([batch(3)]);
    failing = undefined;
    await eventually(() => timesProcessed(3) === 2);
    await eventually(isIdle);
    expect(timesProcessed(3)).toBe(2);
  });

  it('shows its failure until it succeeds', async () => {
    failing = 4;
    const failure = async () => (await readJobStatus(queues.jobQueues, [batch(4)])).failure?.text;
    await queues.jobQueues.send([batch(4)]);
    expect(await eventually(failure)).toBe('as ordered');
    failing = undefined;
    await eventually(async () => (await failure()) === undefined);
    expect(timesProcessed(4)).toBeGreaterThan(1);
  });

  it('fails without running or retrying if its payload does not match the catalog', async () => {
    const queue = queues.jobQueues.queues.get('batches')!;
    const job = await queue.add('process-batch', { batchId: 'one' }, { attempts: 5, removeOnFail: false });
    await eventually(async () => (await queue.getJobState(job.id!)) === 'failed');
    expect((await queue.getJob(job.id!))!.failedReason).toContain(
      'process-batch is refused: must have required properties',
    );
    expect((await queue.getJob(job.id!))!.attemptsMade).toBe(1);
  });

  it('overtakes waiting jobs if it is urgent, even one for the same rows', async () => {
    const gate = Promise.withResolvers<void>();
    await queues.jobQueues.send(
      [1, 2, 3].map((id) => ({ name: 'render-pdfs', payload: part(id, 0, 99), work: 100 }) as const),
    );
    await queues.jobQueues.send([{ name: 'render-pdfs', payload: part(3, 0, 99), urgent: true }]);
    queues.work(
      'pdfs',
      {
        'render-pdfs': async (job: RenderPdfsJob) => {
          rendered.push(job);
          if (rendered.length === 4) gate.resolve();
          return {};
        },
      },
      1,
    );
    await gate.promise;
    expect(rendered.map(({ batchId }) => batchId)).toEqual([3, 1, 2, 3]);
  });

  it('makes other urgent jobs of its organization wait until it ends, if it is urgent', async () => {
    await using own = await openTestQueues();
    const job = (organizationId: number, batchId: number) =>
      ({
        name: 'render-pdfs',
        payload: { organizationId, batchId, from: 0, to: 0 },
        work: 1,
      }) as const;
    const urgent = (organizationId: number, batchId: number) => ({
      ...job(organizationId, batchId),
      urgent: true,
    });
    await own.jobQueues.send([job(3, 6), job(3, 7)]);
    for (const batchId of [1, 2, 3]) await own.jobQueues.send([urgent(1, batchId)]);
    await own.jobQueues.send([urgent(2, 4)]);
    await own.jobQueues.send([urgent(1, 5)]);
    const order: number[] = [];
    const processor = async ({ batchId }: RenderPdfsJob) => {
      order.push(batchId);
      // The second urgent job is not enqueued while the first runs.
      if (batchId === 1) await own.jobQueues.send([urgent(1, 2)]);
      return {};
    };
    own.work('small-pdfs', { 'render-pdfs': processor }, 1);
    await eventually(() => order.length === 4);
    expect(order).toEqual([1, 4, 6, 7]);
    await own.jobQueues.send([urgent(1, 2)]);
    await eventually(() => order.length === 5);
    expect(order.at(-1)).toBe(2);
  });

  it('does not block other urgent jobs after it failed, because an urgent job is not retried', async () => {
    await using own = await openTestQueues();
    const ran: number[] = [];
    const processor = async ({ batchId }: RenderPdfsJob) => {
      ran.push(batchId);
      if (batchId === 1) throw new Error('as ordered');
      return {};
    };
    own.work('small-pdfs', { 'render-pdfs': processor }, 1);
    const queue = own.jobQueues.queues.get('small-pdfs')!;
    const urgent = (batchId: number) =>
      ({ name: 'render-pdfs', payload: part(batchId, 0, 0), urgent: true }) as const;
    await own.jobQueues.send([urgent(1)]);
    await eventually(async () => (await queue.getFailedCount()) === 1);
    await own.jobQueues.send([urgent(2)]);
    await eventually(() => ran.length === 2);
    expect(ran).toEqual([1, 2]);
  });

  it('runs before the flood of another organization if its organization has little work', async () => {
    await using own = await openTestQueues();
    const job = (organizationId: number, batchId: number) =>
      ({
        name: 'process-batch',
        payload: { organizationId, batchId, invoices: 1000, work: 1000 },
        work: 1000,
      }) as const;
    await own.jobQueues.send([1, 2, 3, 4].map((id) => job(1, id)));
    await own.jobQueues.send([job(2, 5)]);
    const order: number[] = [];
    const gate = Promise.withResolvers<void>();
    const processor = async ({ batchId }: ProcessBatchJob) => {
      if (order.push(batchId) === 5) gate.resolve();
      return {};
    };
    own.work('batches', { 'process-batch': processor }, 1);
    await gate.promise;
    expect(order).toEqual([1, 5, 2, 3, 4]);
  });

  it.each([
    [{ invoices: 50, work: 50 }, 'small-batches'],
    [{ invoices: 51, work: 51 }, 'batches'],
    // The work of fifty invoices with 14 MB.
    [{ invoices: 50, work: 480 }, 'batches'],
    [{ invoices: 1, work: 51 }, 'batches'],
  ] as const)('is enqueued according to the size of its batch: %j in the queue %s', (size, queue) => {
    const payload = { organizationId: 1, batchId: 1, ...size };
    expect(queueOf({ name: 'process-batch', payload })).toBe(queue);
  });

  it('runs soon even behind another organization’s flood of small batches', async () => {
    await using own = await openTestQueues();
    const job = (organizationId: number, batchId: number) =>
      ({
        name: 'process-batch',
        payload: { organizationId, batchId, invoices: 1, work: 1 },
        work: 1,
      }) as const;
    await own.jobQueues.send(Array.from({ length: 200 }, (_, index) => job(1, index + 1)));
    await own.jobQueues.send([job(2, 201)]);
    const order: number[] = [];
    const gate = Promise.withResolvers<void>();
    const processor = async ({ batchId }: ProcessBatchJob) => {
      if (order.push(batchId) === 201) gate.resolve();
      return {};
    };
    own.work('small-batches', { 'process-batch': processor }, 1);
    await gate.promise;
    expect(order.indexOf(201)).toBeLessThan(50);
  });

  it.each([
    ['render-long-pdf', 'long-pdfs', buildLongRenderingJob],
    ['render-slow-pdf', 'slow-pdfs', buildSlowRenderingJob],
  ] as const)('waits for only one long job of another organization’s flood: %s', async (name, queue, job) => {
    await using own = await openTestQueues();
    const of = (organizationId: number, position: number) => job({ organizationId, batchId: 1 }, position);
    await own.jobQueues.send(Array.from({ length: 300 }, (_, position) => of(1, position)));
    // Enqueued repeatedly, as by several clients that wait for the same PDF.
    for (let time = 0; time < 20; time += 1) await own.jobQueues.send([of(2, 300)]);
    await own.jobQueues.send([of(2, 301)]);
    await own.jobQueues.send([of(3, 302)]);
    const order: number[] = [];
    const done = Promise.withResolvers<void>();
    const processor = async ({ position }: RenderLongPdfJob) => {
      if (order.push(position) === 20) done.resolve();
      return {};
    };
    own.work(queue, { [name]: processor }, 1);
    await done.promise;
    expect(order.slice(0, 3)).toEqual([0, 300, 302]);
    // The second job of the organization does not run later than the second job of the flood.
    expect(new Set(order.slice(3, 5))).toEqual(new Set([1, 301]));
  });

  it('does not wait for large batches if its batch is small', async () => {
    await using own = await openTestQueues();
    const gate = Promise.withResolvers<void>();
    const started: number[] = [];
    const processor = async ({ batchId, invoices }: ProcessBatchJob) => {
      started.push(batchId);
      if (invoices > 50) await gate.promise;
      return {};
    };
    for (const queue of ['batches', 'small-batches'] as const)
      own.work(queue, { 'process-batch': processor }, 2);
    await own.jobQueues.send([1, 2, 3].map(batch));
    await eventually(() => started.length === 2);
    await own.jobQueues.send([
      { ...batch(4), payload: { organizationId: 1, batchId: 4, invoices: 50, work: 50 } },
    ]);
    await eventually(() => started.includes(4));
    expect(started).not.toContain(3);
    gate.resolve();
    await eventually(() => started.includes(3));
  });

  it('does not wait for a job with many PDFs if it has few', async () => {
    await using own = await openTestQueues();
    const render = (batchId: number, to: number) =>
      ({ name: 'render-pdfs', payload: { organizationId: 1, batchId, from: 0, to } }) as const;
    await own.jobQueues.send([render(1, 15), render(2, 4), render(3, 3), render(4, 0)]);
    const count = async (queue: 'pdfs' | 'small-pdfs') =>
      (await own.jobQueues.queues.get(queue)!.getWaiting()).length;
    expect([await count('pdfs'), await count('small-pdfs')]).toEqual([2, 2]);
    expect(await own.jobQueues.repeat([render(1, 15), render(4, 0)])).toEqual([]);
  });

  it('is enqueued again by the reconciler only if it was lost', async () => {
    await using own = await openTestQueues();
    await own.jobQueues.send([batch(1)]);
    expect(await own.jobQueues.repeat([batch(1), batch(2)])).toEqual([batch(2)]);
    expect(await own.jobQueues.repeat([batch(1), batch(2)])).toEqual([]);
    const counts = await own.jobQueues.queues.get('batches')!.getJobCounts();
    expect(counts['waiting']! + counts['prioritized']!).toBe(2);
  });
});

describe('the connection that enqueues jobs', () => {
  it('fails at once when Redis is unavailable', async () => {
    const connection = openProducerConnection('redis://127.0.0.1:1');
    connection.on('error', () => {});
    const jobQueues = openJobQueues(connection, 'nowhere');
    // The error is not "Command timed out", which would come two seconds later.
    await expect(jobQueues.send([batch(1)])).rejects.toThrow(
      /Stream isn't writeable|Connection is closed|ECONNREFUSED/,
    );
    await jobQueues[Symbol.asyncDispose]();
    connection.disconnect();
  });
});

describe('a worker of a queue', () => {
  it('does not start without a processor for each job of the queue', async () => {
    await using queues = await openTestQueues();
    expect(() => queues.work('batches', {})).toThrow('job process-batch has no processor');
  });
});
