-- Row-level security, which also applies to the owner of the tables, and the privileges of the roles.

alter table api_keys enable row level security;
alter table api_keys force row level security;
alter table status_rollups_1 enable row level security;
alter table status_rollups_1 force row level security;
alter table batch_bodies enable row level security;
alter table batch_bodies force row level security;
alter table batch_invoices enable row level security;
alter table batch_invoices force row level security;
alter table status_rollups_2 enable row level security;
alter table status_rollups_2 force row level security;
alter table batches enable row level security;
alter table batches force row level security;
alter table certificates enable row level security;
alter table certificates force row level security;
alter table chains enable row level security;
alter table chains force row level security;
alter table correction_orders enable row level security;
alter table correction_orders force row level security;
alter table corrections enable row level security;
alter table corrections force row level security;
alter table document_blocks enable row level security;
alter table document_blocks force row level security;
alter table idempotency_records enable row level security;
alter table idempotency_records force row level security;
alter table issued_invoices enable row level security;
alter table issued_invoices force row level security;
alter table issuer_profiles enable row level security;
alter table issuer_profiles force row level security;
alter table month_anchors enable row level security;
alter table month_anchors force row level security;
alter table operator_acts enable row level security;
alter table operator_acts force row level security;
alter table operator_sessions enable row level security;
alter table operator_sessions force row level security;
alter table operators enable row level security;
alter table operators force row level security;
alter table organizations enable row level security;
alter table organizations force row level security;
alter table pdfs enable row level security;
alter table pdfs force row level security;
alter table render_batches enable row level security;
alter table render_batches force row level security;
alter table record_answers enable row level security;
alter table record_answers force row level security;
alter table record_blocks enable row level security;
alter table record_blocks force row level security;
alter table registration_records enable row level security;
alter table registration_records force row level security;
alter table remissions enable row level security;
alter table remissions force row level security;
alter table sessions enable row level security;
alter table sessions force row level security;
alter table submission_attempts enable row level security;
alter table submission_attempts force row level security;
alter table submissions enable row level security;
alter table submissions force row level security;
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
alter table webhook_events enable row level security;
alter table webhook_events force row level security;

create policy every_organization on api_keys to engine_operator, engine_worker using (true);
create policy every_session on api_keys for select to engine_sessions using (true);
create policy whole_table on api_keys for select to engine_reader using (true);

create policy every_organization on status_rollups_1 to engine_worker using (true);
create policy own_organization on status_rollups_1 to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on status_rollups_1 for select to engine_reader using (true);

create policy every_organization on batch_bodies to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on batch_bodies to engine_retention using (true);
create policy own_organization on batch_bodies to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on batch_bodies for select to engine_reader using (true);

create policy correction_by_key on batch_invoices to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on batch_invoices to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on batch_invoices to engine_retention using (true);
create policy overview on batch_invoices for select to engine_dashboard using (true);
create policy own_organization on batch_invoices to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on batch_invoices for select to engine_reader using (true);

create policy every_organization on status_rollups_2 to engine_worker using (true);
create policy own_organization on status_rollups_2 to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on status_rollups_2 for select to engine_reader using (true);

create policy correction_by_key on batches to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on batches to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on batches to engine_retention using (true);
create policy overview on batches for select to engine_dashboard using (true);
create policy own_organization on batches to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on batches for select to engine_reader using (true);

create policy every_organization on certificates to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on certificates to engine_retention using (true);
create policy overview on certificates for select to engine_dashboard using (true);
create policy whole_table on certificates for select to engine_reader using (true);

create policy acts_of_dashboard on chains for update to engine_acts using (true);
create policy correction_by_key on chains to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on chains to engine_operator, engine_worker using (true);
create policy overview on chains for select to engine_dashboard using (true);
create policy own_organization on chains to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy seen_for_acts on chains for select to engine_acts using (true);
create policy whole_table on chains for select to engine_reader using (true);

create policy acts_of_dashboard on correction_orders for insert to engine_acts with check (starts_with(operator, 'dashboard:'));
create policy correction_by_key on correction_orders to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on correction_orders to engine_worker using (true);
create policy every_organization_of_dashboard on correction_orders for select to engine_dashboard using (true);
create policy seen_for_acts on correction_orders for select to engine_acts using (true);
create policy whole_table on correction_orders for select to engine_reader using (true);

