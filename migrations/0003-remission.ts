import { Migration } from '@mikro-orm/migrations';

/*
 * Remission: what is sent to AEAT, every try of it, and what AEAT answered. `remissions` is where a chain stands and the only table that
 * moves; the rest is written once.
 */

const TABLES = `
  create table remissions (
    chain_id bigint not null,
    organization_id bigint not null,
    remitted_sequence bigint not null default '0',
    attempt bigint not null default '0',
    wait_seconds int not null default 60,
    next_allowed_at timestamptz,
    sending_until timestamptz,
    failures int not null default 0,
    incident_since timestamptz,
    halted_at timestamptz,
    halted_reason text,
    primary key (chain_id)
  );
  alter table remissions add constraint remissions_numbers_check
    check (remitted_sequence >= 0 and attempt >= 0 and wait_seconds >= 0 and failures >= 0);
  alter table remissions add constraint remissions_halted_check check ((halted_at is null) = (halted_reason is null));

  create table submissions (
    id bigserial primary key,
    organization_id bigint not null,
    chain_id bigint not null,
    first_sequence bigint not null,
    last_sequence bigint not null,
    has_incident boolean not null,
    request bytea not null,
    created_at timestamptz not null,
    answered_at timestamptz,
    superseded_at timestamptz
  );
  create index submissions_chain_id_first_sequence_index on submissions (chain_id, first_sequence);
  create unique index submissions_open_unique on submissions (chain_id) where answered_at is null and superseded_at is null;
  alter table submissions add constraint submissions_size_check
    check (last_sequence >= first_sequence and last_sequence < first_sequence + 1000);

  create table submission_attempts (
    chain_id bigint not null,
    attempt bigint not null,
    organization_id bigint not null,
    submission_id bigint not null,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    outcome varchar(10) not null,
    reason varchar(20),
    code int,
    message text,
    http_status smallint,
    wait_seconds int,
    csv text,
    answer bytea,
    primary key (chain_id, attempt)
  );
  create index submission_attempts_submission_id_index on submission_attempts (submission_id);
  alter table submission_attempts add constraint submission_attempts_outcome_check
    check (outcome in ('answered', 'fault', 'unknown'));
  alter table submission_attempts add constraint submission_attempts_reason_check
    check ((outcome = 'unknown') = (reason is not null));

  create table record_answers (
    chain_id bigint not null,
    sequence bigint not null,
    organization_id bigint not null,
    submission_id bigint not null,
    attempt bigint not null,
    state varchar(20) not null,
    code int,
    message text,
    answered_at timestamptz not null,
    primary key (chain_id, sequence)
  );
  alter table record_answers add constraint record_answers_state_check
    check (state in ('accepted', 'accepted_with_errors', 'rejected'));

  create table certificates (
    id bigserial primary key,
    organization_id bigint not null,
    issuer_nif varchar(9),
    sealed_pkcs12 bytea not null,
    sealed_passphrase bytea not null,
    subject text not null,
    not_before timestamptz not null,
    not_after timestamptz not null,
    created_at timestamptz not null,
    removed_at timestamptz
  );
  create index certificates_organization_id_issuer_nif_index on certificates (organization_id, issuer_nif);

  alter table remissions add constraint remissions_chain_id_foreign
    foreign key (chain_id) references chains (id) on update no action on delete no action;
  alter table submissions add constraint submissions_chain_id_foreign foreign key (chain_id) references chains (id);
  alter table submission_attempts add constraint submission_attempts_submission_id_foreign
    foreign key (submission_id) references submissions (id);
  alter table certificates add constraint certificates_organization_id_foreign
    foreign key (organization_id) references organizations (id);
`;

const NEVER_CHANGED = ['submission_attempts', 'record_answers'];
const NEVER_DELETED = [...NEVER_CHANGED, 'remissions', 'submissions', 'certificates'];

