import { type Job, UnrecoverableError } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { createExecutor, type Handler, JobRefused } from '../../workers/execute-job.ts';
import { Snooze } from '../../workers/job-outcomes.ts';

const PAYLOAD = { organizationId: 1, batchId: 2, invoices: 3, work: 3 };
const REMISSION = { organizationId: 1, chainId: 1, records: 0, isFull: false };

/** A job without deduplication, so the executor does not use Redis until the job is settled. */
const jobOf = (name: string, data: object, id = '1') => ({ name, data, id, timestamp: 5 }) as unknown as Job;

function openExecutor(handler: Handler) {
  const handlers = new Map([['process-batch', handler]]);
  const away = undefined as never;
  return createExecutor({
    queue: 'batches',
    handlers,
    connection: away,
    prefix: 'test',
    logger: away,
    jobQueues: away,
    failures: new WeakMap(),
  });
}

describe('the executor of jobs', () => {
  it.each([new Error('the database is away'), new UnrecoverableError('the chain is halted')])(
    'rethrows the error of the processor: %s',
    async (thrown) => {
      const execute = openExecutor(() => Promise.reject(thrown));
      await expect(execute(jobOf('process-batch', PAYLOAD))).rejects.toBe(thrown);
    },
  );

  it.each([
    ['bake-bread', PAYLOAD, 'bake-bread is refused: there is no job named bake-bread'],
    ['process-batch', { ...PAYLOAD, batchId: 0 }, /^process-batch is refused: \/batchId must be/],
    ['remit-records', REMISSION, 'remit-records is refused: it does not belong to batches'],
  ] as const)('refuses %s with %j before its processor runs', async (name, data, message) => {
    let runs = 0;
    const execute = openExecutor(async () => ({ runs: (runs += 1) }));
    const refused = execute(jobOf(name, data)).catch((error: unknown) => error);
    expect(await refused).toBeInstanceOf(JobRefused);
    expect(await refused).toHaveProperty('message', expect.stringMatching(message) as string);
    expect(runs).toBe(0);
  });

  it('refuses to delay a job with an invalid payload', async () => {
    const snooze = new Snooze(new Date(), { ...PAYLOAD, batchId: -1 });
    const refused = openExecutor(async () => snooze)(jobOf('process-batch', PAYLOAD));
    await expect(refused).rejects.toThrow(
      'process-batch is refused: it was delayed with an invalid payload: /batchId',
    );
  });

  it('runs a job once if it is taken twice at the same time, and again if it is taken after it ended', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    let runs = 0;
    const execute = openExecutor(async () => {
      runs += 1;
      await goOn;
      return { runs };
    });
    const both = [execute(jobOf('process-batch', PAYLOAD)), execute(jobOf('process-batch', PAYLOAD))];
    const other = execute(jobOf('process-batch', PAYLOAD, '2'));
    resolve();
    expect(await Promise.all(both)).toEqual([{ runs: 2 }, { runs: 2 }]);
    expect(await other).toEqual({ runs: 2 });
    expect(await execute(jobOf('process-batch', PAYLOAD))).toEqual({ runs: 3 });
  });
});
