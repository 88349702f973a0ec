import { Migration } from '@mikro-orm/migrations';
import { IN_SCOPE } from './0005-row-security.ts';

/*
 * An organization can be bound to its issuers, and one that issues without VeriFactu has a reason for it: it is outside of the regulation
 * (ops/adr/0032). Both are an operator's act. Organizations of before are bound to nobody, and the reason is nobody's to guess.
 */
const COLUMNS = `
  alter table organizations
    add column issuer_nifs text[],
    add column outside_reason varchar(6),
    add constraint organizations_issuer_nifs_check
      check (cardinality(issuer_nifs) <= 1000 and array_position(issuer_nifs, null) is null),
    add constraint organizations_outside_reason_check
      check (outside_reason is null or not verifactu and outside_reason in ('sii', 'foral', 'exempt'))`;

/** Whether anybody else in the installation issues for a NIF, and how, is asked before its first record. */
const INDEX = 'create index chains_issuer_nif_index on chains (issuer_nif)';

const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'key.create', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'chain.resume', 'chain.renew', 'chain.compare', 'invoice.annul', 'invoice.resend', 'database.restore', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
  'grant update (issuer_nifs, outside_reason) on organizations to engine_operator',
  `create constraint trigger organizations_require_act_update after update of issuer_nifs, outside_reason on organizations
   deferrable initially deferred for each row when (current_user = 'engine_operator')
   execute function require_act('id', 'organization.bind', 'organization.outside')`,
];

/** As in 0005, and whom the organization may issue for besides. */
const SESSIONS = [
  'drop function find_session(bytea, timestamptz)',
  'grant select (issuer_nifs) on organizations to engine_sessions',
  `create function find_session(hash bytea, at timestamptz)
     returns table (organization_id bigint, organization_name text, expires_at timestamptz, issuer_nifs text[])
     language sql stable security definer
   begin atomic
     select s.organization_id, o.name, s.expires_at, o.issuer_nifs
     from sessions s
     join api_keys k on k.id = s.api_key_id and k.revoked_at is null
     join organizations o on o.id = s.organization_id
     where s.token_hash = hash and s.expires_at > at;
   end`,
  'revoke execute on function find_session(bytea, timestamptz) from public',
  'grant execute on function find_session(bytea, timestamptz) to engine_ingress',
  'grant create on schema public to engine_sessions',
  'alter function find_session(bytea, timestamptz) set search_path = pg_catalog, pg_temp',
  'alter function find_session(bytea, timestamptz) owner to engine_sessions',
  'revoke create on schema public from engine_sessions',
];

/** A person's name is compared with the one that AEAT knows before a batch is accepted (ops/adr/0033): of the API's organization, and no column more. */
const NAMES = [
  'grant select (id, organization_id, issuer_nif, retired_at) on chains to engine_ingress',
  'grant select (id, organization_id, issuer_nif, profile) on issuer_profiles to engine_ingress',
  ...['chains', 'issuer_profiles'].map(
    (table) =>
      `create policy own_organization on ${table} to engine_ingress using (${IN_SCOPE('organization_id')})`,
  ),
];

export class IssuersAndUse extends Migration {
  override up(): void {
    for (const sql of [COLUMNS, INDEX, ...ACTS, ...NAMES]) this.addSql(sql);
    // The owner of the tables makes it and may not see their rows; who will own it may.
    this.addSql('set local row_security = on');
    for (const sql of SESSIONS) this.addSql(sql);
    this.addSql('set local row_security = off');
  }
}
