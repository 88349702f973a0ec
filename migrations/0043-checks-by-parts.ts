import { Migration } from '@mikro-orm/migrations';

/*
 * What is new in the hot tables is checked by parts of a batch instead of row by row: issuing a batch of 1000 costs PostgreSQL a sixth less (ops/adr/0003). Each check says
 * what it said before.
 */

/**
 * Plans are kept for as long as a connection lasts, and one from when a table was a page long would read it whole ever after: where there is an index, it is used.
 */
const PLANNED = 'set search_path = public, pg_temp set enable_seqscan = off';

/** Positions of a batch that share a bit mask, as they share a pack. */
const SIZE = 64;
const partOf = (id: string) => `${id} / 1000, ${id} % 1000 / ${SIZE}`;
const maskOf = (id: string) => `bit_or(1::bigint << (${id} % 1000 % ${SIZE})::int)`;

const BATCH_INVOICES = `
  create or replace function check_new_batch_invoices() returns trigger language plpgsql ${PLANNED} as $$
  begin
    if exists (
      select from (
        select i.batch_id, i.organization_id, max(i.id % 1000) as last_position from inserted i group by 1, 2) n
      left join lateral (select a.* from batches a where a.id = n.batch_id limit 1) b on true
      where b.organization_id is distinct from n.organization_id or n.last_position >= b.invoices_count)
    then
      raise exception 'a batch invoice must belong to a batch of its organization' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$`;

const ISSUED_INVOICES = `
  create or replace function check_new_issued_invoices() returns trigger language plpgsql ${PLANNED} as $$
  begin
    if exists (
      select from (
        select i.organization_id, ${partOf('i.id')}, min(i.id) as first_id, max(i.id) as last_id, ${maskOf('i.id')} as issued
        from inserted i group by 1, 2, 3) n
      where n.issued is distinct from n.issued & (
        select ${maskOf('b.id')} filter (where b.organization_id = n.organization_id and b.processing_error is null)
        from batch_invoices b where b.id between n.first_id and n.last_id))
    then
      raise exception 'an issued invoice must come from an unfailed batch invoice of its organization'
        using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$`;

/** The record before is mostly one that comes with it. Invoices are looked at between the first and the last of a chain in a part: a batch with many issuers reads no more than one by one. */
const RECORDS = `
  create or replace function check_new_registration_records() returns trigger language plpgsql ${PLANNED} as $$
  begin
    if exists (
      select from (
        select r.chain_id, r.sequence, r.previous_hash, lag(r.sequence) over chain as sequence_before, lag(r.hash) over chain as hash_before
        from inserted r window chain as (partition by r.chain_id order by r.sequence)) n
      where n.sequence > 1 and n.previous_hash is distinct from
        case when n.sequence_before = n.sequence - 1 then n.hash_before
             else (select r.hash from registration_records r where r.chain_id = n.chain_id and r.sequence = n.sequence - 1) end)
    then
      raise exception 'a registration record must continue its chain' using errcode = 'foreign_key_violation';
    end if;
    if exists (
      select from (
        select r.organization_id, r.chain_id, ${partOf('r.issued_invoice_id')},
               min(r.issued_invoice_id) as first_id, max(r.issued_invoice_id) as last_id, ${maskOf('r.issued_invoice_id')} as registered
        from inserted r group by 1, 2, 3, 4) n
      left join lateral (select h.* from chains h where h.id = n.chain_id limit 1) c on true
      where c.organization_id is distinct from n.organization_id
         or n.registered is distinct from n.registered & (
           select ${maskOf('x.id')} filter (where x.organization_id = c.organization_id and x.issuer_nif = c.issuer_nif)
           from issued_invoices x where x.id between n.first_id and n.last_id))
    then
      raise exception 'a registration record must belong to an issued invoice of its chain''s organization and issuer'
        using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$`;

const LITERALS = ['check_document_literals', 'check_record_literals', 'check_new_packs'];

/** Trimming a hash of its digits took a tenth of what issuing costs. Not valid at first: what is there met the same, and years of it would be read while nothing else runs. */
const HASHES = [
  'alter table registration_records drop constraint registration_records_hash_check',
  `alter table registration_records
    add constraint registration_records_hash_check check (octet_length(hash) = 64 and hash !~ '[^0-9A-F]') not valid`,
];

export class ChecksByParts extends Migration {
  override up(): void {
    for (const sql of [BATCH_INVOICES, ISSUED_INVOICES, RECORDS, ...HASHES]) this.addSql(sql);
    for (const name of LITERALS) this.addSql(`alter function ${name}() ${PLANNED}`);
  }
}
