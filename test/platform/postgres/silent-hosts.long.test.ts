import { createServer, type Socket } from 'node:net';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPresence } from '../../../src/platform/postgres/find-host.ts';
import { readDatabaseAddress } from '../../../src/platform/postgres/address.ts';
import { buildConnectionConfig, openPool, withTransaction } from '../../../src/platform/postgres/database.ts';
import { testServerUrl } from '../../support/database.ts';
import { openGateTo } from '../../support/tcp-gate.ts';

/* A network that swallows everything, and a server that stands still, end no connection. */

const SILENT_MS = 500;
/** The look at connections, the time that one may be in use, the question, twice. */
const LIMIT_MS = 1000 + 3 * SILENT_MS + 2000;

const open = (url: string) =>
  openPool({ url, applicationName: 'test', maxConnections: 4, silentMs: SILENT_MS });

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
    await using owner = openPool({ url: testServerUrl(), applicationName: 'test' });
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

/** A server of our own that does one thing with whoever connects. */
async function openServer(
  meet: (socket: Socket) => void,
): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function lookAt(port: number, parameters = '', host = '127.0.0.1') {
  const address = readDatabaseAddress(`postgres://x:y@${host}:${port}/x?${parameters}`);
  return findPresence(address, address.config, { host, port }, SILENT_MS);
}

describe('a look at a host finds it', () => {
  it('there where it has begun to answer, however long the rest takes', async () => {
    // "N": no encryption; then nothing.
    await using slow = await openServer((socket) => socket.once('data', () => socket.write('R')));
    expect(await lookAt(slow.port, 'target_session_attrs=read-write')).toBe('there');
  });

  it('mute where it takes connections and says nothing', async () => {
    await using mute = await openServer(() => {});
    expect(await lookAt(mute.port)).toBe('mute');
  });

  it('gone where nobody listens', async () => {
    const closed = await openServer(() => {});
    await closed[Symbol.asyncDispose]();
    expect(await lookAt(closed.port)).toBe('gone');
  });

  it('there where its name, or the encryption, is what fails: that says nothing of it', async () => {
    expect(await lookAt(5432, '', 'no-such-host.invalid')).toBe('there');
    await using plain = await openServer((socket) => socket.once('data', () => socket.end('N')));
    expect(await lookAt(plain.port, 'sslmode=require')).toBe('there');
  });
});

it('a certificate that is absent for a moment ends no process, and leaves no host', async () => {
  const file = path.join(tmpdir(), `ibe-absent-${process.pid}.pem`);
  const url = new URL(testServerUrl());
  let parameters = '';
  await using database = openPool({
    url: () => `${url.href}${parameters}`,
    applicationName: 'test',
    maxConnections: 2,
    silentMs: SILENT_MS,
  });
  const sleeping = database.pool.query<{ done: boolean }>('select pg_sleep(3) is not null as done');
  writeFileSync(file, 'none');
  rmSync(file);
  parameters = `?sslmode=verify-full&sslrootcert=${file}`;
  expect((await sleeping).rows[0]!.done).toBe(true);
});

it('a command that lifts the limit of the server has none of its own, and all others give up after that of the server', () => {
  const options = { url: testServerUrl(), applicationName: 'test', longestStatementMs: 1000 };
  expect(buildConnectionConfig(options)).toMatchObject({ statement_timeout: 1000, query_timeout: 6000 });
  expect(buildConnectionConfig({ ...options, waitsForLong: true })).not.toHaveProperty('query_timeout');
});
