import { Migration } from '@mikro-orm/migrations';

/*
 * Operators with logins and rights of their own (ops/adr/0043). The dashboard lets them in by functions alone: it sees no verifier, and the secret of a second factor only
 * after the password was right. The commands make and change them, each with its act.
 */
const TABLES = [
  `create table operators (
    id bigserial primary key,
    login varchar(60) not null,
    role varchar(4) not null,
    salt bytea not null,
    cost int not null,
    block_size smallint not null,
    parallelism smallint not null,
    verifier bytea not null,
    sealed_totp bytea not null,
    totp_step bigint not null default '0',
    created_at timestamptz not null default now(),
    removed_at timestamptz
  )`,
  'create unique index operators_login_unique on operators (login) where removed_at is null',
  `alter table operators add constraint operators_login_check check (login ~ '^[a-z0-9][a-z0-9._@-]*$')`,
  `alter table operators add constraint operators_role_check check (role in ('view', 'act'))`,
  `alter table operators add constraint operators_secrets_check
   check (case when removed_at is null then length(salt) = 16 and length(verifier) = 32 and length(sealed_totp) > 0
          else length(salt) = 0 and length(verifier) = 0 and length(sealed_totp) = 0 end)`,
  `create table operator_sessions (
    token_hash bytea primary key,
    operator_id bigint not null,
    created_at timestamptz not null,
    used_at timestamptz not null,
    constraint operator_sessions_operator_id_foreign foreign key (operator_id) references operators (id)
  )`,
  'create index operator_sessions_operator_id_index on operator_sessions (operator_id)',
];

const GUARDS = [
  `create function guard_operator() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if (new.id, new.login, new.created_at) is distinct from (old.id, old.login, old.created_at) or old.removed_at is not null
       or new.totp_step < old.totp_step
    then
      raise exception 'operator %: whose login it is stays, a code works once, and a removed one rests', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  'create trigger operators_guard before update on operators for each row execute function guard_operator()',
  `create trigger operators_refuse_delete before delete or truncate on operators for each statement execute function refuse_change()`,
  // Whoever changes an operator ends the sessions of before, whatever else the statement does.
  `create function end_operator_sessions() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    delete from operator_sessions where operator_id = new.id;
    return null;
  end $$`,
  `create trigger operators_end_sessions after update of role, verifier, sealed_totp, removed_at on operators
   for each row execute function end_operator_sessions()`,
];

/** Between two uses, and in all. */
const IDLE = `interval '2 hours'`;
const LONGEST = `interval '12 hours'`;
const IS_LIVE = `s.used_at > now() - ${IDLE} and s.created_at > now() - ${LONGEST}`;

const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'key.create', 'key.rights', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove',
    'chain.resume', 'chain.renew', 'chain.compare', 'chain.verify', 'invoice.annul', 'invoice.resend', 'batch.look',
    'database.restore', 'database.backup', 'database.check', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
  ...[
    ['insert', 'operator.add'],
    ['update', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove'],
  ].map(
    ([event, ...acts]) =>
      `create constraint trigger operators_require_act_${event} after ${event} on operators deferrable initially deferred
       for each row when (current_user = 'engine_operator')
       execute function require_act('id', ${acts.map((act) => `'${act}'`).join(', ')})`,
  ),
];

const SECRETS = 'salt, cost, block_size, parallelism, verifier, sealed_totp';

const RIGHTS = [
  ...['operators', 'operator_sessions'].flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy every_operator on ${table} to engine_operator, engine_sessions using (true)`,
    `create policy whole_table on ${table} for select to engine_reader using (true)`,
  ]),
  `grant select (id, login, role, ${SECRETS}, totp_step, created_at, removed_at) on operators to engine_operator`,
  `grant insert (login, role, ${SECRETS}) on operators to engine_operator`,
  `grant update (role, ${SECRETS}, totp_step, removed_at) on operators to engine_operator`,
  'grant usage on sequence operators_id_seq to engine_operator',
  'grant select, delete on operator_sessions to engine_operator',
  `grant select (id, login, role, ${SECRETS}, totp_step, removed_at), update (totp_step) on operators to engine_sessions`,
  'grant select, insert, delete, update (used_at) on operator_sessions to engine_sessions',
];

const FUNCTIONS: Readonly<Record<string, string>> = {
  // Whether anybody has a login of their own: else there is no page to sign in.
  'has_operators()': `returns boolean language sql stable security definer
    begin atomic select exists (select from operators where removed_at is null); end`,
  // What a password is derived with. It is no secret of one: salts may be known.
  'find_operator_salt(name text)': `returns table (salt bytea, cost int, block_size smallint, parallelism smallint)
    language sql stable security definer
    begin atomic
      select o.salt, o.cost, o.block_size, o.parallelism from operators o where o.login = name and o.removed_at is null;
    end`,
  // The second factor, for whoever has the first: what was derived is given, what is stored is its hash.
  'find_operator_factor(name text, derived bytea)': `returns bytea language sql stable security definer
    begin atomic
      select o.sealed_totp from operators o where o.login = name and o.removed_at is null and o.verifier = sha256(derived);
    end`,
  // A code is of a step of its clock, and each step counts once. What is over is cleaned away.
  'begin_operator_session(name text, derived bytea, step bigint, token bytea)': `returns boolean language plpgsql volatile security definer as $$
    declare who bigint;
    begin
      update public.operators o set totp_step = step
      where o.login = name and o.removed_at is null and o.verifier = sha256(derived) and o.totp_step < step
      returning o.id into who;
      if not found then
        return false;
      end if;
      delete from public.operator_sessions s where not (${IS_LIVE});
      insert into public.operator_sessions (token_hash, operator_id, created_at, used_at) values (token, who, now(), now());
      return true;
    end $$`,
  'find_operator_session(token bytea, is_used boolean)': `returns table (login text, role text) language plpgsql volatile security definer as $$
    begin
      if is_used then
        update public.operator_sessions s set used_at = now() where s.token_hash = token and s.used_at < now() - interval '1 minute' and ${IS_LIVE};
      end if;
      return query
        select o.login::text, o.role::text from public.operator_sessions s join public.operators o on o.id = s.operator_id and o.removed_at is null
        where s.token_hash = token and ${IS_LIVE};
    end $$`,
  'end_operator_session(token bytea)': `returns void language sql volatile security definer
    begin atomic delete from operator_sessions where token_hash = token; end`,
};

/** `f(name text)` → `f(text)` */
const nameFunction = (signature: string) => signature.replaceAll(/(\(|, )\w{1,40} /g, '$1');

export class Operators extends Migration {
  override up(): void {
    for (const sql of [...TABLES, ...GUARDS, ...ACTS, ...RIGHTS]) this.addSql(sql);
    // The owner of the tables makes them and may not see their rows; who will own them may.
    this.addSql('set local row_security = on');
    this.addSql('grant create on schema public to engine_sessions');
    for (const [signature, rest] of Object.entries(FUNCTIONS)) {
      const name = nameFunction(signature);
      this.addSql(`create function ${signature} ${rest}`);
      this.addSql(`revoke execute on function ${name} from public`);
      this.addSql(`grant execute on function ${name} to engine_dashboard`);
      this.addSql(`alter function ${name} set search_path = pg_catalog, pg_temp`);
      this.addSql(`alter function ${name} owner to engine_sessions`);
    }
    this.addSql('revoke create on schema public from engine_sessions');
    this.addSql('set local row_security = off');
  }
}