create policy correction_by_key on corrections to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on corrections to engine_operator, engine_worker using (true);
create policy overview on corrections for select to engine_dashboard using (true);
create policy own_organization on corrections to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on corrections for select to engine_reader using (true);

create policy every_organization on document_blocks to engine_operator, engine_worker using (true);
create policy own_organization on document_blocks to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on document_blocks for select to engine_reader using (true);

create policy every_organization on idempotency_records to engine_operator, engine_worker using (true);
create policy over_only on idempotency_records as restrictive for delete to engine_worker using (created_at <= (now() -
  '24:00:00'::interval));
create policy own_organization on idempotency_records to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on idempotency_records for select to engine_reader using (true);

create policy acts_of_dashboard on issued_invoices for select to engine_acts using (true);
create policy correction_by_key on issued_invoices to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on issued_invoices to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on issued_invoices to engine_retention using (true);
create policy overview on issued_invoices for select to engine_dashboard using (true);
create policy own_organization on issued_invoices to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on issued_invoices for select to engine_reader using (true);

create policy every_organization on issuer_profiles to engine_operator, engine_worker using (true);
create policy overview on issuer_profiles for select to engine_dashboard using (true);
create policy own_organization on issuer_profiles to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on issuer_profiles for select to engine_reader using (true);

create policy every_organization on month_anchors for select to engine_operator using (true);
create policy whole_table on month_anchors for select to engine_reader using (true);

create policy acknowledgements on operator_acts for insert to engine_acts with check (act = 'finding.acknowledge');
create policy acknowledgements_of_findings on operator_acts for select to engine_dashboard using (act = 'finding.acknowledge');
create policy acts_of_checks on operator_acts for insert to engine_reader with check (act in ('database.backup',
  'database.check'));
create policy acts_of_dashboard on operator_acts for insert to engine_acts with check (act in ('batch.look', 'batch.retry',
  'pdf.retry', 'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote',
  'job.clean') or act in ('organization.pause', 'organization.resume', 'chain.resume', 'chain.compare'));
create policy acts_of_erasing on operator_acts for insert to engine_retention with check (act = 'retention.erase');
create policy acts_of_sending on operator_acts for insert to engine_acts with check (act = 'chain.send');
create policy acts_read on operator_acts for select to engine_retention using (true);
create policy checks_in_metrics on operator_acts for select to engine_worker using (act in ('database.backup',
  'database.check', 'chain.verify'));
create policy correction_by_key on operator_acts for insert to engine_sessions with check (act in ('invoice.annul',
  'invoice.resend') and organization_id + 0 = any ((select current_organizations())::bigint[]));
create policy every_organization on operator_acts to engine_operator using (true);
create policy names_of_keys on operator_acts as restrictive for insert to public with check ((starts_with(operator, 'key:') =
  (current_user = 'engine_sessions')) or (current_user = 'engine_sessions' and starts_with(operator, 'dashboard:')));
create policy overview on operator_acts for select to engine_dashboard using (act in ('database.backup', 'database.check',
  'chain.verify'));
create policy own_names on operator_acts as restrictive for insert to public with check ((starts_with(operator, 'dashboard:')
  = (current_user = 'engine_acts')) or current_user = 'engine_sessions');
create policy seen_for_acts on operator_acts for select to engine_acts using (starts_with(operator, 'dashboard:'));
create policy whole_table on operator_acts for select to engine_reader using (true);

create policy acts_of_dashboard on operator_sessions for select to engine_acts using (true);
create policy every_operator on operator_sessions to engine_operator, engine_sessions using (true);
create policy whole_table on operator_sessions for select to engine_reader using (true);

create policy acts_of_dashboard on operators for select to engine_acts using (true);
create policy every_operator on operators to engine_operator, engine_sessions using (true);
create policy whole_table on operators for select to engine_reader using (true);

create policy acts_of_dashboard on organizations for update to engine_acts using (true);
create policy every_organization on organizations to engine_operator, engine_worker using (true);
create policy every_session on organizations for select to engine_sessions using (true);
create policy overview on organizations for select to engine_dashboard using (true);
create policy own_organization on organizations to engine_ingress using (id + 0 = any ((select
  current_organizations())::bigint[]));
create policy seen_for_acts on organizations for select to engine_acts using (true);
create policy whole_table on organizations for select to engine_reader using (true);

