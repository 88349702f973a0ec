import { hash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSnapshot } from '../../src/persistence/connection/snapshot.ts';
import { migrate } from '../../src/persistence/migrate.ts';
import { listDueEndpoints } from '../../src/persistence/webhooks/due-endpoints.ts';
import { listChains } from '../../src/persistence/read/chains.ts';
import { processBatch } from '../../src/issuing/process-batch.ts';
import { verifyChain } from '../../src/operating/verify-chain.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { openEmptyDatabase, TEST_LOGINS } from '../support/database.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { testPrefix } from '../support/redis.ts';
import { openTestRemission } from '../support/remission.ts';
import {
  type Dump,
  listDumps,
  locateDump,
  packDump,
  readDump,
  readMigrations,
  restoreDump,
  takeDump,
} from './support/dump.ts';
import { fillDatabase } from './support/fill-database.ts';

/** The release that comes next: its dump is made again until it is out. */
const NEXT = process.env['DUMP_VERSION'] ?? '1.0.0';

if (process.env['UPDATE_GOLDEN']) {
  await using test = await openTestRemission();
  const facts = await fillDatabase(test);
  writeFileSync(locateDump(NEXT), packDump(await takeDump(test.pool, facts)));
}

it('the newest dump has rows in every table', () => {
  const newest = readDump(listDumps().toSorted(compareVersions).at(-1)!);
  const empty = newest.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name);
  expect(empty).toEqual([]);
});

describe.each(listDumps())('a database of version %s', (version) => {
  let dump: Dump;
  let api: TestApi;
  let organizations: TestOrganization[];
  const resources = new AsyncDisposableStack();

  beforeAll(async () => {
    dump = readDump(version);
    const database = resources.use(await openEmptyDatabase());
    await restoreDump(database.pool, dump);
    // An upgrade happens in place: the database is the one that the engine knows.
    await database.pool.query(
      `update database_identities d
       set system_identifier = i.system_identifier, timeline = i.timeline, database_oid = i.database_oid, table_file = i.table_file
       from database_identity() i`,
    );
    await migrate(database.url, { logins: TEST_LOGINS });
    const clock = { now: new Date(new Date(dump.facts.madeAt).getTime() + 3600_000) };
    api = resources.use(await openTestApi({}, { beside: { database, redisPrefix: testPrefix(), clock } }));
    organizations = await Promise.all(
      Object.entries(dump.facts.apiKeys).map(async ([id, apiKey]) => {
        const payload = { api_key: apiKey };
        const answer = await api.inject({ method: 'POST', url: '/api/v1/auth/sessions', payload });
        return { id: Number(id), apiKey, token: answer.json<{ session_token: string }>().session_token };
      }),
    );
  }, 60_000);
  afterAll(() => resources.disposeAsync());

  it('was made by the migrations that are still the first ones, to the letter', () => {
    expect(readMigrations().slice(0, dump.migrations.length)).toEqual(dump.migrations);
  });

  it('has chains that verify', async () => {
    const verdicts = await withSnapshot(api.database.pool, async (client) =>
      Promise.all((await listChains(client, null, null)).map((chain) => verifyChain(client, chain))),
    );
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.filter(({ kind }) => kind !== 'intact')).toEqual([]);
  });

  it('gives the same bytes of every PDF', async () => {
    const hashes: Record<string, string | number> = {};
    for (const id of Object.keys(dump.facts.pdfs)) {
      const answers = await Promise.all(
        organizations.map(({ token }) => api.get(token, `/batch_invoices/${id}/pdf`)),
      );
      const found = answers.find(({ statusCode }) => statusCode === 200);
      hashes[id] = found === undefined ? answers[0]!.statusCode : hash('sha256', found.rawPayload);
    }
    expect(hashes).toEqual(dump.facts.pdfs);
  });

  it('is read over the API: batches, invoices and what AEAT answered', async () => {
    const [own] = organizations;
    const { data } = (await api.get(own!.token, '/invoice_batches')).json<{ data: { status: string }[] }>();
    expect(new Set(data.map(({ status }) => status))).toEqual(
      new Set(['received', 'processed', 'processed_with_errors', 'failed']),
    );
    const states = await Promise.all(
      Object.keys(dump.facts.pdfs).map(async (id) => {
        const answer = await api.get(own!.token, `/batch_invoices/${id}/registration`);
        return answer.json<{ data?: { records: { state: string }[] } }>().data?.records.at(-1)?.state;
      }),
    );
    expect(new Set(states)).toEqual(new Set(['accepted', 'rejected', undefined]));
  });

  it('goes on: what waited is issued, new invoices continue the chain, and old ones are corrected', async () => {
    const [own] = organizations;
    const { pool } = api.workers;
    const { rows } = await pool.query<{ id: number }>(
      'select id::float8 as id from batches where processed_at is null order by id',
    );
    const added = await postBatch(api, own!, 2, 'NEW');
    for (const id of [...rows.map((row) => row.id), added])
      expect(await processBatch(issuingContext(api), id)).toMatchObject({ kind: 'issued', issued: 2 });
    const [invoiceId] = Object.keys(dump.facts.pdfs);
    const annulled = await api.inject({
      method: 'POST',
      url: `/api/v1/batch_invoices/${Number(invoiceId) + 20}/annul`,
      headers: { authorization: `Bearer ${own!.token}`, 'idempotency-key': randomUUID() },
      payload: { reason: 'After the upgrade' },
    });
    expect([annulled.statusCode, annulled.body]).toEqual([202, expect.stringContaining('anulacion')]);
    const verdicts = await withSnapshot(api.database.pool, async (client) =>
      Promise.all((await listChains(client, own!.id, null)).map((chain) => verifyChain(client, chain))),
    );
    expect(verdicts.every(({ kind }) => kind === 'intact')).toBe(true);
  });

  it('has webhooks that are still due', async () => {
    expect(await listDueEndpoints(api.workers.pool, api.clock.now, 10, 0)).not.toEqual([]);
  });
});

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
