import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  pipeline,
  type Beginning,
  onOneConnection,
  withPipelinedTransaction,
} from '../../../src/platform/postgres/pipeline.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

describe.each(['in one round trip', 'behind PgBouncer'])('pipelined statements %s', (how) => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await openTestDatabase();
    const opened = openPool({ url: database.url, applicationName: 'test', maxConnections: 1 });
    pool = opened.pool;
    Object.assign(pool.options, { pipeline: how === 'in one round trip' });
    await database.pool.query('create table written (id int primary key)');
  });
  afterAll(async () => {
    await pool.end();
    await database[Symbol.asyncDispose]();
  });

  const write = (client: PoolClient, id: number) => client.query('insert into written values ($1)', [id]);
  async function listWritten(): Promise<number[]> {
    const { rows } = await pool.query<{ id: number }>('select id from written order by id');
    return rows.map(({ id }) => id);
  }
  /** Writes two rows, the second of which may already exist. */
  const writeTwo =
    (first: number, second: number) =>
    async ({ client, begun }: Beginning) => {
      await begun;
      return { answers: pipeline(client, [() => write(client, first), () => write(client, second)]) };
    };

  it('are sent before the first answer, or behind PgBouncer one after the other', async () => {
    const waiting = await onOneConnection(pool, async (client) => {
      let most = 0;
      let open = 0;
      const ask = async () => {
        open += 1;
        most = Math.max(most, open);
        await client.query('select');
        open -= 1;
      };
      await pipeline(client, [ask, ask, ask]);
      return most;
    });
    expect(waiting).toBe(how === 'in one round trip' ? 3 : 1);
  });

  it('are committed after the last of them', async () => {
    await withPipelinedTransaction(pool, writeTwo(1, 2));
    expect(await listWritten()).toEqual([1, 2]);
  });

  it('leave no rows if one of them fails, and the error is that of the failed statement', async () => {
    await expect(withPipelinedTransaction(pool, writeTwo(10, 1))).rejects.toMatchObject({ code: '23505' });
    await expect(withPipelinedTransaction(pool, writeTwo(1, 10))).rejects.toMatchObject({ code: '23505' });
    expect(await listWritten()).not.toContain(10);
  });

  it('leave no rows if the error of one was ignored', async () => {
    const hideError = async ({ client, begun }: Beginning) => {
      await begun;
      await write(client, 11);
      await client.query('select 1 / 0').catch(() => {});
      return { answers: Promise.resolve() };
    };
    await expect(withPipelinedTransaction(pool, hideError)).rejects.toThrow(
      'A transaction ended with ROLLBACK',
    );
    expect(await listWritten()).not.toContain(11);
  });

  it('are rolled back if the work throws after it has sent some', async () => {
    const breakBehind = async ({ client, begun }: Beginning) => {
      await begun;
      write(client, 12).catch(() => {});
      throw new Error('broken');
    };
    await expect(withPipelinedTransaction(pool, breakBehind)).rejects.toThrow('broken');
    expect(await listWritten()).not.toContain(12);
  });

  it('write nothing if the transaction could not begin', async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const breaking = vi.spyOn(client, 'query');
    breaking.mockImplementation((...asked: unknown[]) =>
      query(...(asked[0] === 'begin' ? ['select 1 / 0'] : asked)),
    );
    client.release();
    // The pool has only this connection.
    await expect(withPipelinedTransaction(pool, writeTwo(13, 14))).rejects.toMatchObject({ code: '22012' });
    breaking.mockRestore();
    expect(await listWritten()).not.toContain(13);
  });
});
