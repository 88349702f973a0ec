import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './database.ts';

/*
 * Pipelining: statements that are sent without waiting for earlier answers (ops/adr/0014). Each
 * answer that is waited for costs a turn of a busy event loop, and issuing a small batch beside
 * large ones consists mostly of such turns.
 */

/**
 * A transaction whose BEGIN may not have been answered yet. Nothing may be written before `begun`
 * resolves: without a transaction each statement would commit on its own.
 */
export type Beginning = { readonly client: PoolClient; readonly begun: Promise<unknown> };

/** The last statements of a transaction, which have been sent. */
export type Ending<T> = { readonly answers: Promise<T> };

/**
 * Runs `work` in one transaction on one connection. COMMIT is sent directly after the last
 * statements of `work`, before they are answered. If one of them fails, PostgreSQL turns the COMMIT
 * into a ROLLBACK.
 * @throws the error of `work` or of one of its statements, after rolling back.
 */
export function withPipelinedTransaction<T>(
  pool: Pool,
  work: (beginning: Beginning) => Promise<Ending<T>>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const begun = client.query('begin');
    // If `work` throws before it awaits `begun`, its own error is the one to report.
    begun.catch(() => {});
    const { answers } = await work({ client, begun });
    const [, result, { command }] = await pipeline(client, [
      () => begun,
      () => answers,
      () => client.query('commit'),
    ]);
    if (command !== 'COMMIT') throw new Error(`A transaction ended with ${command}`);
    return result;
  });
}

/** Runs `work` on one connection, so that its statements run in order. */
export async function onOneConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // Closes a connection after an error, as the pool does, because the state of the connection is
    // unknown.
    client.release(broken);
  }
}

type Statements<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: () => T[K] | Promise<T[K]> }];

/**
 * Sends statements on one connection without waiting for the answers in between, so that they take
 * one round trip. On a connection through a pooler (`buildConnectionConfig`), each statement is
 * sent after the previous one has succeeded. When the promise settles no statement is in progress,
 * so a rollback can follow.
 * @throws the error of the first statement that failed; the statements after it fail as well.
 */
export async function pipeline<T extends readonly unknown[]>(
  client: Pick<PoolClient, 'pipeline'>,
  statements: Statements<T>,
): Promise<T> {
  const answers: unknown[] = [];
  if (client.pipeline) {
    const asked = statements.map(async (send) => send());
    await Promise.allSettled(asked);
    for (const answer of asked) answers.push(await answer);
  } else for (const send of statements) answers.push(await send());
  return answers as unknown as T;
}
