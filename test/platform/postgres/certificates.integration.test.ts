import { chownSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL } from '../../../ops/local/boot/layout.ts';
import { openPostgres } from '../../../ops/local/servers/postgres.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { type Authority, openAuthority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { runCli } from '../../support/run-cli.ts';

/* A real server that accepts only TLS connections with a client certificate. */

const resources = new AsyncDisposableStack();
let authority: Authority;
let server: string;

beforeAll(async () => {
  authority = resources.use(openAuthority());
  const { url } = resources.use(
    await openPostgres({
      directory: path.join('test', String(process.pid), 'encrypted'),
      password: 'throwaway',
      resetPassword: false,
      throwaway: true,
      durable: false,
      log: path.join(LOCAL, 'logs', 'test-encrypted.log'),
      report: () => {},
    }),
  );
  server = url;
  const admin = new Client(url);
  await admin.connect();
  const { rows } = await admin.query<{ directory: string; hba: string }>(
    `select current_setting('data_directory') as directory, current_setting('hba_file') as hba`,
  );
  const { directory, hba } = rows[0]!;
  const { cert, key } = authority.issue('server');
  // The server reads only a key that it owns, and it can run as another user than the tests.
  const { uid, gid } = statSync(directory);
  const place = (name: string, content: Buffer) => {
    const file = path.join(directory, name);
    writeFileSync(file, content, { mode: 0o600 });
    chownSync(file, uid, gid);
  };
  place('server.crt', readFileSync(cert));
  place('server.key', readFileSync(key));
  place('ca.crt', readFileSync(authority.ca));
  for (const [name, value] of [
    ['ssl_cert_file', 'server.crt'],
    ['ssl_key_file', 'server.key'],
    ['ssl_ca_file', 'ca.crt'],
    ['ssl', 'on'],
  ])
    await admin.query(`alter system set ${name} = '${value}'`);
  writeFileSync(hba, 'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n');
  await admin.query('select pg_reload_conf()');
  await admin.end();
}, 120_000);
afterAll(() => resources.disposeAsync());

const addressOf = (parameters: Record<string, string>) =>
  `${server}?${new URLSearchParams(parameters).toString()}`;
const right = () => {
  const { cert, key } = authority.issue('client');
  return { sslmode: 'verify-full', sslrootcert: authority.ca, sslcert: cert, sslkey: key };
};
const SERIAL = 'select client_serial::int as serial from pg_stat_ssl where pid = pg_backend_pid()';

describe('a PostgreSQL server that requires client certificates', () => {
  it(
    'accepts connections with a certificate from pools, migrations and commands',
    { timeout: 60_000 },
    async () => {
      const url = addressOf(right());
      await eventually(async () => {
        await using early = openPool({ url, applicationName: 'test' });
        return early.pool.query('select 1').then(Boolean, () => false);
      });
      await migrate(url);
      await using database = openPool({
        url: `${url}&target_session_attrs=read-write`,
        applicationName: 'test',
      });
      await using mapped = openDatabase({ url, applicationName: 'test' });
      for (const { pool } of [database, mapped])
        expect((await pool.query<{ serial: number }>(SERIAL)).rows[0]!.serial).toBeGreaterThan(1000);
      expect(await runCli('org', ['list'], { DATABASE_URL: url })).toMatchObject({ code: 0 });
    },
  );

  it.each([
    ['a connection without a certificate', () => ({ sslmode: 'verify-full', sslrootcert: authority.ca })],
    ['a connection without TLS', () => ({ sslmode: 'disable' })],
    [
      'a certificate of another authority',
      () => {
        using other = openAuthority();
        const { cert, key } = other.issue('client');
        const [kept, keptKey] = ['stranger.pem', 'stranger.key'].map((name) =>
          path.join(path.dirname(authority.ca), name),
        ) as [string, string];
        copyFileSync(cert, kept);
        copyFileSync(key, keptKey);
        return { ...right(), sslcert: kept, sslkey: keptKey };
      },
    ],
  ])('refuses %s', async (_who, parameters) => {
    await using database = openPool({ url: addressOf(parameters()), applicationName: 'test' });
    await expect(database.pool.query('select 1')).rejects.toThrow(
      /certificate|no encryption|alert|ECONNRESET|terminated/,
    );
  });

  it('is refused by a client that trusts only another authority', async () => {
    using other = openAuthority();
    await using database = openPool({
      url: addressOf({ ...right(), sslrootcert: other.ca }),
      applicationName: 'test',
    });
    await expect(database.pool.query('select 1')).rejects.toThrow(/certificate|self.signed/);
  });

  it('receives the certificate that the file contains when a connection is opened', async () => {
    const parameters = right();
    await using database = openPool({
      url: addressOf(parameters),
      applicationName: 'test',
      maxConnections: 1,
    });
    const readSerial = async () => {
      const client = await database.pool.connect();
      const { rows } = await client.query<{ serial: number }>(SERIAL);
      client.release(true);
      return rows[0]!.serial;
    };
    const before = await readSerial();
    const { cert, key } = authority.issue('client');
    copyFileSync(cert, parameters.sslcert);
    copyFileSync(key, parameters.sslkey);
    expect(await readSerial()).toBe(before + 1);
  });
});
