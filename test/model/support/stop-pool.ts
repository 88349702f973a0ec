import type { Pool, PoolClient } from 'pg';
import type { Stops } from './stops.ts';

type Statement = string | { readonly name?: string; readonly text: string };
type Query = (statement: Statement, values?: unknown[]) => Promise<unknown>;

/** Longer than any run pauses. */
const PATIENCE = `set lock_timeout = '60s'; set idle_in_transaction_session_timeout = '60s'; set statement_timeout = '60s'`;

/**
 * The last statement of the transaction that issues a batch. Its transaction has something to
 * commit.
 */
const ENDS_A_BATCH = 'finishBatch';

/**
 * Returns a pool that stops its user before each statement. The name of a place is the name of the
 * statement, or its first word with the table if MikroORM wrote it. The commit of a transaction
 * that finishes a batch is `commit a batch`.
 */
export function stopPool(pool: Pool, stops: Stops): Pool {
  return withMembers(pool, {
    query: async (statement: Statement, values?: unknown[]) => {
      await stops.pass(nameStatement(statement));
      return (pool.query as unknown as Query).call(pool, statement, values);
    },
    connect: async () => {
      await stops.pass('connect');
      const client = await pool.connect();
      await client.query(PATIENCE).catch((error: Error) => {
        client.release(error);
        throw error;
      });
      return stopClient(client, stops);
    },
  });
}

function stopClient(client: PoolClient, stops: Stops): PoolClient {
  let doesEndBatch = false;
  return withMembers(client, {
    // No statement may overtake one that is stopped, so pipelining is off, as behind a pooler.
    pipeline: false,
    query: async (statement: Statement, values?: unknown[]) => {
      const name = nameStatement(statement);
      doesEndBatch ||= name === ENDS_A_BATCH;
      await stops.pass(name === 'commit' && doesEndBatch ? 'commit a batch' : name);
      return (client.query as unknown as Query).call(client, statement, values);
    },
  });
}

function nameStatement(statement: Statement): string {
  if (typeof statement !== 'string' && statement.name !== undefined) return statement.name;
  const text = typeof statement === 'string' ? statement : statement.text;
  const [, table] = / from "(\w+)"/.exec(text) ?? [];
  const verb = text.trim().split(/\s/, 1)[0]!;
  return table === undefined ? verb : `${verb} ${table}`;
}

function withMembers<T extends object>(target: T, members: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get(_target, member) {
      if (typeof member === 'string' && member in members) return members[member];
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
