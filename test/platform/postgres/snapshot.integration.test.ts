import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outliveDrops } from '../../../src/platform/postgres/database.ts';
import { withSnapshot } from '../../../src/platform/postgres/snapshot.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { runCli } from '../../support/run-cli.ts';

/** A hundredth of the limit of the product's connections. */
const IDLE_LIMIT_MS = 100;

describe('a snapshot of a database in use', () => {
  let api: TestApi;
  let organization: TestOrganization;
  let impatient: Pool;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
    for (const series of ['S1', 'S2', 'S3']) await issueBatch(api, organization, 800, series);
    impatient = outliveDrops(
      new Pool({
        connectionString: api.database.url,
        idle_in_transaction_session_timeout: IDLE_LIMIT_MS,
        statement_timeout: IDLE_LIMIT_MS,
      }),
    );
  });
  afterAll(async () => {
    await impatient.end();
    await api[Symbol.asyncDispose]();
  });

  it('makes verify-chain find a chain intact while invoices are issued in it', async () => {
    const ending = new AbortController();
    let issued = 0;
    const issuing = (async () => {
      for (; !ending.signal.aborted; issued += 1) await issueBatch(api, organization, 1, `B${issued}`);
    })();
    try {
      for (let run = 0; run < 3; run += 1) {
        const before = issued;
        const verified = await runCli('verify-chain', [], { DATABASE_URL: api.database.url });
        expect(verified).toEqual({ code: 0, err: '', out: expect.stringMatching(/ intact, \d+ records\n$/) });
        expect(issued).toBeGreaterThan(before);
      }
    } finally {
      ending.abort();
      await issuing;
    }
  });

  it('shows one point in time, is read-only and is not subject to the time limits of its connection', async () => {
    const count = 'select count(*)::int as count from issued_invoices';
    await withSnapshot(impatient, async (client) => {
      const before = await client.query(count);
      await issueBatch(api, organization, 1, 'M');
      await client.query('select pg_sleep($1)', [(2 * IDLE_LIMIT_MS) / 1000]);
      const { rows } = await api.database.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      );
      expect(rows).toHaveLength(1);
      await eventually(async () => {
        const idle = await api.database.pool.query(
          `select from pg_stat_activity where pid = $1 and now() - state_change > $2::float8 * interval '1 ms'`,
          [rows[0]!.pid, 3 * IDLE_LIMIT_MS],
        );
        return idle.rowCount === 1;
      });
      expect((await client.query(count)).rows).toEqual(before.rows);
      await expect(client.query('update organizations set name = name')).rejects.toThrow(/read-only/);
    });
  });
});
