import type { Pool, PoolClient } from 'pg';
import { openTestApi, type TestApi, type TestApiOptions, type TestOrganization } from './api.ts';
import { issueBatch } from './engine.ts';
import { storePdf } from './pdfs.ts';
import { INSERT_SERIES } from './series.ts';

/**
 * Inserts the rows of one organization that only submission and the commands create. $1 is the
 * organization.
 */
const MORE_ROWS = [
  `insert into render_batches (organization_id, version, sha256, content) values ($1, 1, sha256(''), '')`,
  `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', '{}')`,
  `insert into recipient_profiles (organization_id, recipient_document, profile) values ($1, 'A12345674', '{}')`,
  INSERT_SERIES,
  `insert into certificates (organization_id, sealed_pkcs12, sealed_passphrase, subject, not_before, not_after, created_at)
   values ($1, '', '', 'x', now(), now(), now())`,
  `with s as (insert into submissions (organization_id, chain_id, first_sequence, last_sequence, has_incident, request, created_at)
              select organization_id, id, 1, 1, false, '', now() from chains where organization_id = $1 returning *),
        r as (update remissions set attempt = 1 from s where remissions.chain_id = s.chain_id)
   select from s`,
  `insert into submission_attempts (chain_id, attempt, organization_id, submission_id, started_at, ended_at, outcome)
   select chain_id, 1, organization_id, id, now(), now(), 'answered' from submissions where organization_id = $1`,
  `insert into record_answers (chain_id, sequence, organization_id, submission_id, attempt, state, answered_at)
   select chain_id, 1, organization_id, id, 1, 'accepted', now() from submissions where organization_id = $1`,
  `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
   select organization_id, issued_invoice_id, chain_id, sequence, 'subsanacion', 'x', 'x', now() from registration_records
   where organization_id = $1 and sequence = 1`,
  `insert into correction_orders (organization_id, issued_invoice_id, action, operator, reason)
   select organization_id, min(id), 'annul', 'dashboard:x', 'x' from issued_invoices where organization_id = $1 group by organization_id`,
  `insert into month_anchors (month, organization_id, chain_id, first_sequence, last_sequence, last_hash)
   select '2026-01-01', organization_id, id, 1, 1, last_hash from chains where organization_id = $1`,
  `insert into webhook_endpoints (organization_id, url, sealed_secret, created_at) values ($1, 'https://example.com/', '', now())`,
  `with v as (insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
              select organization_id, min(id), 'batch.finished', now(), '{}' from batches where organization_id = $1 group by organization_id
              returning *)
   insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
   select v.id, e.id, v.organization_id, v.batch_id, now(), now() from v join webhook_endpoints e on e.organization_id = v.organization_id`,
  `insert into search_terms select $1::bigint, 1, min(id) from issued_invoices where organization_id = $1`,
  `insert into rectified_invoices (organization_id, invoice_id, rectified_id, amount)
   select $1::bigint, max(id), min(id), 0 from issued_invoices where organization_id = $1`,
  `insert into credits (original_id, ordinal, organization_id, batch_id, request_sha256, lines, groups)
   select min(id), 1, organization_id, min(id) / 1000, sha256(''), '[]', '{}' from issued_invoices where organization_id = $1
   group by organization_id`,
  `insert into payment_requests (organization_id, key, sha256, created_at) values ($1, gen_random_uuid(), sha256(''), now())`,
  `insert into payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, outstanding, request_key, request_place,
     recorded_by, recorded_at)
   select organization_id, min(id), 1, '2026-11-25', 1, 'EUR', 'cash', 120, gen_random_uuid(), 0, 'key:1', now() from issued_invoices
   where organization_id = $1 group by organization_id`,
  `insert into previews (organization_id, document) values ($1, '{}')`,
  `insert into census_checks (organization_id, nif, name_hash, name, asked_at) values ($1, 'B12345674', '', 'EJEMPLO SL', now())`,
  `insert into electronic_files (organization_id, issued_invoice_id, format, version, content, sha256, signed_at)
   select $1::bigint, min(id), 'facturae', 1, '', sha256(''), now() from issued_invoices where organization_id = $1`,
  `insert into signing_refusals (organization_id, issued_invoice_id, reason)
   select $1::bigint, min(id), 'certificate_missing' from issued_invoices where organization_id = $1`,
  // Rows of batches that do not exist, which the test does not read.
  `insert into status_rollups_1 select $1::bigint, 9, now(), now(), 1000, 0, 0, array(select generate_series(1, 1000)), '{}', '{}'`,
  `insert into status_rollups_2 select $1::bigint, 9, now(), now(), 16000, 0, 0`,
];

