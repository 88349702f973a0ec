import { Migration } from '@mikro-orm/migrations';
import { ensureRole } from './0005-row-security.ts';

/*
 * What may be erased, and by whom (ops/adr/0025): contents whose time is over, by the role of `npm run retention`, which writes down what it does.
 * What stays is a row with its id, the SHA-256 of what was there and the date. Issued invoices, records, their answers and their PDFs have
 * no column here: nobody can erase them.
 */

const RETENTION = 'engine_retention';

/** Shown in the place of the texts of a failed invoice. */
const ERASED_TEXT = 'Erased after its retention period';

/** The condition on a row that was erased; the others have none of both columns. */
const TOMBSTONES: Readonly<Record<string, string>> = {
  batch_bodies: 'length(body) = 0',
  batch_invoices: `external_invoice_id is null and invoice_number is null and processing_error = '${ERASED_TEXT}'`,
  certificates: `length(sealed_pkcs12) = 0 and length(sealed_passphrase) = 0 and subject = ''`,
  submissions: 'length(request) = 0',
  submission_attempts: 'answer is null',
};

const COLUMNS = Object.entries(TOMBSTONES).map(
  ([table, isEmpty]) => `
  alter table ${table} add column sha256 bytea, add column erased_at timestamptz;
  alter table ${table} add constraint ${table}_erased_check
    check (case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and ${isEmpty} end)`,
);

/** A month at least, whatever the settings say: nothing that is needed for replays or being worked on is that old and ended. */
const BATCH_IS_OVER = (id: string) => `exists (
         select from batches b where b.id = ${id} and greatest(b.received_at, b.processed_at) < now() - interval '1 month'
           and b.processed_at is not null)`;

/** Six years after the end of the year, whatever the settings say (Código de Comercio, art. 30). */
const LAW_IS_OVER = (at: string) => `
       coalesce(${at} < (date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid', false)`;

const REFUSE = (what: string) => `
      raise exception '% on % is refused: ${what}', tg_op, tg_table_name using errcode = 'restrict_violation'`;

const BODIES = `
  drop trigger batch_bodies_refuse_update on batch_bodies;
  create function guard_batch_body() returns trigger language plpgsql as $$
  begin
    if current_user <> '${RETENTION}' or old.erased_at is not null or new.erased_at is distinct from now()
       or (new.batch_id, new.organization_id) is distinct from (old.batch_id, old.organization_id)
       or not ${BATCH_IS_OVER('old.batch_id')}
    then ${REFUSE('its rows are kept as they are')};
    end if;
    return new;
  end $$;
  create trigger batch_bodies_guard before update on batch_bodies for each row execute function guard_batch_body()`;

const BATCH_INVOICES = `
  create or replace function guard_batch_invoice() returns trigger language plpgsql as $$
  begin
    if current_user = '${RETENTION}' then
      if old.processing_error is null or old.erased_at is not null or new.erased_at is distinct from now()
         or (new.id, new.organization_id, new.batch_id) is distinct from (old.id, old.organization_id, old.batch_id)
         or new.sha256 is distinct from sha256(convert_to(
              jsonb_build_array(old.external_invoice_id, old.invoice_number, old.processing_error)::text, 'UTF8'))
         or exists (select from issued_invoices where id = old.id)
         or not ${BATCH_IS_OVER('old.batch_id')}
      then ${REFUSE('only the texts of a failed invoice can be erased, after their time')};
      end if;
      return new;
    end if;
    if (new.id, new.organization_id, new.batch_id, new.external_invoice_id, new.invoice_number)
       is distinct from
       (old.id, old.organization_id, old.batch_id, old.external_invoice_id, old.invoice_number)
       or old.processing_error is not null
       or new.erased_at is not null
       or exists (select from issued_invoices where id = old.id)
    then
      raise exception 'batch invoice %: only an unfinished one can change, and only by failing', old.id
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

const SUBMISSIONS = `
  create or replace function guard_submission() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.erased_at is not null or not exists (
        select from remissions m join chains c on c.id = m.chain_id
        where m.chain_id = new.chain_id and m.organization_id = new.organization_id
          and new.first_sequence = m.remitted_sequence + 1 and new.last_sequence <= c.sequence)
      then
        raise exception 'a submission must continue where its chain''s remission stands' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end if;
    if (new.id, new.organization_id, new.chain_id, new.first_sequence, new.last_sequence, new.has_incident, new.created_at)
       is distinct from
       (old.id, old.organization_id, old.chain_id, old.first_sequence, old.last_sequence, old.has_incident, old.created_at)
    then
      raise exception 'submission %: it is kept as it was sent', old.id using errcode = 'restrict_violation';
    end if;
    if current_user = '${RETENTION}' then
      if (new.answered_at, new.superseded_at) is distinct from (old.answered_at, old.superseded_at)
         or old.erased_at is not null or new.erased_at is distinct from now()
         or new.sha256 is distinct from sha256(old.request)
         or not ${LAW_IS_OVER('coalesce(old.answered_at, old.superseded_at)')}
      then ${REFUSE('an envelope can be erased after its time only')};
      end if;
      return new;
    end if;
    if (new.request, new.sha256, new.erased_at) is distinct from (old.request, old.sha256, old.erased_at)
       or old.answered_at is not null or old.superseded_at is not null
       or (new.answered_at is not null and new.superseded_at is not null)
    then
      raise exception 'submission %: it is kept as it was sent, and ends once', old.id using errcode = 'restrict_violation';
    end if;
    if new.answered_at is not null and new.last_sequence - new.first_sequence + 1 <> (
         select count(*) from record_answers
         where chain_id = new.chain_id and sequence between new.first_sequence and new.last_sequence)
    then
      raise exception 'submission %: not every record is answered', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

