import { Migration } from '@mikro-orm/migrations';

/*
 * Who may do what, and to whose rows (ops/adr/0012, 0013). The owner migrates. Processes connect with any login and take one of three roles
 * without a login of their own; the roles belong to the whole server and may exist already, for another database of it.
 */

/** The API: one organization at a time, whose id the transaction tells in `engine.organizations`; several where small batches share a statement. */
const INGRESS = 'engine_ingress';
/** Issuing, remitting, rendering: every organization, nothing that the way of a batch does not need. */
const WORKER = 'engine_worker';
/** `npm run org` and the other commands. */
const OPERATOR = 'engine_operator';
export const PROCESS_ROLES = [INGRESS, WORKER, OPERATOR];

/** Makes sure that a role exists and that the migrating user may take it. Other databases of the server may be doing the same now. */
export const ensureRole = (role: string): string => `
  do $$
  begin
    for attempt in 1..100 loop
      begin
        if not exists (select from pg_roles where rolname = '${role}') then
          create role ${role} nologin;
        end if;
        begin
          set local role ${role};
          reset role;
          return;
        exception when insufficient_privilege then
          execute format('grant ${role} to %I', current_user);
        end;
      exception
        -- Somebody else does the same at the same time; "tuple concurrently updated" has no code of its own.
        when duplicate_object or unique_violation or internal_error then perform pg_sleep(0.05);
        when insufficient_privilege then
          raise exception using errcode = 'insufficient_privilege', message = format(
            'The user %1$I may neither create nor take the role ${role}. Someone who may must run: '
            'create role ${role} nologin; grant ${role} to %1$I;', current_user);
      end;
    end loop;
    raise exception 'The role ${role} could not be made ready';
  end $$`;

/** Tables that the API reads or writes: their rows are visible to it only within their organization. */
const SCOPED = [
  'batches',
  'batch_bodies',
  'idempotency_records',
  'batch_invoices',
  'issued_invoices',
  'registration_records',
  'record_answers',
  'pdfs',
  'corrections',
];
/** Tables that the API has no business with. */
const UNSCOPED = [
  'api_keys',
  'sessions',
  'issuer_profiles',
  'chains',
  'remissions',
  'submissions',
  'submission_attempts',
  'certificates',
];

/*
 * Inside a subquery, so that it is looked up once per statement and not once per row. `+ 0` keeps it a check of rows that were found by their
 * key: as a bare column it would be one more way to find them, by the indexes that begin with the organization, and taken while a table has
 * no statistics.
 */
export const IN_SCOPE = (column: string) =>
  `${column} + 0 = any ((select current_organizations())::bigint[])`;

const POLICIES = [
  `create function current_organizations() returns bigint[] language sql stable parallel safe
   return string_to_array(current_setting('engine.organizations', true), ',')::bigint[]`,
  ...['organizations', ...SCOPED, ...UNSCOPED].flatMap((table) => [
    `alter table ${table} enable row level security`,
    `create policy every_organization on ${table} to ${WORKER}, ${OPERATOR} using (true)`,
  ]),
  `create policy own_organization on organizations to ${INGRESS} using (${IN_SCOPE('id')})`,
  ...SCOPED.map(
    (table) =>
      `create policy own_organization on ${table} to ${INGRESS} using (${IN_SCOPE('organization_id')})`,
  ),
];

/*
 * Whose session it is must be known before there is an organization. These two functions have their owner's rights, so that the API sees
 * no hash of a key or token, whatever statement it is made to run.
 */
