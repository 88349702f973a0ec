import { Migration } from '@mikro-orm/migrations';

/*
 * What operators see at a glance (ops/adr/0042): the dashboard reads how the work stands, of every organization, and nothing that is secret or a document. Backups and
 * checks are written down as acts, so that the newest can be told.
 */

/** What is looked for among all rows, and is seldom: nothing is written to these for what goes well. */
const INDEXES = [
  'create index batch_invoices_failed_index on batch_invoices (id) where processing_error is not null and erased_at is null',
  `create index record_answers_imperfect_index on record_answers (answered_at) where state <> 'accepted'`,
];

/** Columns that the dashboard reads. Not: keys, sessions, secrets, bodies, documents, records, PDFs, and where webhooks go. */
const COLUMNS: Readonly<Record<string, string>> = {
  organizations: 'id, name, verifactu, batches_count',
  batches:
    'id, organization_id, external_batch_id, status, invoices_count, received_at, processed_at, rendered_at',
  batch_invoices:
    'id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error, erased_at',
  issued_invoices: 'id, organization_id, issuer_nif, invoice_number, issue_date, issued_at',
  pdfs: 'issued_invoice_id, organization_id, is_annulled, rendered_at',
  registration_records: 'chain_id, sequence, organization_id, issued_invoice_id, kind, generated_at',
  record_answers:
    'chain_id, sequence, organization_id, submission_id, attempt, state, code, message, answered_at',
  corrections:
    'id, organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at, rendered_at',
  chains: 'id, organization_id, issuer_nif, installation_number, sequence, last_hash, created_at, retired_at',
  remissions:
    'chain_id, organization_id, remitted_sequence, attempt, wait_seconds, next_allowed_at, sending_until, failures, incident_since, halted_at, halted_reason, compare_since, compare_after',
  submission_attempts:
    'chain_id, attempt, organization_id, submission_id, started_at, ended_at, outcome, reason, code, message, http_status, csv',
  certificates: 'id, organization_id, issuer_nif, not_before, not_after, is_seal, removed_at',
  issuer_profiles: 'id, organization_id, issuer_nif, profile',
  webhook_endpoints: 'id, organization_id, disabled_at, removed_at, failures, failing_since, rests_until',
  webhook_deliveries: 'event_id, endpoint_id, organization_id, batch_id, since, ended_at, outcome',
};

const CHECKS = `('database.backup', 'database.check', 'chain.verify')`;

const RIGHTS = [
  ...Object.entries(COLUMNS).flatMap(([table, columns]) => [
    `create policy overview on ${table} for select to engine_dashboard using (true)`,
    `grant select (${columns}) on table ${table} to engine_dashboard`,
  ]),
  // When the last backup was made, and by whom: of the acts nothing more.
  `create policy overview on operator_acts for select to engine_dashboard using (act in ${CHECKS})`,
  'grant select (act, at, operator, details) on table operator_acts to engine_dashboard',
  // Who looks at what clients sent writes down that it was looked at.
  `create policy acts_of_looking on operator_acts for insert to engine_dashboard with check (act = 'batch.look')`,
];

/** Who only reads writes down that it made a backup or looked through all, and nothing else. */
const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'key.create', 'key.rights', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'chain.resume', 'chain.renew', 'chain.compare', 'chain.verify', 'invoice.annul', 'invoice.resend', 'batch.look',
    'database.restore', 'database.backup', 'database.check', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
  `create policy acts_of_checks on operator_acts for insert to engine_reader with check (act in ('database.backup', 'database.check'))`,
  'grant insert (act, operator, reason, organization_id, subject_id, details) on table operator_acts to engine_reader',
  'grant usage on sequence operator_acts_id_seq to engine_reader',
  'grant execute on function skip_lost_ids() to engine_reader',
];

export class OverviewOfWork extends Migration {
  override up(): void {
    for (const sql of [...INDEXES, ...ACTS, ...RIGHTS]) this.addSql(sql);
  }
}
