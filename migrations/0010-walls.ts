import { Migration } from '@mikro-orm/migrations';
import { ensureRole } from './0005-row-security.ts';

/*
 * Row-level security that holds for the owner of the tables too (ops/adr/0023). Whoever works across organizations takes a role for it: the
 * owner has no way around but to say so, table by table.
 */

/** Reads every row and changes nothing: `npm run backup` and `npm run check-invariants`. */
const READER = 'engine_reader';
/** Owns the functions below, and nobody can be it: what they read is not for the API to see. */
const SESSIONS = 'engine_sessions';

const TABLES = [
  'organizations',
  'batches',
  'batch_bodies',
  'idempotency_records',
  'batch_invoices',
  'issued_invoices',
  'registration_records',
  'record_answers',
  'pdfs',
  'corrections',
  'api_keys',
  'sessions',
  'issuer_profiles',
  'chains',
  'remissions',
  'submissions',
  'submission_attempts',
  'certificates',
];

const READING = [
  `grant usage on schema public to ${READER}`,
  `grant select on all tables in schema public to ${READER}`,
  `grant select on all sequences in schema public to ${READER}`,
  // A table that comes later needs a policy besides; a backup refuses to go on without.
  `alter default privileges in schema public grant select on tables to ${READER}`,
  `alter default privileges in schema public grant select on sequences to ${READER}`,
  ...TABLES.map((table) => `create policy whole_table on ${table} for select to ${READER} using (true)`),
];

const FUNCTIONS = [
  'find_session(bytea, timestamptz)',
  'create_session(bytea, bytea, timestamptz, timestamptz)',
  'api_key_exists(bytea)',
];

const SESSION_RIGHTS = [
  // Whether BOOTSTRAP_API_KEY is there; the API may make no keys.
  `create function api_key_exists(hash bytea) returns boolean language sql stable security definer
   begin atomic select exists (select from api_keys where key_hash = hash); end`,
  'revoke execute on function api_key_exists from public',
  'grant execute on function api_key_exists to engine_ingress',
  `grant usage on schema public to ${SESSIONS}`,
  `grant select (token_hash, organization_id, api_key_id, expires_at), insert on sessions to ${SESSIONS}`,
  `grant select (id, organization_id, key_hash, revoked_at) on api_keys to ${SESSIONS}`,
  `grant select (id, name) on organizations to ${SESSIONS}`,
  `create policy every_session on sessions to ${SESSIONS} using (true)`,
  `create policy every_session on api_keys for select to ${SESSIONS} using (true)`,
  `create policy every_session on organizations for select to ${SESSIONS} using (true)`,
  // A function can only be given to someone who might have made it.
  `grant create on schema public to ${SESSIONS}`,
  ...FUNCTIONS.flatMap((name) => [
    `alter function ${name} set search_path = pg_catalog, pg_temp`,
    `alter function ${name} owner to ${SESSIONS}`,
  ]),
  `revoke create on schema public from ${SESSIONS}`,
];

/** A guard looks at the product's tables, not at temporary ones of the same names. */
export const PIN_GUARDS = `
  do $$
  declare guard regprocedure;
  begin
    for guard in select oid from pg_proc where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype loop
      execute format('alter function %s set search_path = public, pg_temp', guard);
    end loop;
  end $$`;

/** What everybody has who can connect. */
const OF_EVERYBODY = [
  'revoke all on schema public from public',
  'revoke execute on function current_organizations() from public',
  'grant execute on function current_organizations() to engine_ingress',
  'alter default privileges revoke execute on functions from public',
];

export class Walls extends Migration {
  override up(): void {
    for (const role of [READER, SESSIONS]) this.addSql(ensureRole(role));
    for (const sql of [...READING, ...SESSION_RIGHTS, PIN_GUARDS, ...OF_EVERYBODY]) this.addSql(sql);
    for (const table of TABLES) this.addSql(`alter table ${table} force row level security`);
  }
}