const SESSIONS = `
  create function find_session(hash bytea, at timestamptz)
    returns table (organization_id bigint, organization_name text, expires_at timestamptz)
    language sql stable security definer
  begin atomic
    select s.organization_id, o.name, s.expires_at
    from sessions s
    join api_keys k on k.id = s.api_key_id and k.revoked_at is null
    join organizations o on o.id = s.organization_id
    where s.token_hash = hash and s.expires_at > at;
  end;
  create function create_session(hash_of_key bytea, hash_of_token bytea, at timestamptz, until timestamptz)
    returns setof timestamptz
    language sql volatile security definer
  begin atomic
    insert into sessions (token_hash, organization_id, api_key_id, created_at, expires_at)
    select hash_of_token, k.organization_id, k.id, at, until
    from api_keys k where k.key_hash = hash_of_key and k.revoked_at is null
    returning expires_at;
  end;
  revoke execute on function find_session, create_session from public;
  grant execute on function find_session, create_session to ${INGRESS}`;

/** Per role: privilege, of columns where they are named → tables; `usage` is of sequences. */
const GRANTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [INGRESS]: {
    select: ['migrations', 'organizations', ...SCOPED],
    insert: ['batches', 'batch_bodies', 'idempotency_records', 'batch_invoices'],
    'update (batches_count)': ['organizations'],
    'update (batch_id, body_hash, response, created_at)': ['idempotency_records'],
    usage: ['batches_id_seq'],
  },
  [WORKER]: {
    select: [
      'migrations',
      'organizations',
      'batches',
      'batch_bodies',
      'batch_invoices',
      'issuer_profiles',
      'issued_invoices',
      'registration_records',
      'pdfs',
      'chains',
      'remissions',
      'submissions',
      'submission_attempts',
      'record_answers',
      'certificates',
      'corrections',
    ],
    insert: [
      'issued_invoices',
      'registration_records',
      'pdfs',
      'chains',
      'remissions',
      'submissions',
      'submission_attempts',
      'record_answers',
    ],
    'update (status, processed_at, rendered_at)': ['batches'],
    'update (processing_error)': ['batch_invoices'],
    'update (sequence, last_hash, last_invoice_number, last_issue_date)': ['chains'],
    [`update (remitted_sequence, attempt, wait_seconds, next_allowed_at, sending_until, failures, incident_since,
              halted_at, halted_reason)`]: ['remissions'],
    'update (answered_at, superseded_at)': ['submissions'],
    'update (rendered_at)': ['corrections'],
    // What is over is cleaned away; not even its hashes can be read.
    'select (expires_at)': ['sessions'],
    'select (created_at)': ['idempotency_records'],
    delete: ['sessions', 'idempotency_records'],
    usage: ['chains_id_seq', 'submissions_id_seq'],
  },
  [OPERATOR]: {
    select: [
      'migrations',
      'organizations',
      'api_keys',
      'issuer_profiles',
      'issued_invoices',
      'registration_records',
      'chains',
      'remissions',
      'submissions',
      'submission_attempts',
      'record_answers',
      'certificates',
      'corrections',
    ],
    insert: [
      'organizations',
      'api_keys',
      'issuer_profiles',
      'certificates',
      'registration_records',
      'corrections',
    ],
    'update (sequence, last_hash, last_invoice_number, last_issue_date)': ['chains'],
    'update (revoked_at)': ['api_keys'],
    'update (removed_at)': ['certificates'],
    'update (failures, halted_at, halted_reason)': ['remissions'],
    'update (superseded_at)': ['submissions'],
    usage: [
      'organizations_id_seq',
      'api_keys_id_seq',
      'issuer_profiles_id_seq',
      'certificates_id_seq',
      'corrections_id_seq',
    ],
  },
};

export class RowSecurity extends Migration {
  override up(): void {
    for (const role of PROCESS_ROLES) this.addSql(ensureRole(role));
    for (const policy of POLICIES) this.addSql(policy);
    this.addSql(SESSIONS);
    for (const [role, privileges] of Object.entries(GRANTS)) {
      this.addSql(`grant usage on schema public to ${role}`);
      for (const [privilege, objects] of Object.entries(privileges)) {
        const kind = privilege === 'usage' ? 'sequence' : 'table';
        this.addSql(`grant ${privilege} on ${kind} ${objects.join(', ')} to ${role}`);
      }
    }
  }
}
