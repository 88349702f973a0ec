import { describe, expect, it } from 'vitest';
import { openDatabase, withTransaction } from '../../../src/persistence/connection/database.ts';
import { testServerUrl } from '../../support/database.ts';
import { openGateTo } from '../../support/tcp-gate.ts';

/* A network that swallows everything, and a server that stands still, end no connection. */

const SILENT_MS = 500;
/** The look at connections, the time that one may be in use, the question. */
const LIMIT_MS = 1000 + 2 * SILENT_MS + 2000;

const open = (url: string) =>
  openDatabase({ url, applicationName: 'test', maxConnections: 4, silentMs: SILENT_MS });

describe('of a host that has fallen silent', { timeout: 30_000 }, () => {
  it('all connections are left: what waits for an answer fails, and what comes next goes to another one', async () => {
    await using gate = await openGateTo(testServerUrl());
    const { username, password, pathname, host } = new URL(testServerUrl());
    const hosts = `127.0.0.1:${gate.port},${host}`;
    const url = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
    await using database = open(url);
    const { pool } = database;
    const idle = await Promise.all([1, 2, 3].map(() => pool.connect()));
    for (const client of idle) client.release();
    gate.hold();
    const began = performance.now();
    await expect(withTransaction(pool, (client) => client.query('select 1'))).rejects.toThrow(
      'Connection terminated',
    );
    expect(performance.now() - began).toBeLessThan(LIMIT_MS);
    const again = performance.now();
    await Promise.all([1, 2, 3, 4].map(() => pool.query('select 1')));
    expect(performance.now() - again).toBeLessThan(LIMIT_MS);
  });

  it('nothing is left while it answers others: a statement may take as long as it does', async () => {
    await using database = open(testServerUrl());
    const { rows } = await database.pool.query<{ done: boolean }>('select pg_sleep(3) is not null as done');
    expect(rows[0]!.done).toBe(true);
  });

  it('a server that lets nobody else in is there', async () => {
    const login = `silent_${process.pid}`;
    await using owner = openDatabase({ url: testServerUrl(), applicationName: 'test' });
    await owner.pool.query(`create role ${login} login password 'throwaway' connection limit 1`);
    try {
      await using database = open(
        Object.assign(new URL(testServerUrl()), { username: login, password: 'throwaway' }).href,
      );
      const { rows } = await database.pool.query<{ done: boolean }>('select pg_sleep(3) is not null as done');
      expect(rows[0]!.done).toBe(true);
    } finally {
      await owner.pool.query(`drop role ${login}`);
    }
  });
});
