import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../../src/platform/postgres/database.ts';
import {
  codeOf,
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  listTables,
  openFilledApi,
} from '../../support/every-table.ts';

/*
 * The dashboard shows the state of the work. No statement that it runs can read secrets or the
 * content of invoices.
 */
const HIDDEN: Readonly<Record<string, readonly string[] | 'all'>> = {
  api_keys: 'all',
  sessions: 'all',
  batch_bodies: 'all',
  idempotency_records: 'all',
  search_terms: 'all',
  credits: 'all',
  census_checks: ['nif', 'name', 'name_hash', 'census_nif', 'census_name', 'valid_until'],
  payment_requests: 'all',
  payments: 'all',
  sii_collections: ['collected_on', 'amount', 'means', 'account', 'message_id', 'message', 'csv'],
  rectified_invoices: ['organization_id', 'amount'],
  status_rollups_1: 'all',
  status_rollups_2: 'all',
  document_blocks: 'all',
  record_blocks: 'all',
  month_anchors: 'all',
  submissions: 'all',
  webhook_events: 'all',
  certificates: ['sealed_pkcs12', 'sealed_passphrase', 'subject', 'sha256'],
  issued_invoices: [
    'total',
    'issuer_name',
    'qr_url',
    'recipient_term',
    'series_id',
    'series_year',
    'series_number',
  ],
  registration_records: ['xml', 'hash', 'previous_hash'],
  pdfs: ['render_batch_id'],
  previews: 'all',
  electronic_files: ['format', 'version', 'content', 'sha256', 'signed_at'],
  recipient_profiles: 'all',
  series: 'all',
  series_changes: 'all',
  series_counters: 'all',
  series_skips: 'all',
  sii_attempts: ['answer', 'sha256', 'erased_at'],
  sii_backlog_refusals: 'all',
  sii_backlogs: ['examined_invoice_id'],
  sii_compared: 'all',
  sii_comparisons: ['page_number', 'page_date', 'asking_until'],
  sii_differences: 'all',
  sii_lines: ['message', 'csv'],
  sii_matching: 'all',
  sii_messages: ['request', 'sha256', 'erased_at'],
  sii_versions: ['record', 'ordered_by', 'reason'],
  signing_refusals: 'all',
  spfe_compared: 'all',
  spfe_deliveries: ['localizador', 'faults', 'not_before', 'warned_at', 'states_read_at'],
  spfe_events: 'all',
  spfe_members: 'all',
  spfe_issuers: ['comparing_from', 'compared_page', 'comparing_until'],
  spfe_messages: [
    'is_financed',
    'goods_received_on',
    'invoice_received_on',
    'payment_id',
    'request_key',
    'requested_by',
    'reason',
    'csv',
    'faults',
    'not_before',
  ],
  spfe_orders: 'all',
  spfe_requests: ['body', 'sha256', 'answer', 'answer_sha256', 'erased_at'],
  spfe_versions: 'all',
  render_batches: 'all',
  submission_attempts: ['answer'],
  webhook_endpoints: [
    'url',
    'sealed_secret',
    'sealed_previous_secret',
    'slot',
    'creation_key',
    'creation_sha256',
  ],
  operator_acts: ['organization_id', 'xmin'],
  correction_orders: ['client'],
};

describe('the role of the dashboard', () => {
  let filled: FilledApi;
  const resources = new AsyncDisposableStack();
  beforeAll(async () => {
    filled = resources.use(await openFilledApi());
  });
  afterAll(() => resources.disposeAsync());
  const open = () =>
    resources.use(openPool({ url: filled.api.database.url, applicationName: 'test', role: 'dashboard' }))
      .pool;

  it('can read the columns that the pages show, for every organization, but no secrets and no contents', async () => {
    const pool = open();
    for (const { table } of await listTables(filled.api.database.pool)) {
      const hidden = HIDDEN[table] ?? [];
      const isSeen = hidden !== 'all';
      expect({ table, code: await codeOf(pool, `select from ${table}`) }).toEqual({
        table,
        code: isSeen ? 'accepted' : INSUFFICIENT_PRIVILEGE,
      });
      for (const column of isSeen ? hidden : [])
        expect({ table, column, code: await codeOf(pool, `select ${column} from ${table}`) }).toEqual({
          table,
          column,
          code: INSUFFICIENT_PRIVILEGE,
        });
    }
    const { rows } = await pool.query('select distinct organization_id::int as id from batches order by 1');
    expect(rows.map(({ id }) => id)).toEqual([filled.own.id, filled.other.id].toSorted((a, b) => a - b));
  });

  it('may only read, in every table and column', async () => {
    const { rows } = await filled.api.database.pool.query<{ table: string }>(
      `select relname as table from pg_class c
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
         and (has_table_privilege('engine_dashboard', c.oid, 'insert, update, delete, truncate, references, trigger')
              or has_any_column_privilege('engine_dashboard', c.oid, 'insert, update, references'))`,
    );
    expect(rows).toEqual([]);
    const { rows: sequences } = await filled.api.database.pool.query(
      `select from pg_sequence where has_sequence_privilege('engine_dashboard', seqrelid, 'usage, update')`,
    );
    expect(sequences).toEqual([]);
  });

  it('cannot change a row of any table', async () => {
    const pool = open();
    for (const { table, column } of await listTables(filled.api.database.pool))
      for (const sql of [`delete from ${table}`, `update ${table} set ${column} = ${column}`])
        expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
  });
});