/**
 * Inserts the rows of one organization that only an issuer in SII has, for an invoice that is in
 * VeriFactu. The database refuses that, so its triggers are off.
 */
const ROWS_OF_SII = (organizationId: number) => `
  begin;
  set local session_replication_role = replica;
  insert into sii_issuers (organization_id, issuer_nif) values (${organizationId}, 'B12345674');
  insert into sii_entries (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, fiscal_year, period, created_at)
  select max(id), organization_id, 'B12345674', 'R-2', '2026-11-20', 2026, '11', now() from issued_invoices
  where organization_id = ${organizationId} group by organization_id;
  insert into sii_versions (issued_invoice_id, version, organization_id, kind, fiscal_year, period, record, created_at)
  select issued_invoice_id, 1, organization_id, 'A0', 2026, '11', '', now() from sii_entries where organization_id = ${organizationId};
  insert into sii_messages (organization_id, issuer_nif, kind, entries, request, created_at)
  values (${organizationId}, 'B12345674', 'A0', 1, '', now());
  insert into sii_attempts (message_id, attempt, organization_id, started_at, ended_at, outcome)
  select id, 1, organization_id, now(), now(), 'answered' from sii_messages where organization_id = ${organizationId};
  insert into sii_lines (organization_id, message_id, issued_invoice_id, version)
  select m.organization_id, m.id, e.issued_invoice_id, 1 from sii_messages m join sii_entries e on e.organization_id = m.organization_id
  where m.organization_id = ${organizationId};
  insert into sii_comparisons (organization_id, issuer_nif, fiscal_year, period, started_at)
  values (${organizationId}, 'B12345674', 2026, '11', now());
  insert into sii_compared (comparison_id, issued_invoice_id, organization_id)
  select id, 1, organization_id from sii_comparisons where organization_id = ${organizationId};
  insert into sii_differences (comparison_id, kind, issue_date, invoice_number, organization_id)
  select id, 'only_in_book', '2026-11-20', 'R-3', organization_id from sii_comparisons where organization_id = ${organizationId};
  insert into sii_backlogs (organization_id, issuer_nif, entered_on, ordered_at)
  values (${organizationId}, 'B12345674', '2026-11-20', now());
  insert into sii_backlog_refusals (backlog_id, issued_invoice_id, organization_id, reason)
  select id, 1, organization_id, 'x' from sii_backlogs where organization_id = ${organizationId};
  insert into sii_matching (issued_invoice_id, seen_at, organization_id, state)
  select issued_invoice_id, now(), organization_id, 'matched' from sii_entries where organization_id = ${organizationId};
  insert into sii_collections (payment_id, organization_id, issuer_nif, issued_invoice_id, collected_on, amount, means, created_at)
  select p.id, p.organization_id, 'B12345674', e.issued_invoice_id, '2026-11-25', 1, '04', now()
  from payments p join sii_entries e on e.organization_id = p.organization_id where p.organization_id = ${organizationId};
  commit`;

/**
 * Inserts the rows of one organization that only an issuer has whose invoices go to the SPFE. The
 * triggers are off, because no request can have all of them.
 */
