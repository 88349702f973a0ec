import { Migration } from '@mikro-orm/migrations';
import { ensureRole } from './0005-row-security.ts';

/*
 * Who did what (ops/adr/0024). One row per act of an operator, written in the transaction of the act itself and never changed again. Where the
 * act is one of the database, the operator's role cannot do it without its row.
 */

/** What operators change in the queues is written down by the dashboard, which may do nothing else here. */
const DASHBOARD = 'engine_dashboard';

const TABLE = `
  create table operator_acts (
    id bigserial primary key,
    at timestamptz not null default now(),
    act varchar(24) not null,
    operator text not null,
    reason text,
    organization_id bigint,
    subject_id bigint,
    details jsonb not null default '{}',
    -- Here, because a table that exists would be looked through, which row-level security (0010) forbids to its owner.
    constraint operator_acts_organization_id_foreign foreign key (organization_id) references organizations (id) on delete no action
  );
  create index operator_acts_act_subject_id_index on operator_acts (act, subject_id);
  alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'key.create', 'key.revoke', 'issuer.change', 'certificate.add', 'certificate.remove', 'certificate.reseal',
    'chain.resume', 'chain.renew', 'chain.compare', 'invoice.annul', 'invoice.resend', 'database.restore', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'));
  alter table operator_acts add constraint operator_acts_texts_check check (btrim(operator) <> '' and btrim(reason) <> '');
  create trigger operator_acts_refuse_update before update on operator_acts
    for each statement execute function refuse_change();
  create trigger operator_acts_refuse_delete before delete or truncate on operator_acts
    for each statement execute function refuse_change();
`;

/** The first argument names the column with what the act was done to, the others the acts. */
const REQUIRE_ACT = `
  create function require_act() returns trigger language plpgsql as $$
  begin
    if not exists (
      select from operator_acts a
      where a.act = any (tg_argv[1:]) and a.subject_id = (to_jsonb(new) ->> tg_argv[0])::bigint
        and a.xmin = pg_current_xact_id()::xid)
    then
      raise exception 'a change of % by an operator is written down in operator_acts, in the same transaction', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return null;
  end $$
`;

/** When, on which table, the column of the subject, and which acts do it. */
const ACTS: readonly (readonly [event: string, table: string, column: string, ...acts: string[]])[] = [
  ['insert', 'organizations', 'id', 'organization.create'],
  ['insert', 'api_keys', 'id', 'key.create'],
  ['update', 'api_keys', 'id', 'key.revoke'],
  ['insert', 'issuer_profiles', 'id', 'issuer.change'],
  ['insert', 'certificates', 'id', 'certificate.add'],
  ['update', 'certificates', 'id', 'certificate.remove', 'certificate.reseal'],
  ['insert', 'corrections', 'issued_invoice_id', 'invoice.annul', 'invoice.resend'],
  ['update of retired_at', 'chains', 'id', 'chain.renew'],
  ['update', 'remissions', 'chain_id', 'chain.resume', 'chain.renew', 'chain.compare'],
];

const GRANTS = [
  'alter table operator_acts enable row level security',
  'create policy every_organization on operator_acts to engine_operator using (true)',
  `create policy acts_in_queues on operator_acts for insert to ${DASHBOARD} with check (act like 'queue.%' or act like 'job.%')`,
  'grant select on table operator_acts to engine_operator',
  ...['engine_operator', DASHBOARD].flatMap((role) => [
    `grant insert (act, operator, reason, organization_id, subject_id, details) on table operator_acts to ${role}`,
    `grant usage on sequence operator_acts_id_seq to ${role}`,
  ]),
  `grant usage on schema public to ${DASHBOARD}`,
];

/**
 * Why a token or key was refused, and whose it is: for the log. It has its owner's rights, so that the API sees no hash, and tells of one hash
 * that is given only.
 */
const REFUSALS = `
  create function explain_refusal(hash bytea, at timestamptz) returns table (organization_id bigint, reason text)
    language sql stable security definer
  begin atomic
    select s.organization_id,
           case when k.revoked_at is not null then 'its key is revoked' when s.expires_at <= at then 'it has expired' else 'it is live' end
    from sessions s join api_keys k on k.id = s.api_key_id
    where s.token_hash = hash
    union all
    select k.organization_id, case when k.revoked_at is not null then 'it is a revoked key' else 'it is a live key' end
    from api_keys k where k.key_hash = hash;
  end;
  revoke execute on function explain_refusal from public;
  grant execute on function explain_refusal to engine_ingress`;

export class OperatorActs extends Migration {
  override up(): void {
    this.addSql(ensureRole(DASHBOARD));
    this.addSql(TABLE);
    this.addSql(REQUIRE_ACT);
    for (const [event, table, column, ...acts] of ACTS) {
      // At the end of the transaction: what it is done to must be there before its row can name it.
      this.addSql(
        `create constraint trigger ${table}_require_act_${event.split(' ')[0]} after ${event} on ${table} deferrable initially deferred
         for each row when (current_user = 'engine_operator')
         execute function require_act(${[column, ...acts].map((argument) => `'${argument}'`).join(', ')})`,
      );
    }
    for (const grant of GRANTS) this.addSql(grant);
    // The owner of the tables makes it and may not see their rows; who will own it may (0014).
    this.addSql('set local row_security = on');
    this.addSql(REFUSALS);
    this.addSql('set local row_security = off');
  }
}
