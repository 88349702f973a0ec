import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/postgres/open-database.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { revokeApiKey } from '#src/organizations/access/organizations.ts';
import { addCertificate } from '#src/remit/certificates.ts';
import { generateApiKey } from '#src/organizations/access/secrets.ts';
import { readTestCertificate } from '../../packages/verifactu/test/support/messages.ts';
import { openAeatSandbox } from '../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { BY_TEST } from '../support/api.ts';
import { openClient } from '../support/client.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { freePort, startProcess, type TestProcess } from '../support/processes.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';

/*
 * The product as real processes with the most verbose log. Their login in the database has no
 * rights except those of the processes' roles.
 */
const unguessable = () => randomBytes(24).toString('base64url');
const apiKey = generateApiKey();
const certificateKey = randomBytes(32);
const dashboard = { user: 'operator', password: unguessable() };
const login = { name: `engine_test_${randomBytes(6).toString('hex')}`, password: unguessable() };

const resources = new AsyncDisposableStack();
let database: TestDatabase;
let redis: Redis;
let settings: Record<string, string>;
let processes: TestProcess[];
const publicUrls: string[] = [];
let dashboardUrl: string;

async function dropLogin(): Promise<void> {
  await database.pool.query(`drop owned by ${login.name}`);
  await database.pool.query(`drop role ${login.name}`);
}

async function startIngress(): Promise<TestProcess> {
  const port = await freePort();
  publicUrls.push(`http://127.0.0.1:${port}`);
  return resources.use(await startProcess('ingress', { ...settings, PORT: String(port) }));
}

beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  await database.pool.query(`create role ${login.name} login noinherit password '${login.password}'`);
  resources.defer(() => dropLogin());
  await migrate(database.url, { sharedLogin: login.name });
  const databaseUrl = Object.assign(new URL(database.url), {
    username: login.name,
    password: login.password,
  });
  const redisUrl = await takeRedisDatabase();
  redis = new Redis(redisUrl);
  resources.defer(() => redis.disconnect());
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 1 } }));
  settings = {
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: redisUrl,
    BOOTSTRAP_API_KEY: apiKey,
    AEAT_URL: aeat.url,
    AEAT_TIMEOUT_SECONDS: '2',
    CERTIFICATE_KEY: certificateKey.toString('base64'),
    CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? '',
    DASHBOARD_USER: dashboard.user,
    DASHBOARD_PASSWORD: dashboard.password,
    LOG_LEVEL: 'trace',
  };
  processes = [await startIngress(), await startIngress()];
  processes.push(resources.use(await startProcess('worker', settings)));
  const port = await freePort();
  dashboardUrl = `http://127.0.0.1:${port}`;
  processes.push(
    resources.use(await startProcess('dashboard', { ...settings, DASHBOARD_PORT: String(port) })),
  );
});
afterAll(() => resources.disposeAsync());

/** Returns everything in Redis as text. */
async function readRedis(): Promise<string> {
  const texts: unknown[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    texts.push(
      key,
      type === 'hash'
        ? await redis.hgetall(key)
        : type === 'list'
          ? await redis.lrange(key, 0, -1)
          : type === 'stream'
            ? await redis.xrange(key, '-', '+')
            : type === 'string'
              ? await redis.get(key)
              : null,
    );
  }
  return JSON.stringify(texts);
}