const ATTEMPTS = `
  drop trigger submission_attempts_refuse_update on submission_attempts;
  create function guard_submission_attempt() returns trigger language plpgsql as $$
  begin
    if current_user <> '${RETENTION}' or old.answer is null or old.erased_at is not null or new.erased_at is distinct from now()
       or (to_jsonb(new) - '{answer,sha256,erased_at}'::text[]) is distinct from (to_jsonb(old) - '{answer,sha256,erased_at}'::text[])
       or new.sha256 is distinct from sha256(old.answer)
       or not ${LAW_IS_OVER('old.ended_at')}
       or not exists (
         select from submissions s where s.id = old.submission_id and (s.answered_at is not null or s.superseded_at is not null))
    then ${REFUSE('its rows are kept as they are')};
    end if;
    return new;
  end $$;
  create trigger submission_attempts_guard before update on submission_attempts
    for each row execute function guard_submission_attempt()`;

/** Nothing is erased without its row in operator_acts, written before in the same transaction. */
const REQUIRE_ACT = `
  create function require_erasing_act() returns trigger language plpgsql as $$
  begin
    if not exists (select from operator_acts where act = 'retention.erase' and xmin = pg_current_xact_id()::xid) then
      raise exception 'what is erased from % is written down in operator_acts before, in the same transaction', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return null;
  end $$`;

const GRANTS = [
  `grant usage on schema public to ${RETENTION}`,
  `grant select on table migrations, batch_bodies, batch_invoices, certificates, submissions, submission_attempts, operator_acts to ${RETENTION}`,
  `grant select (id, received_at, processed_at) on table batches to ${RETENTION}`,
  `grant select (id) on table issued_invoices to ${RETENTION}`,
  `grant select (expires_at) on table sessions to ${RETENTION}`,
  `grant update (body, sha256, erased_at) on table batch_bodies to ${RETENTION}`,
  `grant update (external_invoice_id, invoice_number, processing_error, sha256, erased_at) on table batch_invoices to ${RETENTION}`,
  `grant update (sealed_pkcs12, sealed_passphrase, subject, sha256, erased_at) on table certificates to ${RETENTION}`,
  `grant update (request, sha256, erased_at) on table submissions to ${RETENTION}`,
  `grant update (answer, sha256, erased_at) on table submission_attempts to ${RETENTION}`,
  `grant delete on table sessions to ${RETENTION}`,
  `grant insert (act, operator, reason, organization_id, subject_id, details) on table operator_acts to ${RETENTION}`,
  `grant usage on sequence operator_acts_id_seq to ${RETENTION}`,
];
const READ = [...Object.keys(TOMBSTONES), 'batches', 'issued_invoices', 'sessions', 'operator_acts'];

export class Retention extends Migration {
  override up(): void {
    this.addSql(ensureRole(RETENTION));
    for (const column of COLUMNS) this.addSql(column);
    for (const guard of [BODIES, BATCH_INVOICES, SUBMISSIONS, ATTEMPTS, REQUIRE_ACT]) this.addSql(guard);
    for (const table of [...Object.keys(TOMBSTONES), 'sessions']) {
      this.addSql(
        `create trigger ${table}_require_erasing_act after ${table === 'sessions' ? 'delete' : 'update'} on ${table}
         for each statement when (current_user = '${RETENTION}') execute function require_erasing_act()`,
      );
    }
    for (const table of READ) {
      this.addSql(`create policy every_organization_of_retention on ${table} to ${RETENTION} using (true)`);
    }
    for (const grant of GRANTS) this.addSql(grant);
  }
}