const REMISSIONS = `
  create function guard_remission() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if not exists (select from chains where id = new.chain_id and organization_id = new.organization_id)
         or new.remitted_sequence <> 0
      then
        raise exception 'a remission starts with its chain, of the same organization' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end if;
    if (new.chain_id, new.organization_id) is distinct from (old.chain_id, old.organization_id)
       or new.attempt not between old.attempt and old.attempt + 1
       or new.remitted_sequence < old.remitted_sequence
    then
      raise exception 'remission of chain %: it only moves forward', old.chain_id using errcode = 'restrict_violation';
    end if;
    if new.remitted_sequence > old.remitted_sequence and new.remitted_sequence - old.remitted_sequence <> (
         select count(*) from record_answers
         where chain_id = new.chain_id and sequence > old.remitted_sequence and sequence <= new.remitted_sequence)
    then
      raise exception 'remission of chain %: it only moves over answered records', old.chain_id
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger remissions_guard before insert or update on remissions for each row execute function guard_remission()`;

const SUBMISSIONS = `
  create function guard_submission() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if not exists (
        select from remissions m join chains c on c.id = m.chain_id
        where m.chain_id = new.chain_id and m.organization_id = new.organization_id
          and new.first_sequence = m.remitted_sequence + 1 and new.last_sequence <= c.sequence)
      then
        raise exception 'a submission must continue where its chain''s remission stands' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end if;
    if (new.id, new.organization_id, new.chain_id, new.first_sequence, new.last_sequence, new.has_incident, new.request, new.created_at)
       is distinct from
       (old.id, old.organization_id, old.chain_id, old.first_sequence, old.last_sequence, old.has_incident, old.request, old.created_at)
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
  end $$;
  create trigger submissions_guard before insert or update on submissions for each row execute function guard_submission()`;

const ATTEMPTS = `
  create function check_new_submission_attempts() returns trigger language plpgsql as $$
  begin
    if exists (
      select from inserted n
      left join lateral (select a.* from submissions a where a.id = n.submission_id limit 1) s on true
      left join lateral (select a.* from remissions a where a.chain_id = n.chain_id limit 1) m on true
      where (s.chain_id, s.organization_id) is distinct from (n.chain_id, n.organization_id) or n.attempt > m.attempt)
    then
      raise exception 'an attempt must belong to a submission of its chain' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$;
  create trigger submission_attempts_check_new after insert on submission_attempts
    referencing new table as inserted for each statement execute function check_new_submission_attempts()`;

const ANSWERS = `
  create function check_new_record_answers() returns trigger language plpgsql as $$
  begin
    if exists (
      select from inserted n
      left join lateral (
        select a.organization_id from registration_records a
        where a.chain_id = n.chain_id and a.sequence = n.sequence limit 1) r on true
      left join lateral (select a.* from submissions a where a.id = n.submission_id limit 1) s on true
      where r.organization_id is distinct from n.organization_id
         or s.chain_id is distinct from n.chain_id
         or n.sequence not between s.first_sequence and s.last_sequence)
    then
      raise exception 'an answer must belong to a record of its submission' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$;
  create trigger record_answers_check_new after insert on record_answers
    referencing new table as inserted for each statement execute function check_new_record_answers()`;

const CERTIFICATES = `
  create function guard_certificate() returns trigger language plpgsql as $$
  begin
    if (to_jsonb(new) - 'removed_at') is distinct from (to_jsonb(old) - 'removed_at') or old.removed_at is not null then
      raise exception 'certificate %: it can only be removed', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger certificates_guard before update on certificates for each row execute function guard_certificate()`;

export class Remission extends Migration {
  override up(): void {
    this.addSql(TABLES);
    // Compressed already, or too short to be worth it.
    this.addSql('alter table submissions alter column request set storage external');
    this.addSql('alter table submission_attempts alter column answer set storage external');
    for (const table of NEVER_CHANGED) {
      this.addSql(
        `create trigger ${table}_refuse_update before update on ${table} for each statement execute function refuse_change()`,
      );
    }
    for (const table of NEVER_DELETED) {
      this.addSql(
        `create trigger ${table}_refuse_delete before delete or truncate on ${table} for each statement execute function refuse_change()`,
      );
    }
    for (const guard of [REMISSIONS, SUBMISSIONS, ATTEMPTS, ANSWERS, CERTIFICATES]) this.addSql(guard);
    this.addSql('insert into remissions (chain_id, organization_id) select id, organization_id from chains');
  }
}