describe('secrets [B30]', () => {
  it('appear in no log, job, error or metric of any process, whether requests succeed or fail', async () => {
    const [organizationId] = (
      await database.pool.query<{ id: number }>('select id::int from organizations')
    ).rows.map(({ id }) => id);
    const pkcs12 = readTestCertificate('company');
    await using operator = openDatabase({
      url: database.url,
      applicationName: 'test',
      role: 'operator',
    });
    const owner = { organizationId: organizationId!, issuerNif: 'B12345674' };
    await addCertificate(operator.orm, certificateKey, owner, pkcs12, BY_TEST, new Date());
    // A certificate that cannot be opened, which causes an error on the way to AEAT.
    const other = { ...owner, issuerNif: 'A12345674' };
    await addCertificate(operator.orm, randomBytes(32), other, pkcs12, BY_TEST, new Date());

    const client = await openClient(publicUrls[0]!, apiKey);
    const openSession = (key: string, query: string) =>
      fetch(`${publicUrls[1]!}/api/v1/auth/sessions${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ api_key: key }),
      });
    const sessions = await Promise.all([apiKey, `${apiKey}x`].map((key) => openSession(key, '')));
    // An API key in the query string is refused.
    expect((await openSession(apiKey, `?api_key=${apiKey}`)).status).toBe(400);
    const { session_token: token } = (await sessions[0]!.json()) as { session_token: string };
    const id = await client.create(
      buildBatchBody(4, 'W', (index) => (index < 2 ? {} : { issuer_nif: other.issuerNif })),
    );
    await client.ended(id);
    expect((await client.request(`/batch_invoices/${id * 1000}/pdf`)).status).toBe(200);
    expect((await client.request(`/batch_invoices/${token}/pdf`)).status).toBe(404);
    expect((await client.request(`/batch_invoices/${token}/pdf?token=${token}`)).status).toBe(400);
    await eventually(async () => (await client.invoices(id))[0]!.verifactu_state === 'accepted', {
      within: 20_000,
    });
    await eventually(() => processes.some((each) => each.output().includes('cannot be decrypted')), {
      within: 20_000,
      what: 'the error of the certificate that cannot be decrypted',
    });
    const basic = Buffer.from(`${dashboard.user}:${dashboard.password}`).toString('base64');
    for (const authorization of [`Basic ${basic}`, `Basic ${basic}x`, `Bearer ${token}`]) {
      await fetch(`${dashboardUrl}/api/queues?token=${token}`, { headers: { authorization } });
    }

    const metrics = await Promise.all(
      processes.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text()),
    );
    const readiness = await Promise.all(
      processes.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/readyz`)).text()),
    );
    const jobs = await readRedis();
    expect(jobs).toContain('process-batch');
    const logs = processes.map((each) => each.output());
    for (const log of logs) expect(log).toContain('"level"');
    const secrets = {
      apiKey: apiKey.slice('org_live_'.length),
      token: token.slice('ses_'.length),
      certificateKey: settings['CERTIFICATE_KEY']!,
      passphrase: pkcs12.passphrase,
      pkcs12: pkcs12.pkcs12.toString('base64').slice(100, 160),
      password: dashboard.password,
      basic,
      database: login.password,
    };
    const found = [
      ['jobs', jobs],
      ...logs.map((log, index) => [`log ${index}`, log] as const),
      ...metrics.map((text, index) => [`metrics ${index}`, text] as const),
      ...readiness.map((text, index) => [`readiness ${index}`, text] as const),
    ].flatMap(([place, text]) =>
      Object.entries(secrets)
        .filter(([, secret]) => text.includes(secret))
        .map(([name]) => `${name} in ${place}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the operations port [B32]', () => {
  it('is the only port that serves health and metrics, on every process', async () => {
    for (const { opsUrl } of processes) {
      for (const path of ['/livez', '/readyz', '/metrics']) {
        expect((await fetch(`${opsUrl}${path}`)).status).toBe(200);
      }
    }
    for (const url of publicUrls) {
      for (const path of [
        '/livez',
        '/readyz',
        '/metrics',
        '/api/v1/metrics',
        '/docs',
        '/documentation',
        '/',
      ]) {
        expect((await fetch(`${url}${path}`)).status).toBe(404);
      }
    }
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await fetch(`${dashboardUrl}${path}`)).status).toBe(401);
    }
  });
});

describe('a revoked key', () => {
  it('has its sessions ended within 5 seconds on every process', async () => {
    const clients = await Promise.all(publicUrls.map((url) => openClient(url, apiKey)));
    // Each session is used on every process first, so that a cached session would be noticed.
    const read = async () => {
      const statuses: number[] = [];
      for (const client of clients) statuses.push((await client.request('/invoice_batches')).status);
      return statuses;
    };
    expect(await read()).toEqual([200, 200]);
    const { rows } = await database.pool.query<{ id: number }>('select id::int from api_keys');
    await revokeApiKey(database.orm, rows[0]!.id, new Date(), BY_TEST);
    await eventually(async () => (await read()).every((status) => status === 401), {
      within: 5000,
      what: 'the end of the sessions',
    });
    const session = await fetch(`${publicUrls[1]!}/api/v1/auth/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: apiKey }),
    });
    expect(session.status).toBe(401);
  });
});
