import { randomUUID } from 'node:crypto';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A request that is sent repeatedly. */
export type CostlyRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/api`. */
  readonly path: string;
  readonly body?: Buffer;
  /** Headers beside those of every request, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether the client closes the connection at the first bytes of the answer, so that the server
   * prepares each answer for nothing.
   */
  readonly isAbandoned?: boolean;
};

/** Indexes of the numbers that both threads share. */
export const SHARED = { isOver: 0, answers: 1 };

export type CostlyTask = {
  readonly rootUrl: string;
  readonly authorization: string;
  readonly requests: readonly CostlyRequest[];
  readonly atOnce: number;
  /** The shared numbers, at the indexes in `SHARED`. */
  readonly shared: Int32Array;
};

/**
 * Milliseconds for which unanswered requests are awaited after the end. Some wait for a worker for
 * longer; they are then given up and not counted.
 */
const GRACE_MS = 2000;

/**
 * The thread of `costly-requests.ts`: sends requests until it is stopped; answers under way are
 * then not read to their end.
 * @returns the number of answers with each HTTP status.
 */
export async function sendRequests(task: CostlyTask): Promise<Record<string, number>> {
  const { requests, atOnce, shared } = task;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const isOver = () => Atomics.load(shared, SHARED.isOver) !== 0;
  const statuses: Record<string, number> = {};
  const unanswered = new Set<ClientRequest>();
  let isGivenUp = false;
  let sent = 0;
  const sendUntilOver = async () => {
    while (!isOver()) {
      const next = requests[sent % requests.length]!;
      sent += 1;
      const status = await send(next);
      if (status !== 0 || !isGivenUp) statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, sendUntilOver));
  while (!isOver()) await wait(20);
  await Promise.race([all, wait(GRACE_MS)]);
  isGivenUp = true;
  for (const asked of unanswered) asked.destroy();
  await all;
  agent.destroy();
  return statuses;

  function send({ method, path, body, headers: more, isAbandoned = false }: CostlyRequest): Promise<number> {
    const headers = {
      authorization: task.authorization,
      ...(body && {
        'content-type': 'application/json',
        'content-length': body.length,
        'idempotency-key': randomUUID(),
      }),
      ...more,
    };
    return new Promise((resolve) => {
      let status = 0;
      const asked = request(task.rootUrl + path, { method, agent, headers }, (answer) => {
        status = answer.statusCode ?? 0;
        unanswered.delete(asked);
        Atomics.add(shared, SHARED.answers, 1);
        answer.on('data', () => void ((isAbandoned || isOver()) && asked.destroy()));
      });
      unanswered.add(asked);
      asked.on('error', () => {});
      asked.once('close', () => {
        unanswered.delete(asked);
        resolve(status);
      });
      asked.end(body);
    });
  }
}
