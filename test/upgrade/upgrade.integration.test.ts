import { runCli } from '../support/run-cli.ts';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#src/checker/check-invariants.ts';
import { isBroken } from '#src/checker/invariant.ts';
import { describeSchema } from '../../src/platform/postgres/schema/describe-schema.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { verifyChain } from '../../src/operate/verify-chain.ts';
import { openPool } from '../../src/platform/postgres/database.ts';
import { withSnapshot } from '../../src/platform/postgres/snapshot.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { replaceIdentity } from '../../src/platform/postgres/lineage/restores.ts';
import { listChains } from '../../src/operate/chains/chains.ts';
import { sealWebhookSecret, unsealWebhookSecret } from '../../src/notify/secrets.ts';
import { createSession, openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { openTestDatabase, TEST_LOGINS, type TestDatabase } from '../support/database.ts';
import { issueBatch, issuingContext } from '../support/engine.ts';
import { testPrefix } from '../support/redis.ts';
import { openReceiver } from '../notify/support/receiver.ts';
import { deliver, fillDatabase } from './support/fill-database.ts';
import { listDumps, measureDump, readDump, readFacts, storeDump, UNRELEASED } from './support/golden-dump.ts';
import { collectMigrations, readMigrations } from './support/released-schema.ts';

/*
 * The guarantee of an upgrade: a database that a released version wrote is migrated to the newest
 * schema without any loss. `npm run upgrade:dump` writes the dump of the next release;
 * `npm run release` writes the dump of its version.
 */

if (process.env['UPDATE_GOLDEN']) {
  const { dump, facts } = await fillDatabase();
  storeDump(process.env['GOLDEN_VERSION'] ?? UNRELEASED, dump, facts);
}

const DAY_MS = 86_400_000;
const REMEDY = 'npm run upgrade:dump';

/** Tables without rows in a dump, each with the reason. */
const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  census_checks: 'Each row is what AEAT said, which is asked again when it is lost',
  previews: 'Each row exists only while a client waits for its PDF, or for a minute longer',
  signing_refusals: 'Each row exists only while a client waits for a signature, or until the next cleaning',
  status_rollups_1: 'Each row counts a thousand batches, and a dump with so many would be too large',
  status_rollups_2: 'Each row counts sixteen thousand batches',
};

describe('the golden dumps', () => {
  const newest = listDumps().at(-1)!;

  it('contain rows of every table of the newest schema', () => {
    const empty = readFacts(newest).tables.filter(({ rows }) => rows === 0);
    expect(empty.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_ROWS));
  });

  it.each(listDumps())('are small: %s', (version) => {
    expect(measureDump(version)).toBeLessThan(400_000);
  });

  it.each(listDumps())('contain unchanged migrations: %s', (version) => {
    const released = readMigrations(readDump(version));
    const now = new Map(collectMigrations().map(({ name, sql }) => [name, sql]));
    const remedy =
      version === UNRELEASED
        ? `changed since the dump of the next release: run ${REMEDY}`
        : `was released with ${version} and never changes: write the change as a new migration`;
    const changed = released.filter(({ name, sql }) => now.get(name) !== sql);
    expect(changed.map(({ name }) => `${name} ${remedy}`)).toEqual([]);
    // No new migration comes before a released one.
    const first = [...now.keys()].slice(0, released.length);
    expect(first).toEqual(released.map(({ name }) => name));
  });

  it('include a dump of the newest schema', () => {
    const released = new Set(readMigrations(readDump(newest)).map(({ name }) => name));
    const newer = collectMigrations().filter(({ name }) => !released.has(name));
    expect(newer.map(({ name }) => `${name} is in no dump: run ${REMEDY}`)).toEqual([]);
  });
});

