import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool, withTransaction } from '../../../../src/platform/postgres/database.ts';
import * as invoices from '../../../../src/api/reads/invoices/invoices.sql.ts';
import * as reads from '../../../../src/api/reads/reads.sql.ts';
import * as files from '../../../../src/deliver/reads/files.sql.ts';
import { queryAsOrganization } from '../../../../src/platform/postgres/scoped-query.ts';
import type { TestApi, TestOrganization } from '../../../support/api.ts';
import {
  codeOf,
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  listTables,
  openFilledApi,
} from '../../../support/every-table.ts';

/* With any statement, the API sees only the rows of the organization in its scope. */
let filled: FilledApi;
let api: TestApi;
let own: TestOrganization;
let other: TestOrganization;
let batches: ReadonlyMap<number, number>;

beforeAll(async () => {
  filled = await openFilledApi();
  ({ api, own, other, batches } = filled);
});
afterAll(() => filled[Symbol.asyncDispose]());

/** The tables that the API reads. */
const READABLE = new Set([
  'status_rollups_1',
  'status_rollups_2',
  'batch_bodies',
  'batch_invoices',
  'batches',
  'census_checks',
  'certificates',
  'chains',
  'corrections',
  'credits',
  'document_blocks',
  'electronic_files',
  'idempotency_records',
  'issued_invoices',
  'issuer_profiles',
  'organizations',
  'payment_requests',
  'payments',
  'pdfs',
  'previews',
  'render_batches',
  'recipient_profiles',
  'record_answers',
  'record_blocks',
  'rectified_invoices',
  'registration_records',
  'remissions',
  'search_terms',
  'series',
  'series_changes',
  'series_counters',
  'series_skips',
  'sii_backlogs',
  'sii_collections',
  'sii_entries',
  'sii_issuers',
  'sii_lines',
  'sii_matching',
  'sii_messages',
  'sii_versions',
  'signing_refusals',
  'spfe_deliveries',
  'spfe_events',
  'spfe_issuers',
  'spfe_messages',
  'spfe_orders',
  'spfe_recipient_reports',
  'spfe_versions',
  'submission_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
]);

