import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './database.ts';

/*
 * Statements that do not wait for each other's answers (ops/adr/0014). Each answer costs a turn of an event loop that is busy with others: issuing a small batch
 * beside large ones is mostly such turns.
 */

/** A transaction whose beginning may still be on its way. Nothing may be written before it is answered: without it each statement would be a transaction. */
export type Beginning = { readonly client: PoolClient; readonly begun: Promise<unknown> };

/** The last statements of a transaction, which are on their way. */
export type Ending<T> = { readonly answers: Promise<T> };

/**
 * Runs `work` in one transaction of one connection. The commit goes behind the last statements of `work`, before they are answered: where one of them fails, PostgreSQL makes it a rollback.
 * @throws what `work` or one of its statements throws, after rolling back.
 */
export function withPipelinedTransaction<T>(
  pool: Pool,
  work: (beginning: Beginning) => Promise<Ending<T>>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const begun = client.query('begin');
    // Work that throws before it asks for it has something else to tell.
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

/** Runs `work` on one connection, so that its statements go one behind the other. */
export async function onOneConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // As where a pool is asked: nothing is known of what it would answer next.
    client.release(broken);
  }
}

type Statements<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: () => T[K] | Promise<T[K]> }];

/**
 * Sends statements on one connection without waiting for the answers in between, so that they take one round trip. On a connection through a pooler
 * (`buildConnectionConfig`) each is sent when the ones before it have succeeded. When the promise settles no statement is under way, so that a rollback can follow.
 * @throws the error of the first statement that failed; the ones after it fail as well.
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
