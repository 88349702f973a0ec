import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { Worker } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import type { Act, Order } from '#src/contracts/acts.ts';
import type { OperatorSessions } from '#src/operators/operator-sessions.ts';
import type { ActsOfDashboard } from '#src/dashboard/acts/act-routes.ts';
import type { ReadJobTruths } from '#src/dashboard/jobs-now/describe-now.ts';
import type { BeginAct } from '#src/dashboard/record-changes.ts';
import { buildDashboard } from '#src/dashboard/build-dashboard.ts';
import type { OperationsSource } from '#src/dashboard/operations/operations-options.ts';
import { openProducerConnection, openWorkerConnection } from '#src/platform/jobs/connection.ts';
import { openJobQueues, type JobQueues } from '#src/platform/jobs/job-queues.ts';
import { prefixOf } from '#src/platform/jobs/keys.ts';
import { readOperatorAlerts } from '#src/platform/jobs/operator-alerts.ts';
import { openLogger } from '#src/platform/telemetry/logger.ts';
import { testPrefix, testRedisUrl } from '../support/redis.ts';

export const LOGIN = { username: 'operator', password: 'correct-horse-battery' };
export const AUTHORIZATION = `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}`;

export const JOB = { organizationId: 3, batchId: 17, invoices: 1000, work: 1000 };

export type BoardAct = Order & Act & { end: 'pending' | 'kept' | 'unknown' | 'dropped' };

export type Board = AsyncDisposable & {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly queues: JobQueues['queues'];
  /** The connection and the prefix of the queues. */
  readonly place: Pick<JobQueues, 'connection' | 'prefix'>;
  readonly lines: string[];
  /** The recorded changes, each with its outcome. */
  readonly acts: BoardAct[];
  /** Whether changes cannot be recorded at present. */
  readonly book: { isAway: boolean };
  /** Adds a job to `batches` that is delayed by an hour. */
  addDelayedJob(): Promise<string>;
  /**
   * Adds a job to a queue (default: `batches`) that fails at once with an error, without another
   * attempt.
   */
  addFailedJob(name: string, data: object, error?: Error, queue?: 'batches' | 'remission'): Promise<string>;
};

type BoardSettings = {
  /** Whether all changes are forbidden, because they cannot be recorded. */
  readonly readOnly: boolean;
  readonly sharedMayAct?: boolean;
  readonly sessions?: OperatorSessions | null;
  readonly source?: OperationsSource | null;
  readonly trustedProxies?: string;
  readonly readJobTruths?: ReadJobTruths | null;
  readonly openActs?: (jobQueues: JobQueues) => ActsOfDashboard;
  /** Records changes in place of `acts`. */
  readonly beginAct?: BeginAct;
};

/** Opens a dashboard with queues of its own on a free port. */
export async function openBoard({
  readOnly,
  sharedMayAct = !readOnly,
  sessions = null,
  source = null,
  openActs,
  readJobTruths = null,
  trustedProxies = '',
  beginAct,
}: BoardSettings): Promise<Board> {
  await using stack = new AsyncDisposableStack();
  const prefix = testPrefix();
  const redis = stack.adopt(openProducerConnection(testRedisUrl()), (connection) => connection.disconnect());
  await once(redis, 'ready');
  const jobQueues = stack.use(openJobQueues(redis, prefix));
  const { queues } = jobQueues;
  stack.defer(async () => {
    for (const queue of queues.values()) await queue.obliterate({ force: true });
  });

  const lines: string[] = [];
  const destination = new Writable({
    write(line: Buffer, _encoding, next) {
      lines.push(line.toString());
      next();
    },
  });
  const acts: BoardAct[] = [];
  const book = { isAway: false };
  async function begin(order: Order, act: Act) {
    if (book.isAway) throw new Error('the database is away');
    const entry: BoardAct = { ...order, ...act, end: 'pending' };
    acts.push(entry);
    return {
      keep: async () => void (entry.end = 'kept'),
      keepUnknown: async () => void (entry.end = 'unknown'),
      drop: async () => void (entry.end = 'dropped'),
    };
  }
  const app = buildDashboard({
    jobQueues,
    source,
    version: '0.0.0',
    credentials: { user: LOGIN.username, password: LOGIN.password },
    sharedMayAct,
    sessions,
    beginAct: readOnly ? null : (beginAct ?? begin),
    acts: openActs?.(jobQueues) ?? null,
    readJobTruths,
    readOperatorAlerts: () => readOperatorAlerts(jobQueues, new Date()),
    trustedProxies,
    logger: openLogger({ level: 'info', process: 'test', destination }),
  });
  stack.defer(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });

  const opened = stack.move();
  return {
    app,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    queues,
    place: { connection: redis, prefix },
    lines,
    acts,
    book,
    async addDelayedJob() {
      const job = await queues.get('batches')!.add('process-batch', JOB, { delay: 3_600_000 });
      return job.id!;
    },
    addFailedJob: (name, data, error = new Error('Planned failure'), queue = 'batches') =>
      addFailedJob(queues, prefix, queue, error, { name, data }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function addFailedJob(
  queues: JobQueues['queues'],
  prefix: string,
  queue: 'batches' | 'remission',
  error: Error,
  { name, data }: { readonly name: string; readonly data: object },
) {
  const connection = openWorkerConnection(testRedisUrl());
  const worker = new Worker(queue, () => Promise.reject(error), {
    connection,
    prefix: prefixOf(queue, prefix),
  });
  try {
    const failed = new Promise<void>((resolve) => worker.once('failed', () => resolve()));
    const job = await queues.get(queue)!.add(name, data, { attempts: 1 });
    await failed;
    return job.id!;
  } finally {
    await worker.close();
    connection.disconnect();
  }
}