describe.each(listDumps())('a migrated database of version %s', (version) => {
  const facts = readFacts(version);
  let database: TestDatabase;
  let api: TestApi;
  let address: string;
  let organizations: readonly TestOrganization[];

  beforeAll(async () => {
    database = await openTestDatabase(async (url) => {
      await restore(url, readDump(version));
      await migrate(url, { logins: TEST_LOGINS });
    });
    const now = new Date(Math.max(Date.now(), Date.parse(facts.moment) + DAY_MS));
    api = await openTestApi({}, { beside: { database, redisPrefix: testPrefix(), clock: { now } } });
    // An upgrade happens in place. In a restored database the chains would first be compared with
    // AEAT (ops/adr/0018).
    await replaceIdentity(database.pool, now);
    address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    organizations = await Promise.all(
      facts.organizations.map(async ({ id, apiKey }) => ({
        id,
        apiKey,
        token: await createSession((request) => api.inject(request), apiKey),
      })),
    );
  }, 60_000);
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** Sends a GET request like a client, over HTTP. */
  const get = (organization: number, place: string) =>
    fetch(`${address}/api/v1${place}`, {
      headers: { authorization: `Bearer ${organizations[organization]!.token}` },
    });
  /**
   * Verifies every chain like `npm run engine -- verify-chain`.
   * @returns the number of records of each chain.
   */
  const verifyAll = () =>
    withSnapshot(database.pool, async (client) => {
      const lengths: Record<string, number> = {};
      for (const chain of await listChains(client, null, null)) {
        expect({ chain: chain.id, ...(await verifyChain(client, chain)) }).toMatchObject({
          chain: chain.id,
          kind: 'intact',
        });
        lengths[chain.id] = chain.sequence;
      }
      return lengths;
    });

  /**
   * Redirects an endpoint to a receiver of this test. The secret is sealed together with the URL,
   * so it is opened with the dump's key and sealed again.
   */
  async function moveEndpoint(id: number, key: Uint8Array, url: string): Promise<void> {
    const { rows } = await database.pool.query<{ organizationId: number; url: string; sealed: Buffer }>(
      `select organization_id::int as "organizationId", url, sealed_secret as sealed from webhook_endpoints where id = $1`,
      [id],
    );
    const { sealed, ...endpoint } = rows[0]!;
    const secret = unsealWebhookSecret([key], sealed, endpoint);
    await database.pool.query('update webhook_endpoints set url = $1, sealed_secret = $2 where id = $3', [
      url,
      sealWebhookSecret(key, secret, { ...endpoint, url }),
      id,
    ]);
  }

  it('has the schema of a new database', async () => {
    const file = new URL('../../src/generated/schema.txt', import.meta.url);
    expect(withoutPartitions(await describeSchema(database.pool))).toEqual(
      withoutPartitions(readFileSync(file, 'utf8')),
    );
  });

  it('has all of its rows', async () => {
    const known = new Set(
      (await database.pool.query<{ name: string }>('select relname as name from pg_class')).rows.map(
        ({ name }) => name,
      ),
    );
    for (const { name, rows } of facts.tables.filter(
      (table) => table.name !== 'migrations' && known.has(table.name),
    )) {
      const found = await database.pool.query<{ rows: number }>(
        `select count(*)::int as rows from "${name}"`,
      );
      // The test itself adds one session for each organization.
      const added = name === 'sessions' ? organizations.length : 0;
      expect({ name, ...found.rows[0] }).toEqual({ name, rows: rows + added });
    }
  });

  it('has intact chains and breaks no invariant', async () => {
    expect(await verifyAll()).toEqual(facts.chains);
    await using reader = openPool({
      url: database.urlOf('reader'),
      applicationName: 'test-reader',
      role: 'reader',
    });
    const evidence = {
      registerLog: null,
      book: null,
      spfe: null,
      answers: null,
      api: null,
      logFiles: [],
      secrets: [],
    };
    expect((await checkInvariants(reader.pool, evidence)).filter(isBroken)).toEqual([]);
  });

  it('serves every PDF over HTTP with the same bytes', async () => {
    let count = 0;
    for (const [index, { pdfs }] of facts.organizations.entries())
      for (const [invoice, sha256] of Object.entries(pdfs)) {
        const answer = await get(index, `/batch_invoices/${invoice}/pdf`);
        const found = hash('sha256', Buffer.from(await answer.arrayBuffer()));
        expect({ invoice, status: answer.status, sha256: found }).toEqual({ invoice, status: 200, sha256 });
        count += 1;
      }
    expect(count).toBeGreaterThan(10);
  });

  it('returns the same data of every batch, invoice and registration', async () => {
    for (const [index, { answers }] of facts.organizations.entries())
      for (const [place, before] of Object.entries(answers)) {
        const answer = await get(index, place);
        expect({ place, status: answer.status }).toEqual({ place, status: 200 });
        // A later version may return more members.
        expect({ place, told: await answer.json() }).toMatchObject({ place, told: before });
      }
  });

  it('accepts new invoices and corrections in its chains, and delivers its webhooks', async () => {
    await using receiver = await openReceiver();
    const { endpointId, secret, sealingKey } = facts.webhook;
    const key = Buffer.from(sealingKey, 'base64');
    await moveEndpoint(endpointId, key, receiver.url);
    const [first] = organizations as [TestOrganization];
    // As the changelog asks: in version 1.0.0 a binding did not exclude other organizations.
    const bound = await runCli('org', ['issuers', String(first.id), '--only', 'B12345674'], {
      DATABASE_URL: api.database.url,
    });
    expect(bound).toMatchObject({ code: 0, err: '' });
    const batchId = await issueBatch(api, first, 2, 'AFTER', () => ({
      operation_date: api.clock.now.toISOString().slice(0, 10),
    }));
    const told = await get(0, `/invoice_batches/${batchId}`);
    expect(await told.json()).toMatchObject({ data: { status: 'processed' } });
    const { software } = issuingContext(api);
    const context = {
      pool: database.pool,
      orm: database.orm,
      now: () => api.clock.now,
      software,
      aeat: null,
      activeLineage: null,
    };
    const order = {
      invoiceId: facts.accepted,
      action: 'annul',
      reason: 'Por error',
      operator: 'maria',
    } as const;
    expect(await correctInvoice(context, order)).toMatchObject({ kind: 'anulacion' });

    // A verified chain links the new records to the old ones.
    const lengths = await verifyAll();
    const grown = Object.entries(lengths).filter(([chain, records]) => facts.chains[chain] !== records);
    expect(grown.map(([chain, records]) => records - facts.chains[chain]!)).toEqual([3]);

    await deliver(api, endpointId, key);
    // Signed at the time of the product's clock, which may be ahead of the library's.
    for (const { id, body, headers } of receiver.arrivals) {
      const signedAt = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(headers['webhook-signature']).toContain(new Webhook(secret).sign(id, signedAt, body));
    }
    expect(receiver.arrivals.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({
        type: 'batch.finished',
        data: { invoice_batch: expect.objectContaining({ id: batchId }) as unknown },
      }),
    );
  });
});

/** Fills an empty database from a dump, as a superuser. */
async function restore(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The number of partitions depends on the months and ids in use. */
const withoutPartitions = (schema: string) =>
  schema.split('\n').filter((line) => !/(?:^| )partitions\./.test(line));