create policy every_organization on pdfs to engine_operator, engine_worker using (true);
create policy every_render_batch on pdfs to engine_render_batches using (true);
create policy overview on pdfs for select to engine_dashboard using (true);
create policy own_organization on pdfs to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on pdfs for select to engine_reader using (true);

create policy changes on render_batches for update to engine_render_batches using (true);
create policy every_organization on render_batches to engine_worker using (true);
create policy every_render_batch on render_batches for select to engine_render_batches using (true);
create policy own_organization on render_batches to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on render_batches for select to engine_reader using (true);

create policy acts_of_dashboard on record_answers for select to engine_acts using (true);
create policy every_organization on record_answers to engine_operator, engine_worker using (true);
create policy overview on record_answers for select to engine_dashboard using (true);
create policy own_organization on record_answers to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on record_answers for select to engine_reader using (true);

create policy every_organization on record_blocks to engine_operator, engine_worker using (true);
create policy own_organization on record_blocks to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on record_blocks for select to engine_reader using (true);

create policy correction_by_key on registration_records to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on registration_records to engine_operator, engine_worker using (true);
create policy overview on registration_records for select to engine_dashboard using (true);
create policy own_organization on registration_records to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on registration_records for select to engine_reader using (true);

create policy acts_of_dashboard on remissions for update to engine_acts using (true);
create policy every_organization on remissions to engine_operator, engine_worker using (true);
create policy overview on remissions for select to engine_dashboard using (true);
create policy own_organization on remissions for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy seen_for_acts on remissions for select to engine_acts using (true);
create policy whole_table on remissions for select to engine_reader using (true);

create policy every_organization on sessions to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on sessions to engine_retention using (true);
create policy every_session on sessions to engine_sessions using (true);
create policy over_only on sessions as restrictive for delete to engine_retention, engine_worker using (expires_at <= now());
create policy whole_table on sessions for select to engine_reader using (true);

create policy every_organization on submission_attempts to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on submission_attempts to engine_retention using (true);
create policy overview on submission_attempts for select to engine_dashboard using (true);
create policy own_organization on submission_attempts to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy seen_for_acts on submission_attempts for select to engine_acts using (true);
create policy whole_table on submission_attempts for select to engine_reader using (true);

create policy acts_of_dashboard on submissions for update to engine_acts using (true);
create policy every_organization on submissions to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on submissions to engine_retention using (true);
create policy seen_for_acts on submissions for select to engine_acts using (true);
create policy whole_table on submissions for select to engine_reader using (true);

create policy correction_by_key on webhook_deliveries to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on webhook_deliveries to engine_operator, engine_worker using (true);
create policy over_only on webhook_deliveries as restrictive for delete to engine_worker using (ended_at <= (now() -
  '30 days'::interval));
create policy overview on webhook_deliveries for select to engine_dashboard using (true);
create policy whole_table on webhook_deliveries for select to engine_reader using (true);

create policy correction_by_key on webhook_endpoints to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on webhook_endpoints to engine_operator, engine_worker using (true);
create policy overview on webhook_endpoints for select to engine_dashboard using (true);
create policy whole_table on webhook_endpoints for select to engine_reader using (true);

create policy correction_by_key on webhook_events to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy every_organization on webhook_events to engine_operator, engine_worker using (true);
create policy over_only on webhook_events as restrictive for delete to engine_worker using ((occurred_at <= (now() -
  '30 days'::interval)) and (not (exists ( select
   from webhook_deliveries d
  where d.event_id = webhook_events.id))));
create policy whole_table on webhook_events for select to engine_reader using (true);

grant usage on sequence correction_orders_id_seq, operator_acts_id_seq to engine_acts;
grant select (id, organization_id, issuer_nif, retired_at), update (installation_number) on chains to engine_acts;
grant insert (organization_id, issued_invoice_id, action, is_recipient_outside_census, operator, reason, client), select
  (id, issued_invoice_id, settled_at) on correction_orders to engine_acts;
grant select (id, organization_id) on issued_invoices to engine_acts;
grant insert (act, operator, reason, organization_id, subject_id, details), select (act, subject_id, xmin) on
  operator_acts to engine_acts;