const ROWS_OF_SPFE = (organizationId: number) => `
  begin;
  set local session_replication_role = replica;
  insert into spfe_issuers (organization_id, issuer_nif) values (${organizationId}, 'B12345674');
  insert into spfe_deliveries (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, mode, channel, state, due_by, version,
    csv, localizador, created_at)
  select min(id), organization_id, 'B12345674', 'R-1', '2026-11-20', 'send', 'interconnect', 'admitted', now(), 1, 'CSV', 'LOC', now()
  from issued_invoices where organization_id = ${organizationId} group by organization_id;
  insert into spfe_versions (issued_invoice_id, version, organization_id, is_copy, xml, size, sha256, created_at)
  select issued_invoice_id, 1, organization_id, false, '', 1, sha256(''), now() from spfe_deliveries where organization_id = ${organizationId};
  insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, requested_by, requested_at)
  select organization_id, 'B12345674', issued_invoice_id, 'SETTLEMENT', '2026-11-25', 'key:1', now() from spfe_deliveries
  where organization_id = ${organizationId};
  insert into spfe_requests (organization_id, issuer_nif, service, members, created_at, sending_until)
  values (${organizationId}, 'B12345674', 'send', 1, now(), now());
  insert into spfe_members (request_id, ordinal, organization_id, issued_invoice_id, version)
  select q.id, 1, q.organization_id, d.issued_invoice_id, 1 from spfe_requests q join spfe_deliveries d on d.organization_id = q.organization_id
  where q.organization_id = ${organizationId};
  insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, first_seen_at)
  select organization_id, issued_invoice_id, 'PAYMENT', '2026-11-25', now() from spfe_deliveries where organization_id = ${organizationId};
  insert into spfe_differences (organization_id, issuer_nif, issue_date, invoice_number, kind, found_at)
  values (${organizationId}, 'B12345674', '2026-11-20', 'R-3', 'foreign', now());
  insert into spfe_orders (organization_id, issued_invoice_id, action, ordered_by, ordered_at)
  select organization_id, issued_invoice_id, 'resend', 'key:1', now() from spfe_deliveries where organization_id = ${organizationId};
  insert into spfe_events (organization_id, issued_invoice_id, kind, occurred_at, details)
  select organization_id, issued_invoice_id, 'admitted', now(), '{}' from spfe_deliveries where organization_id = ${organizationId};
  insert into spfe_compared (organization_id, issuer_nif, issue_date, invoice_number, status)
  values (${organizationId}, 'B12345674', '2026-11-20', 'R-3', '200');
  commit`;

export type FilledApi = AsyncDisposable & {
  readonly api: TestApi;
  readonly own: TestOrganization;
  readonly other: TestOrganization;
  /** Maps an organization to its batch of two issued invoices, the first of which has a PDF. */
  readonly batches: ReadonlyMap<number, number>;
};

/** Opens the API with rows of two organizations in every table. */
export async function openFilledApi(options: TestApiOptions = {}): Promise<FilledApi> {
  const api = await openTestApi({}, options);
  const own = await api.createOrganization('Propia SL');
  const other = await api.createOrganization('Ajena SL');
  const batches = new Map<number, number>();
  for (const organization of [own, other]) {
    const batchId = await issueBatch(api, organization, 2, 'R');
    await storePdf(api, batchId * 1000);
    batches.set(organization.id, batchId);
    for (const sql of MORE_ROWS) await api.database.pool.query(sql, [organization.id]);
    await api.database.pool.query(ROWS_OF_SII(organization.id));
    await api.database.pool.query(ROWS_OF_SPFE(organization.id));
  }
  return { api, own, other, batches, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() };
}

/**
 * Returns every table of the product with the column that contains the organization of its rows.
 */
export async function listTables(pool: Pool): Promise<{ table: string; column: string }[]> {
  const { rows } = await pool.query<{ table: string }>(
    `select relname as table from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not in ('migrations', 'database_identities', 'installations', 'skipped_ids', 'months', 'issuer_registers', 'spfe_decisions', 'spfe_outages', 'operators', 'operator_sessions', 'operator_wrong_logins', 'responsible_declarations', 'processes', 'sealing_keys')`,
  );
  return rows.map(({ table }) => ({ table, column: table === 'organizations' ? 'id' : 'organization_id' }));
}

/** The SQLSTATE with which PostgreSQL refuses a statement for lack of rights. */
export const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Returns the error code of a statement, or 'accepted'.
 * @throws an error without a code, because the database did not refuse the statement.
 */
export async function codeOf(
  connection: Pool | PoolClient,
  sql: string,
  values?: unknown[],
): Promise<string> {
  // A pool closes the connection after a failed statement, and opening the next one takes longer
  // than the statement.
  const client = 'totalCount' in connection ? await connection.connect() : connection;
  try {
    await client.query(sql, values);
    return 'accepted';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return code;
  } finally {
    if (client !== connection) client.release();
  }
}
