import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAeatSandbox } from '../../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import type { Database } from '../../../../src/platform/postgres/open-database.ts';
import { openDatabase } from '../../../../src/platform/postgres/open-database.ts';
import { migrate } from '../../../../src/platform/postgres/migrate.ts';
import { processBatch } from '../../../../src/issue/process-batch.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../../support/api.ts';
import { verifyChains } from '../../../support/chains.ts';
import { addLogin, TEST_LOGINS } from '../../../support/database.ts';
import { issueBatch, issuingContext, postBatch, remittingContext } from '../../../support/engine.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from '../../../support/standby.ts';

const BATCHES = 12;

describe('a failover to a real standby under load', () => {
  const resources = new AsyncDisposableStack();
  let servers: ReplicatedPostgres;
  let base: TestApi;
  let before: TestApi;
  let organization: TestOrganization;

  async function openOn(url: string): Promise<{ api: TestApi; database: Database }> {
    const database = resources.use(openDatabase({ url, applicationName: 'test', maxConnections: 5 }));
    database.pool.on('error', () => {});
    const api = await openTestApi(
      {},
      { beside: { ...base, database: { ...database, url, name: '', urlOf: (role) => addLogin(url, role) } } },
    );
    for (const { pool } of [api.workers, api.ingress]) pool.on('error', () => {});
    resources.use(api);
    return { api, database };
  }

  beforeAll(async () => {
    servers = resources.use(await openReplicatedPostgres());
    await migrate(servers.primaryUrl, { logins: TEST_LOGINS });
    base = resources.use(await openTestApi());
    before = (await openOn(servers.primaryUrl)).api;
    organization = await before.createOrganization();
  }, 120_000);
  afterAll(() => resources.disposeAsync(), 60_000);

  it('suspends every chain until it is compared with AEAT, even before a checkpoint shows the new timeline', async () => {
    const sandbox = resources.use(await openAeatSandbox({ port: 0, now: () => base.clock.now.getTime() }));
    await issueBatch(before, organization, 2, 'FIRST');
    const batches: number[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1)
      batches.push(await postBatch(before, organization, 20, `L${batch}`));
    // The standby has all accepted batches. It may miss what is issued from now on.
    const { pool } = before.database;
    const { rows: target } = await pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
    await waitFor(pool, target[0]!.lsn);
    // A worker is issuing when the primary is lost.
    const issued: number[] = [];
    const half = Promise.withResolvers<void>();
    const load = (async () => {
      for (const batchId of batches) {
        await processBatch(issuingContext(before), batchId);
        if (issued.push(batchId) === BATCHES / 2) half.resolve();
      }
    })().catch(() => half.resolve());
    await half.promise;
    await servers.failOver();
    const { api: after, database } = await openOn(servers.standbyUrl);
    const count = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::int as count from registration_records',
      );
      return rows[0]!.count;
    };
    const atPromotion = await count();
    const results = await Promise.all(batches.map((batchId) => processBatch(issuingContext(after), batchId)));
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['ended_before', 'suspended']));
    expect(results.filter((result) => result.kind === 'suspended').length).toBeGreaterThan(0);
    expect(await count()).toBe(atPromotion);
    await load;

    const { rows } = await database.pool.query<{ id: number; marked: boolean }>(
      'select chain_id::float8 as id, compare_since is not null as marked from remissions',
    );
    expect(rows.map(({ marked }) => marked)).toEqual(rows.map(() => true));
    for (const { id } of rows)
      expect(await remitRecords(remittingContext(after, sandbox.url), id)).toMatchObject({ kind: 'sent' });
    for (const batchId of batches) await processBatch(issuingContext(after), batchId);
    // Clients may have ids that the lost primary assigned since then.
    expect(await postBatch(after, organization, 1, 'NEW')).toBeGreaterThan(1_000_000);
    expect(await count()).toBe(2 + BATCHES * 20);
    await verifyChains(database.pool);
  }, 120_000);

  async function waitFor(pool: Database['pool'], lsn: string): Promise<void> {
    for (;;) {
      const { rows } = await pool.query<{ there: boolean }>(
        'select coalesce(bool_or(replay_lsn >= $1), false) as there from pg_stat_replication',
        [lsn],
      );
      if (rows[0]!.there) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});