grant select (token_hash, operator_id, created_at, used_at) on operator_sessions to engine_acts;
grant select (id, login, role, removed_at) on operators to engine_acts;
grant select (id, verifactu, paused_at), update (paused_at) on organizations to engine_acts;
grant select (chain_id, sequence) on record_answers to engine_acts;
grant select (chain_id, wait_seconds, next_allowed_at, sending_until, failures, halted_at, halted_reason, compare_since,
  compare_after, excessive_wait_seconds), update (next_allowed_at, failures, halted_at, halted_reason, compare_since,
  compare_after) on remissions to engine_acts;
grant select (chain_id, attempt, ended_at) on submission_attempts to engine_acts;
grant select (chain_id, answered_at, superseded_at), update (superseded_at) on submissions to engine_acts;
grant execute on function hasten_remission(bigint) to engine_acts;

grant select (id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error, erased_at) on
  batch_invoices to engine_dashboard;
grant select (id, organization_id, external_batch_id, status, invoices_count, received_at, processed_at, rendered_at,
  work, pdfs_on_demand) on batches to engine_dashboard;
grant select (id, organization_id, issuer_nif, not_before, not_after, removed_at, is_seal) on certificates to
  engine_dashboard;
grant select (id, organization_id, issuer_nif, installation_number, sequence, last_hash, created_at, retired_at) on
  chains to engine_dashboard;
grant select (id, organization_id, issued_invoice_id, action, is_recipient_outside_census, operator, reason, ordered_at,
  settled_at, outcome, message) on correction_orders to engine_dashboard;
grant select (id, organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at,
  rendered_at) on corrections to engine_dashboard;
grant select (id, organization_id, issuer_nif, invoice_number, issue_date, issued_at, rectified_invoice_id) on
  issued_invoices to engine_dashboard;
grant select (id, organization_id, issuer_nif, profile) on issuer_profiles to engine_dashboard;
grant select (id, name, executed_at) on migrations to engine_dashboard;
grant select (at, act, operator, reason, subject_id, details) on operator_acts to engine_dashboard;
grant select (id, name, verifactu, batches_count, paused_at, pdfs_on_demand, keep_years) on organizations to
  engine_dashboard;
grant select (issued_invoice_id, organization_id, rendered_at, is_annulled) on pdfs to engine_dashboard;
grant select (role, host, pid, version, settings, started_at, redis_changed_at, renewed_at) on processes to
  engine_dashboard;
grant select (chain_id, sequence, organization_id, submission_id, attempt, state, code, message, answered_at) on
  record_answers to engine_dashboard;
grant select (chain_id, sequence, organization_id, issued_invoice_id, kind, generated_at) on registration_records to
  engine_dashboard;
grant select (chain_id, organization_id, remitted_sequence, attempt, wait_seconds, next_allowed_at, sending_until,
  failures, incident_since, halted_at, halted_reason, compare_since, compare_after, incident_sequence,
  excessive_wait_seconds) on remissions to engine_dashboard;
grant select (version, signed_on, text, stored_at) on responsible_declarations to engine_dashboard;
grant select (chain_id, attempt, organization_id, submission_id, started_at, ended_at, outcome, reason, code, message,
  http_status, csv) on submission_attempts to engine_dashboard;
grant select (event_id, endpoint_id, organization_id, batch_id, since, ended_at, outcome) on webhook_deliveries to
  engine_dashboard;
grant select (id, organization_id, disabled_at, removed_at, failures, failing_since, retry_after) on webhook_endpoints
  to engine_dashboard;
grant execute on function acknowledge_finding(bytea,text,text,text,bigint,jsonb),
  begin_operator_session(text,bytea,bigint,bytea), database_lineage(), end_operator_session(bytea), end_process(uuid),
  find_operator_factor(text,bytea), find_operator_salt(text), find_operator_session(bytea,boolean), has_operators(),
  list_held_sessions(double precision,double precision), make_partitions(), mark_chain(bytea,text,text,text,bigint),
  order_correction(bytea,text,text,text,bigint,text,boolean), pause_organization(bytea,text,text,text,bigint,boolean),
  record_dashboard_act(bytea,text,text,text,text,bigint,bigint,jsonb), renew_process(uuid,text,text,integer,text,jsonb),
  resume_chain(bytea,text,text,text,bigint), send_chain(bytea,text,text,text,bigint), skip_lost_ids() to
  engine_dashboard;

grant usage on sequence batches_id_seq to engine_ingress;
grant insert, select on batch_bodies, batch_invoices, batches, idempotency_records, responsible_declarations to
  engine_ingress;