describe('the role of the API', () => {
  it('sees only the rows of its organization, in every table', async () => {
    for (const { table, column } of await listTables(api.database.pool)) {
      const { rows: all } = await api.database.pool.query(`select distinct ${column} from ${table}`);
      if (all.length < 2) throw new Error(`${table} has no rows of two organizations`);
      const sql = { text: `select ${column}::int as organization from ${table}` };
      const found = await queryAsOrganization<{ organization: number }>(api.ingress.pool, own.id, sql).then(
        ({ rows }) => new Set(rows.map(({ organization }) => organization)),
        (error: { code?: string }) => error.code,
      );
      const expected = READABLE.has(table) ? new Set([own.id]) : INSUFFICIENT_PRIVILEGE;
      expect({ table, found }).toEqual({ table, found: expected });
    }
  });

  it('sees nothing without a scope or after its end', async () => {
    await using single = openPool({
      url: api.database.url,
      applicationName: 'test',
      role: 'ingress',
      maxConnections: 1,
    });
    const count = async () =>
      (await single.pool.query<{ n: number }>('select count(*)::int as n from batches')).rows[0]!.n;
    expect(await count()).toBe(0);
    const scoped = await queryAsOrganization(single.pool, own.id, {
      text: 'select count(*)::int as n from batches',
    });
    expect(scoped.rows[0]).toEqual({ n: 1 });
    expect(await count()).toBe(0);
    // The same applies after a failed statement in a scope.
    await expect(queryAsOrganization(single.pool, own.id, { text: 'select 1 / 0' })).rejects.toMatchObject({
      code: '22012',
    });
    expect(await count()).toBe(0);
  });

  it('keeps alternating scopes on one connection separate, and a scope ends with its transaction', async () => {
    await using single = openPool({
      url: api.database.url,
      applicationName: 'test',
      role: 'ingress',
      maxConnections: 1,
    });
    const read = (organization: TestOrganization) =>
      queryAsOrganization<{ id: number }>(single.pool, organization.id, {
        name: 'read-own',
        text: 'select id::int from batches',
      });
    const scopes = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? other : own));
    const found = await Promise.all(scopes.map((organization) => read(organization)));
    expect(found.map(({ rows }) => rows)).toEqual(scopes.map(({ id }) => [{ id: batches.get(id) }]));
    await withTransaction(single.pool, async (client) => {
      await queryAsOrganization(client, own.id, { text: 'select' });
      expect((await client.query('select id::int from batches')).rows).toEqual([{ id: batches.get(own.id) }]);
    });
    expect((await single.pool.query('select from batches')).rowCount).toBe(0);
  });

  it('reads nothing of another organization, even if a statement names it or lacks its condition', async () => {
    const id = batches.get(other.id)!;
    const statements = [
      reads.getBatch(other.id, id),
      reads.listBatches(other.id, 1, 100),
      invoices.listBatchInvoices(other.id, id, [id * 1000, id * 1000 + 1]),
      files.getPdf(other.id, id * 1000),
    ];
    for (const { name, text, values } of statements) {
      const count = async (scope: TestOrganization) =>
        (await queryAsOrganization(api.ingress.pool, scope.id, { text, values })).rowCount;
      expect({ name, theirs: (await count(other))! > 0, mine: await count(own) }).toEqual({
        name,
        theirs: true,
        mine: 0,
      });
      // The same statement without its condition on the organization, as if it had been forgotten.
      const forgotten = text.replaceAll(
        /\b(\w+\.)?(organization_id|id) = \$1(?!\d)/g,
        '($$1::bigint is not null)',
      );
      expect(forgotten).not.toBe(text);
      const { rows } = await queryAsOrganization<Record<string, unknown>>(api.ingress.pool, own.id, {
        text: forgotten,
        values,
      });
      expect(JSON.stringify({ name, rows })).not.toMatch(new RegExp(`"(id|batchId)":${id}(000|001)?\\b`));
    }
  });

  it('cannot store or change rows of another organization', async () => {
    const insert = (organizationId: number) =>
      queryAsOrganization(api.ingress.pool, own.id, {
        text: `insert into batches (organization_id, ordinal, status, invoices_count, received_at)
               values ($1, 1000, 'received', 1, now())`,
        values: [organizationId],
      }).then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      );
    expect(await insert(other.id)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await insert(own.id)).toBe('accepted');
    const changed = await queryAsOrganization(api.ingress.pool, own.id, {
      text: 'update organizations set batches_count = batches_count + 1 where id = $1',
      values: [other.id],
    });
    expect(changed.rowCount).toBe(0);
    const claim = (organizationId: number) =>
      queryAsOrganization(api.ingress.pool, own.id, {
        text: `insert into idempotency_records (organization_id, key, batch_id, body_hash, response, created_at)
               values ($1, $2, $3, '', '', now())`,
        values: [organizationId, randomUUID(), batches.get(other.id)],
      }).then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      );
    expect(await claim(other.id)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('sees only the rows of the organizations in a scope of several', async () => {
    const third = await api.createOrganization();
    const text = 'select id::int from organizations order by id';
    const see = async (scope: number | number[]) =>
      (await queryAsOrganization<{ id: number }>(api.ingress.pool, scope, { text })).rows.map(({ id }) => id);
    expect(await see([own.id, third.id])).toEqual([own.id, third.id].toSorted((a, b) => a - b));
    expect(await see(other.id)).toEqual([other.id]);
    expect(await see([])).toEqual([]);
  });

  it('can look up a session only by its token, and reads neither hashes nor other sessions', async () => {
    for (const table of ['sessions', 'api_keys']) {
      expect(await codeOf(api.ingress.pool, `select from ${table}`)).toBe(INSUFFICIENT_PRIVILEGE);
    }
    const unknown = await api.ingress.pool.query('select * from find_session($1, now())', [randomBytes(32)]);
    expect(unknown.rows).toEqual([]);
  });

  it('cannot create organizations or keys', async () => {
    expect(await codeOf(api.ingress.pool, `insert into organizations (name) values ('x')`)).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
    expect(
      await codeOf(
        api.ingress.pool,
        `insert into api_keys (organization_id, key_hash, prefix) values (1, '', 'x')`,
      ),
    ).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('uses the same indexes as without row-level security', async () => {
    const statements = [
      reads.getBatch(0, 0),
      reads.listBatches(0, 1, 1),
      invoices.listBatchInvoices(0, 0, []),
      files.getPdf(0, 0),
    ];
    for (const { name, text, values } of statements) {
      const explain = (pool: Pool) =>
        withTransaction(pool, async (client) => {
          // PostgreSQL would scan small tables.
          await client.query('set local enable_seqscan = off');
          await client.query('set local plan_cache_mode = force_generic_plan');
          await client.query(`prepare explained as ${text}`);
          const { rows } = await client.query<Record<string, string>>(
            `explain (costs off) execute explained (${values.map(() => 'null').join(', ')})`,
          );
          await client.query('deallocate explained');
          return (
            rows
              .flatMap(
                (row) =>
                  Object.values(row)[0]!.match(/(Index|Seq|Bitmap).*Scan( using \w+)?( on \w+)?/g) ?? [],
              )
              // Ignores this table: for an empty table the planner may choose either one lookup per
              // row or one for all.
              .filter((scan) => !scan.includes('corrections'))
          );
        });
      expect({ name, scans: await explain(api.ingress.pool) }).toEqual({
        name,
        scans: await explain(api.database.pool),
      });
    }
  });
});
