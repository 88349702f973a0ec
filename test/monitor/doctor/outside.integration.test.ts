import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { explainNotAsked } from '#src/monitor/doctor/checks/ask-aeat.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { runCli } from '../../support/run-cli.ts';
import { putInSpfe } from '../../support/spfe.ts';
import { examine } from './examine.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../packages/verifactu/test/fixtures');
const NO_DATABASE = 'postgres://a:b@127.0.0.1:1/c';

/** Starts a service with a wrong clock. */
async function openService(seconds: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString());
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function openSecureService(certificate: string): Promise<string> {
  const pfx = readFileSync(path.join(FIXTURES, `test-only-${certificate}.p12`));
  const server = createSecureServer({ pfx, passphrase: 'test-only' }, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as { port: number }).port}`;
}

describe('the doctor’s check of clocks', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());
  const look = (AEAT_URL: string) =>
    examine('clock', { commands: { DATABASE_URL: database.urlOf('operator'), AEAT_URL } });

  it.each([
    [0, 'ok', 'within 0'],
    [100, 'warn', 'differs from AEAT.s by'],
    [-300, 'fail', 'differs from AEAT.s by .*2004'],
  ])(
    "compares the database's clock with that of a service, which differs by %i s",
    async (seconds, severity, says) => {
      expect((await look(await openService(seconds)))[1]).toMatch(
        new RegExp(`^${severity} \\| AEAT \\| .*${says}`),
      );
    },
  );

  it("finds that the database's clock differs from this machine's", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const found = await look(await openService(0));
    expect(found[0]).toMatch(/^warn \| machine \| .* by (?:600|599|601)\.\d s$/);
    expect(found[1]).toMatch(/^fail \| AEAT \| /);
  });

  it("never connects to AEAT's own hosts", async () => {
    expect((await look('https://prewww1.aeat.es'))[1]).toMatch(/^skip \| AEAT \| .*does not connect to it/);
    for (const host of ['www1.agenciatributaria.gob.es', 'prewww10.AEAT.es.', 'aeat.es'])
      expect(explainNotAsked(`https://${host}/path`)).toMatch(/does not connect to it/);
    for (const host of ['notaeat.es', 'aeat.es.example.com', '127.0.0.1'])
      expect(explainNotAsked(`https://${host}/path`)).toBeNull();
  });
});

describe('the doctor’s check of the service that receives the records', () => {
  const look = (AEAT_URL: string) => examine('aeat', { commands: { DATABASE_URL: NO_DATABASE, AEAT_URL } });

  it('finds a service that is not reachable', async () => {
    await expect(look('http://127.0.0.1:1')).resolves.toEqual([
      'fail | aeat | http://127.0.0.1:1 does not answer: ECONNREFUSED',
    ]);
    await expect(look('https://127.0.0.1:1')).resolves.toEqual([
      'fail | aeat | 127.0.0.1:1 cannot be reached: ECONNREFUSED',
    ]);
  });

  it('finds a certificate that is not trusted', async () => {
    await expect(look(await openSecureService('server'))).resolves.toEqual([
      expect.stringMatching(/^fail \| aeat \| the certificate of localhost:\d+ is not trusted: \w+/),
    ]);
  });

  it.each([
    ['server', 0, /ok +aeat +localhost:\d+ answers, and its certificate is trusted and valid for \d+ days/],
    ['server-elsewhere', 2, /FAIL +aeat .*is not trusted: .*ERR_TLS_CERT_ALTNAME_INVALID/],
    ['server-expired', 2, /FAIL +aeat .*is not trusted: .*CERT_HAS_EXPIRED/],
    ['server-unknown', 2, /FAIL +aeat .*is not trusted/],
  ])(
    'judges the trust chain, the host name and the expiry of the certificate %s as workers do',
    async (certificate, _code, told) => {
      const { out } = await runCli('doctor', [], {
        DATABASE_URL: NO_DATABASE,
        AEAT_URL: await openSecureService(certificate),
        NODE_EXTRA_CA_CERTS: path.join(FIXTURES, 'test-only-authority.pem'),
      });
      expect(out).toMatch(told);
    },
  );

  it('is skipped if no process sends to AEAT, as in the container of Chromium', async () => {
    const asked = examine('aeat', { worker: { DATABASE_URL: NO_DATABASE, WORKER_QUEUES: 'batches,pdfs' } });
    await expect(asked).resolves.toEqual([
      expect.stringMatching(/^skip \| .*no process whose settings could be read sends to AEAT/),
    ]);
  });
});

describe('the doctor’s check of the public solution of electronic invoices', () => {
  const UNPUBLISHED =
    'SPFE_TRANSPORT is none: AEAT has not published the service. Invoices are prepared and kept; nothing has been sent';
  const look = (variables: NodeJS.ProcessEnv, processes = ['commands']) =>
    examine(
      'spfe',
      Object.fromEntries(processes.map((name) => [name, { DATABASE_URL: NO_DATABASE, ...variables }])),
    );

  it('asks a stand-in for nothing, and finds one that is not reachable', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const sandbox = { SPFE_TRANSPORT: 'sandbox', SPFE_URL: `${url}/spfe` };
    await expect(look(sandbox, ['commands', 'worker'])).resolves.toEqual([
      `ok | spfe | ${url} answers without TLS, so it is a stand-in for AEAT`,
    ]);
    expect(asked).toEqual(['HEAD /']);
    await expect(look({ ...sandbox, SPFE_URL: 'http://127.0.0.1:1/spfe' })).resolves.toEqual([
      'fail | spfe | http://127.0.0.1:1 does not answer: ECONNREFUSED',
    ]);
  });

  it('says without a connection that nothing is sent, and whose invoices wait for one', async () => {
    await expect(look({})).resolves.toEqual([`skip | spfe | ${UNPUBLISHED}`]);
    await expect(look({ WORKER_QUEUES: 'batches' }, ['worker'])).resolves.toEqual([
      'skip | spfe | no process whose settings could be read sends to the public solution',
    ]);
    await using database = await openTestDatabase();
    const DATABASE_URL = database.urlOf('operator');
    await putInSpfe(database.pool, { mode: 'prepare' });
    await expect(look({ DATABASE_URL })).resolves.toEqual([`skip | spfe | ${UNPUBLISHED}`]);
    await putInSpfe(database.pool, { validFrom: '2026-02-01' });
    await expect(look({ DATABASE_URL })).resolves.toEqual([
      `skip | spfe | ${UNPUBLISHED}. It was decided to send the invoices of B12345674, which wait`,
    ]);
    await putInSpfe(database.pool, { mode: 'prepare', validFrom: '2026-03-01' });
    await expect(look({ DATABASE_URL })).resolves.toEqual([`skip | spfe | ${UNPUBLISHED}`]);
  });
});