grant select on status_rollups_1, status_rollups_2, chains, corrections, database_identities, document_blocks, issued_invoices,
  migrations, months, organizations, pdfs, render_batches, record_answers, record_blocks, registration_records to engine_ingress;
grant select (id, organization_id, issuer_nif, retired_at), update (installation_number) on chains to engine_ingress;
grant update (batch_id, body_hash, response, created_at) on idempotency_records to engine_ingress;
grant select (id, organization_id, issuer_nif, profile) on issuer_profiles to engine_ingress;
grant update (batches_count) on organizations to engine_ingress;
grant select (role, host, pid, version, settings, started_at, redis_changed_at, renewed_at) on processes to engine_ingress;
grant select (chain_id, organization_id, remitted_sequence, incident_since, halted_at, halted_reason, compare_since) on
  remissions to engine_ingress;
grant select (chain_id, attempt, organization_id, outcome, reason, code, message, csv) on submission_attempts to
  engine_ingress;
grant execute on function api_key_exists(bytea), create_session(bytea,bytea,timestamp with time zone,timestamp with time
  zone), current_organizations(), database_lineage(), database_identity(), end_process(uuid), end_session(bytea),
  explain_refusal(bytea,timestamp with time zone), find_session(bytea,timestamp with time zone),
  is_database_in_use(text), is_known_database(), list_held_sessions(double precision,double precision),
  make_partitions(), archived_months(), renew_process(uuid,text,text,integer,text,jsonb), skip_lost_ids(),
  store_correction(bytea,timestamp with time zone,text,text,text,bigint,bigint,bigint,text,text,text),
  tag_pdf(bigint,bytea,smallint) to engine_ingress;

grant usage on sequence api_keys_id_seq, certificates_id_seq, corrections_id_seq, issuer_profiles_id_seq,
  operator_acts_id_seq, operators_id_seq, organizations_id_seq, webhook_endpoints_id_seq, webhook_events_id_seq to
  engine_operator;
grant delete, select on operator_sessions to engine_operator;
grant insert, select on api_keys, certificates, corrections, database_identities, issuer_profiles, organizations,
  registration_records, webhook_deliveries, webhook_endpoints, webhook_events to engine_operator;
grant select on chains, document_blocks, issued_invoices, migrations, month_anchors, months, operator_acts,
  record_answers, record_blocks, remissions, responsible_declarations, submission_attempts, submissions to
  engine_operator;
grant update (revoked_at, rights) on api_keys to engine_operator;
grant select (id, external_invoice_id) on batch_invoices to engine_operator;
grant select (id, external_batch_id) on batches to engine_operator;
grant update (sealed_pkcs12, sealed_passphrase, removed_at) on certificates to engine_operator;
grant update (sequence, last_hash, last_invoice_number, last_issue_date, retired_at) on chains to engine_operator;
grant insert (act, operator, reason, organization_id, subject_id, details) on operator_acts to engine_operator;
grant insert (login, role, salt, cost, block_size, parallelism, verifier, sealed_totp), select (id, login, role, salt,
  cost, block_size, parallelism, verifier, sealed_totp, totp_step, created_at, removed_at), update (role, salt, cost,
  block_size, parallelism, verifier, sealed_totp, totp_step, removed_at) on operators to engine_operator;
grant update (issuer_nifs, outside_reason, paused_at, pdfs_on_demand, keep_years) on organizations to engine_operator;
grant select (role, host, pid, version, settings, started_at, redis_changed_at, renewed_at) on processes to engine_operator;
grant update (next_allowed_at, failures, halted_at, halted_reason, compare_since, compare_after) on remissions to
  engine_operator;
grant update (superseded_at) on submissions to engine_operator;
grant update (since, attempts, next_attempt_at, first_failed_at, last_failure, ended_at, outcome) on webhook_deliveries
  to engine_operator;
grant update (sealed_secret, sealed_previous_secret, previous_until, disabled_at, removed_at, failures, failing_since,
  retry_after) on webhook_endpoints to engine_operator;
grant execute on function database_lineage(), database_identity(), hasten_remission(bigint), is_database_in_use(text),
  is_known_database(), list_held_sessions(double precision,double precision), make_partitions(), archived_months(),
  skip_lost_ids() to engine_operator;

