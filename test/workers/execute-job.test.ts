import { type Job, UnrecoverableError } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { createExecutor, type Handler, JobRefused } from '../../workers/execute-job.ts';
import { Snooze } from '../../workers/job-outcomes.ts';

const PAYLOAD = { organizationId: 1, batchId: 2, invoices: 3, work: 3 };
const REMISSION = { organizationId: 1, chainId: 1, records: 0, isFull: false };

/** A job that no job keeps an account of: until it is settled, nothing of it is asked of Redis. */
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
  });
}

describe('the steps of a job', () => {
  it('give the result of a processor, which gets the payload of the job', async () => {
    const execute = openExecutor(async (data) => ({ got: data }));
    expect(await execute(jobOf('process-batch', PAYLOAD))).toEqual({ got: PAYLOAD });
  });

  it.each([new Error('the database is away'), new UnrecoverableError('the chain is halted')])(
    'throw what the processor threw: %s',
    async (thrown) => {
      const execute = openExecutor(() => Promise.reject(thrown));
      await expect(execute(jobOf('process-batch', PAYLOAD))).rejects.toBe(thrown);
    },
  );

  it.each([
    ['bake-bread', PAYLOAD, 'bake-bread is refused: no job is called bake-bread'],
    ['process-batch', { ...PAYLOAD, batchId: 0 }, /^process-batch is refused: \/batchId must be/],
    ['remit-records', REMISSION, 'remit-records is refused: it does not belong to batches'],
  ] as const)('refuse %s with %j before its processor runs', async (name, data, message) => {
    let runs = 0;
    const execute = openExecutor(async () => ({ runs: (runs += 1) }));
    const refused = execute(jobOf(name, data)).catch((error: unknown) => error);
    expect(await refused).toBeInstanceOf(JobRefused);
    expect(await refused).toHaveProperty('message', expect.stringMatching(message) as string);
    expect(runs).toBe(0);
  });

  it('refuse a job that would sleep with a payload that its schema refuses', async () => {
    const snooze = new Snooze(new Date(), { ...PAYLOAD, batchId: -1 });
    const refused = openExecutor(async () => snooze)(jobOf('process-batch', PAYLOAD));
    await expect(refused).rejects.toThrow('process-batch is refused: put off with a wrong payload: /batchId');
  });

  it('run a job once that is taken again while it runs, and again when it is taken after that', async () => {
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
