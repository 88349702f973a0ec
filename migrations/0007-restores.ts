import { Migration } from '@mikro-orm/migrations';

/*
 * After a backup was restored AEAT may know more of a chain than the database. Such a chain is compared before anything is issued in it
 * (remissions.compare_since); where AEAT is ahead the chain can only be retired, and another with a new NumeroInstalacion takes its place.
 */

const TABLES = `
  alter table remissions add column compare_since timestamptz;
  alter table chains add column retired_at timestamptz;
  alter table chains drop constraint chains_organization_id_issuer_nif_unique;
  create unique index chains_organization_id_issuer_nif_unique on chains (organization_id, issuer_nif) where retired_at is null;

  create table database_identities (
    id smallint not null,
    system_identifier text,
    timeline bigint,
    database_oid bigint not null,
    seen_at timestamptz not null,
    primary key (id)
  );
  alter table database_identities add constraint database_identities_id_check check (id = 1);
`;

const CHAINS = `
  create or replace function guard_chain() returns trigger language plpgsql as $$
  begin
    if (new.id, new.organization_id, new.issuer_nif, new.installation_number)
       is distinct from (old.id, old.organization_id, old.issuer_nif, old.installation_number)
       or old.retired_at is not null
    then
      raise exception 'chain %: it is what it is, and a retired one rests', old.id using errcode = 'restrict_violation';
    end if;
    if new.retired_at is not null
       and (new.sequence, new.last_hash, new.last_invoice_number, new.last_issue_date)
           is not distinct from (old.sequence, old.last_hash, old.last_invoice_number, old.last_issue_date)
    then
      return new;
    end if;
    if new.retired_at is not null
       or new.sequence <= old.sequence
       or not exists (
         select from registration_records
         where chain_id = new.id and sequence = new.sequence and hash = new.last_hash)
    then
      raise exception 'chain %: its head only moves forward, to its last record', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

/** To the roles of 0005. */
const GRANTS = [
  'grant update (compare_since) on table remissions to engine_worker, engine_operator',
  'grant select, insert, update on table database_identities to engine_worker',
  'grant update (retired_at) on table chains to engine_operator',
];

export class Restores extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(CHAINS);
    for (const grant of GRANTS) this.addSql(grant);
  }
}