grant select on pdfs, render_batches to engine_render_batches;
grant update (pages, rendered_at, render_batch_id) on pdfs to engine_render_batches;
grant update (content, stored_on, lost_at) on render_batches to engine_render_batches;
grant execute on function is_pdf_intact(bigint) to engine_render_batches;

grant select on migrations, migrations_id_seq to engine_reader;
grant select, usage on sequence operator_acts_id_seq to engine_reader;
grant insert (act, operator, reason, organization_id, subject_id, details) on operator_acts to engine_reader;
grant execute on function is_pdf_intact(bigint), list_held_sessions(double precision,double precision), archived_months(),
  skip_lost_ids() to engine_reader;

grant delete, insert, select, update on processes to engine_registrar;

grant usage on sequence operator_acts_id_seq to engine_retention;
grant delete on sessions to engine_retention;
grant select on batch_bodies, batch_invoices, certificates, migrations, operator_acts, submission_attempts, submissions
  to engine_retention;
grant update (body, sha256, erased_at) on batch_bodies to engine_retention;
grant update (external_invoice_id, invoice_number, processing_error, sha256, erased_at) on batch_invoices to
  engine_retention;
grant select (id, received_at, processed_at) on batches to engine_retention;
grant update (sealed_pkcs12, sealed_passphrase, subject, sha256, erased_at) on certificates to engine_retention;
grant select (id) on issued_invoices to engine_retention;
grant insert (act, operator, reason, organization_id, subject_id, details) on operator_acts to engine_retention;
grant select (expires_at) on sessions to engine_retention;
grant update (answer, sha256, erased_at) on submission_attempts to engine_retention;
grant update (request, sha256, erased_at) on submissions to engine_retention;
grant execute on function make_partitions(), skip_lost_ids() to engine_retention;

grant usage on sequence corrections_id_seq, operator_acts_id_seq, webhook_events_id_seq to engine_sessions;
grant delete, insert on sessions to engine_sessions;
grant delete, insert, select on operator_sessions to engine_sessions;
grant insert on corrections, webhook_deliveries, webhook_events to engine_sessions;
grant insert, select on registration_records to engine_sessions;
grant select on chains, correction_orders, issued_invoices to engine_sessions;
grant select (id, organization_id, key_hash, prefix, revoked_at, rights) on api_keys to engine_sessions;
grant select (id, external_invoice_id) on batch_invoices to engine_sessions;
grant select (id, external_batch_id) on batches to engine_sessions;
grant update (sequence, last_hash, last_invoice_number, last_issue_date) on chains to engine_sessions;
grant update (settled_at, outcome, message) on correction_orders to engine_sessions;
grant insert (act, operator, reason, organization_id, subject_id, details) on operator_acts to engine_sessions;
grant update (used_at) on operator_sessions to engine_sessions;
grant select (id, login, role, salt, cost, block_size, parallelism, verifier, sealed_totp, totp_step, removed_at),
  update (totp_step) on operators to engine_sessions;
grant select (id, name, issuer_nifs) on organizations to engine_sessions;
grant select (token_hash, organization_id, api_key_id, expires_at) on sessions to engine_sessions;
grant select (id, organization_id, event_types, disabled_at, removed_at) on webhook_endpoints to engine_sessions;
grant select (id, organization_id, batch_id, type, occurred_at) on webhook_events to engine_sessions;
grant execute on function current_organizations() to engine_sessions;

grant usage on sequence chains_id_seq, render_batches_id_seq, submissions_id_seq, webhook_events_id_seq to engine_worker;
grant delete on idempotency_records, sessions to engine_worker;
grant delete, insert, select on webhook_deliveries, webhook_events to engine_worker;
grant insert, select on status_rollups_1, status_rollups_2, chains, document_blocks, issued_invoices, pdfs, render_batches,
  record_answers, record_blocks, registration_records, remissions, responsible_declarations, submission_attempts,
  submissions to engine_worker;
grant insert, select, update on database_identities to engine_worker;
grant select on batch_bodies, batch_invoices, batches, certificates, correction_orders, corrections, issuer_profiles,
  migrations, months, organizations, webhook_endpoints to engine_worker;
