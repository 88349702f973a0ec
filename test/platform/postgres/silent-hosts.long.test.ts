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

/* A network that drops every packet, and a suspended server, close no connection. */

const SILENT_MS = 500;
/**
 * The time in ms until a silent host is detected: the interval of the check, the time that a
 * connection may be in use, and two presence checks.
 */
const LIMIT_MS = 1000 + 3 * SILENT_MS + 2000;

const open = (url: string) =>
  openPool({ url, applicationName: 'test', maxConnections: 4, silentMs: SILENT_MS });

describe('a pool whose host has become silent', { timeout: 30_000 }, () => {
  it('drops all connections: waiting statements fail, and later ones use another host', async () => {
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

  it('drops no connection while the host answers, however long a statement takes', async () => {
    await using database = open(testServerUrl());
    const { rows } = await database.pool.query<{ done: boolean }>('select pg_sleep(3) is not null as done');
    expect(rows[0]!.done).toBe(true);
  });

  it('treats a server that refuses more connections as present', async () => {
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

/** Opens a server that calls `meet` for each connection. */
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

describe('the presence check of a host', () => {
  it('reports the host as present as soon as it begins to answer', async () => {
    // The server sends one byte and then nothing.
    await using slow = await openServer((socket) => socket.once('data', () => socket.write('R')));
    expect(await lookAt(slow.port, 'target_session_attrs=read-write')).toBe('there');
  });

  it('reports the host as mute if it accepts connections but sends nothing', async () => {
    await using mute = await openServer(() => {});
    expect(await lookAt(mute.port)).toBe('mute');
  });

  it('reports the host as gone if nothing listens on its port', async () => {
    const closed = await openServer(() => {});
    await closed[Symbol.asyncDispose]();
    expect(await lookAt(closed.port)).toBe('gone');
  });

  it('reports the host as present if only the name lookup or the encryption fails', async () => {
    expect(await lookAt(5432, '', 'no-such-host.invalid')).toBe('there');
    await using plain = await openServer((socket) => socket.once('data', () => socket.end('N')));
    expect(await lookAt(plain.port, 'sslmode=require')).toBe('there');
  });
});

it('a temporarily missing certificate ends no process and drops no connection', async () => {
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

it('a command that lifts the statement timeout of the server has no query timeout, and all others have a longer one than the server', () => {
  const options = { url: testServerUrl(), applicationName: 'test', longestStatementMs: 1000 };
  expect(buildConnectionConfig(options)).toMatchObject({ statement_timeout: 1000, query_timeout: 6000 });
  expect(buildConnectionConfig({ ...options, waitsForLong: true })).not.toHaveProperty('query_timeout');
});
