import { Migration } from '@mikro-orm/migrations';

/*
 * Waits between two messages that AEAT asks for (TiempoEsperaEnvio) are kept up to a limit (AEAT_MAX_WAIT_SECONDS), and an operator can have a chain's next message sent before the
 * engine's own waits are over: the limit of a wait that is taken for wrong, and the pause after failures. AEAT's wait is always kept (Orden HAC/1177/2024, art. 16.2).
 */

const WAITS = [
  `alter table remissions add column excessive_wait_seconds int
   constraint remissions_excessive_wait_check check (excessive_wait_seconds > 0)`,
  // Longer ones were stored by earlier versions. A quarter of an hour is the longest pause after failures, which must not get shorter by this. The owner of the table sees its rows only
  // while the policies are not forced upon it.
  'alter table remissions no force row level security',
  `update remissions set excessive_wait_seconds = wait_seconds, wait_seconds = 600, next_allowed_at = least(next_allowed_at, now() + interval '15 minutes')
   where wait_seconds > 600`,
  'alter table remissions force row level security',
  'grant update (excessive_wait_seconds) on remissions to engine_worker',
  'grant select (excessive_wait_seconds) on remissions to engine_dashboard',
];

const HASTEN = 'hasten_remission(bigint)';
const SEND = 'send_chain(bytea, text, text, text, bigint)';

/**
 * For the command and the dashboard. Nothing is changed while a message is under way, or where the chain is halted or waits for its comparison. What AEAT asked for is kept, counted from
 * the end of the last message, or from the time by which a message that its worker left behind must have ended. Where what AEAT asked for is taken for wrong, its ordinary wait of
 * 60 seconds is kept.
 */
const FUNCTIONS = [
  `create function hasten_remission(chain bigint) returns timestamptz language plpgsql as $$
    declare
      held record;
      moment timestamptz;
      last_end timestamptz;
      earliest timestamptz;
    begin
      select m.next_allowed_at, m.sending_until, m.wait_seconds, m.excessive_wait_seconds into held
      from public.remissions m
      where m.chain_id = chain and m.halted_at is null and m.compare_since is null
      for no key update of m;
      moment := date_trunc('milliseconds', clock_timestamp());
      if not found or held.sending_until > moment then
        return null;
      end if;
      select a.ended_at into last_end from public.submission_attempts a where a.chain_id = chain order by a.attempt desc limit 1;
      earliest := greatest(moment, least(moment, coalesce(held.sending_until, last_end, moment - interval '1 day'))
        + make_interval(secs => case when held.excessive_wait_seconds is null then held.wait_seconds else least(held.wait_seconds, 60) end));
      if held.next_allowed_at is null or held.next_allowed_at <= earliest + interval '1 second' then
        return null;
      end if;
      update public.remissions m set next_allowed_at = earliest where m.chain_id = chain;
      return earliest;
    end $$`,
  `create function send_chain(token bytea, shared text, client text, why text, chain bigint) returns timestamptz language plpgsql security definer as $$
    declare
      who text := public.name_actor(token, shared, true);
      earliest timestamptz := public.hasten_remission(chain);
    begin
      if earliest is not null then
        insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
        select 'chain.send', who, why, c.organization_id, chain, jsonb_build_object('issuerNif', c.issuer_nif, 'client', client)
        from public.chains c where c.id = chain;
        set constraints all immediate;
      end if;
      return earliest;
    end $$`,
  ...[HASTEN, SEND].flatMap((name) => [
    `revoke execute on function ${name} from public`,
    `alter function ${name} set search_path = pg_catalog, pg_temp`,
  ]),
  `grant execute on function ${HASTEN} to engine_operator, engine_acts`,
  `grant execute on function ${SEND} to engine_dashboard`,
  'grant create on schema public to engine_acts',
  `alter function ${SEND} owner to engine_acts`,
  'revoke create on schema public from engine_acts',
];

const RIGHTS = [
  'grant update (next_allowed_at) on remissions to engine_operator',
  'grant select (next_allowed_at, sending_until, wait_seconds, excessive_wait_seconds), update (next_allowed_at) on remissions to engine_acts',
  'grant select (chain_id, attempt, ended_at) on submission_attempts to engine_acts',
  'create policy seen_for_acts on submission_attempts for select to engine_acts using (true)',
];

/** As in 0032: a message may only come earlier. */
const GUARD = `
  create or replace function guard_dashboard_remission() returns trigger language plpgsql as $$
  begin
    if ((new.halted_at, new.halted_reason, new.failures) is distinct from (old.halted_at, old.halted_reason, old.failures)
        and (old.halted_at is null or new.halted_at is not null or new.failures <> 0))
       or ((new.compare_since, new.compare_after) is distinct from (old.compare_since, old.compare_after)
           and (new.compare_since is null or new.compare_after is not null or new.compare_since < old.compare_since))
       or (new.next_allowed_at is distinct from old.next_allowed_at
           and (new.next_allowed_at is null or old.next_allowed_at is null or new.next_allowed_at > old.next_allowed_at
                or old.halted_at is not null or old.compare_since is not null or old.sending_until > clock_timestamp()))
    then
      raise exception 'remission of chain %: from the dashboard it is resumed, marked to be compared, or sent earlier, and nothing else', old.chain_id
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

const ACTS = [
  // Added to the list as it is: other migrations add to it, too.
  `do $$
  declare listed text;
  begin
    select string_agg(quote_literal(m.act[1]), ', ' order by m.place) into listed
    from pg_constraint c cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z]+[.][a-z]+)''', 'g') with ordinality m (act, place)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass;
    alter table operator_acts drop constraint operator_acts_act_check;
    execute 'alter table operator_acts add constraint operator_acts_act_check check (act in ('
      || replace(listed, '''chain.compare'', ', '''chain.compare'', ''chain.send'', ') || '))';
  end $$`,
  `create policy acts_of_sending on operator_acts for insert to engine_acts with check (act = 'chain.send')`,
  `create constraint trigger remissions_require_act_of_dashboard_next_allowed_at after update on remissions deferrable initially deferred
   for each row when (current_user = 'engine_acts' and old.next_allowed_at is distinct from new.next_allowed_at)
   execute function require_act('chain_id', 'chain.send')`,
  'drop trigger remissions_require_act_update on remissions',
  `create constraint trigger remissions_require_act_update after update on remissions deferrable initially deferred
   for each row when (current_user = 'engine_operator')
   execute function require_act('chain_id', 'chain.resume', 'chain.renew', 'chain.compare', 'chain.send')`,
];

export class WaitsThatAeatAsksFor extends Migration {
  override up(): void {
    for (const sql of [...WAITS, ...RIGHTS, ...FUNCTIONS, GUARD, ...ACTS]) this.addSql(sql);
    // Whoever replaces a function loses its settings.
    this.addSql('alter function guard_dashboard_remission() set search_path = public, pg_temp');
  }
}