grant update (processing_error) on batch_invoices to engine_worker;
grant update (status, processed_at, rendered_at, pdfs_on_demand) on batches to engine_worker;
grant update (sequence, last_hash, last_invoice_number, last_issue_date) on chains to engine_worker;
grant update (settled_at, outcome, message) on correction_orders to engine_worker;
grant update (rendered_at) on corrections to engine_worker;
grant select (created_at) on idempotency_records to engine_worker;
grant select (at, act, operator, details) on operator_acts to engine_worker;
grant select (role, host, pid, version, settings, started_at, redis_changed_at, renewed_at) on processes to engine_worker;
grant update (remitted_sequence, attempt, wait_seconds, next_allowed_at, sending_until, failures, incident_since,
  halted_at, halted_reason, compare_since, compare_after, incident_sequence, excessive_wait_seconds) on remissions to
  engine_worker;
grant select (expires_at) on sessions to engine_worker;
grant update (answered_at, superseded_at) on submissions to engine_worker;
grant update (since, attempts, next_attempt_at, first_failed_at, last_failure, ended_at, outcome) on webhook_deliveries
  to engine_worker;
grant update (disabled_at, failures, failing_since, retry_after, leased_until) on webhook_endpoints to engine_worker;
grant execute on function begin_month(date), database_lineage(), database_identity(), end_process(uuid),
  is_database_in_use(text), is_known_database(), is_pdf_intact(bigint), last_given_ids(), list_held_sessions(double
  precision,double precision), make_partitions(), archived_months(), move_render_batch_in(bigint,bytea),
  move_render_batch_out(bigint,date), report_lost_render_batch(bigint), renew_pdf(bigint,boolean,bigint,smallint),
  renew_process(uuid,text,text,integer,text,jsonb), skip_lost_ids(), skip_lost_ids(text), skip_lost_ids(text,jsonb),
  store_ordered_correction(bigint,timestamp with time zone,text,bigint,bigint,text,text,text) to engine_worker;

-- These functions run with the privileges of roles that are granted to no login.
grant create on schema public to engine_acts, engine_monitor, engine_render_batches, engine_registrar, engine_sessions;
alter function acknowledge_finding(bytea,text,text,text,bigint,jsonb) owner to engine_acts;
alter function mark_chain(bytea,text,text,text,bigint) owner to engine_acts;
alter function name_actor(bytea,text,boolean) owner to engine_acts;
alter function order_correction(bytea,text,text,text,bigint,text,boolean) owner to engine_acts;
alter function pause_organization(bytea,text,text,text,bigint,boolean) owner to engine_acts;
alter function record_dashboard_act(bytea,text,text,text,text,bigint,bigint,jsonb) owner to engine_acts;
alter function resume_chain(bytea,text,text,text,bigint) owner to engine_acts;
alter function send_chain(bytea,text,text,text,bigint) owner to engine_acts;
alter function list_held_sessions(double precision,double precision) owner to engine_monitor;
alter function move_render_batch_in(bigint,bytea) owner to engine_render_batches;
alter function move_render_batch_out(bigint,date) owner to engine_render_batches;
alter function report_lost_render_batch(bigint) owner to engine_render_batches;
alter function renew_pdf(bigint,boolean,bigint,smallint) owner to engine_render_batches;
alter function end_process(uuid) owner to engine_registrar;
alter function renew_process(uuid,text,text,integer,text,jsonb) owner to engine_registrar;
alter function api_key_exists(bytea) owner to engine_sessions;
alter function begin_operator_session(text,bytea,bigint,bytea) owner to engine_sessions;
alter function create_session(bytea,bytea,timestamp with time zone,timestamp with time zone) owner to engine_sessions;
alter function end_operator_session(bytea) owner to engine_sessions;
alter function end_session(bytea) owner to engine_sessions;
alter function explain_refusal(bytea,timestamp with time zone) owner to engine_sessions;
alter function find_operator_factor(text,bytea) owner to engine_sessions;
alter function find_operator_salt(text) owner to engine_sessions;
alter function find_operator_session(bytea,boolean) owner to engine_sessions;
alter function find_session(bytea,timestamp with time zone) owner to engine_sessions;
alter function has_operators() owner to engine_sessions;
alter function store_correction(bytea,timestamp with time zone,text,text,text,bigint,bigint,bigint,text,text,text) owner to engine_sessions;
alter function store_ordered_correction(bigint,timestamp with time zone,text,bigint,bigint,text,text,text) owner to engine_sessions;
revoke create on schema public from engine_acts, engine_monitor, engine_render_batches, engine_registrar, engine_sessions;
