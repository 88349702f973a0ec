import { Migration } from '@mikro-orm/migrations';

/*
 * Invoice numbers are unique within the organization, the issuer and the calendar year of the issue date (RD 1619/2012, art. 6.1.a), and an invoice names the one that it
 * corrects or replaces, so that a simplified invoice is replaced once. Year and number in upper case are columns, because row-level security lets no function of a column be
 * looked up in an index.
 */
const COLUMNS = `
  alter table issued_invoices
    add column rectified_invoice_id bigint,
    add column issue_year smallint not null generated always as (date_part('year'::text, issue_date)::smallint) stored,
    add column number_key varchar(60) not null generated always as (upper((invoice_number)::text collate "C")) stored;
  alter table issued_invoices drop constraint issued_invoices_number_unique;
  alter table issued_invoices
    add constraint issued_invoices_number_unique unique (organization_id, issuer_nif, number_key, issue_year, invoice_number);
  create index issued_invoices_rectified on issued_invoices (rectified_invoice_id) where rectified_invoice_id is not null;
`;

/** Whoever issues holds the chain of the issuer: no other transaction replaces the same invoice meanwhile. An annulled F3 replaces nothing. */
const GUARD = `
  create function check_new_rectifications() returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
  begin
    if not exists (select from inserted i where i.rectified_invoice_id is not null) then
      return null;
    end if;
    if exists (
      select from inserted i
      where i.rectified_invoice_id is not null and not exists (
        select from issued_invoices x
        where x.id = i.rectified_invoice_id and x.organization_id = i.organization_id and x.issuer_nif = i.issuer_nif))
    then
      raise exception 'an invoice can only correct or replace an issued invoice of its issuer' using errcode = 'foreign_key_violation';
    end if;
    if exists (
      select from inserted i
      join issued_invoices x on x.rectified_invoice_id = i.rectified_invoice_id and x.id <> i.id and x.invoice_type = 'F3'
      where i.invoice_type = 'F3' and not exists (
        select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion'))
    then
      raise exception 'a simplified invoice can be replaced once' using errcode = 'unique_violation';
    end if;
    return null;
  end $$;
  create trigger issued_invoices_check_rectifications after insert on issued_invoices
    referencing new table as inserted for each statement execute function check_new_rectifications();
`;

/** As in 0036, without the columns that PostgreSQL generates: they are not made yet when the trigger runs. */
const PACKING = `
  create or replace function guard_packed_invoice() returns trigger language plpgsql as $$
  begin
    if old.document is null or new.document is not null or new.document_bytes is distinct from octet_length(old.document)
       or (to_jsonb(new) - '{document,document_bytes,invoice_type,issuer_name,operation_date,issue_year,number_key}'::text[])
          is distinct from (to_jsonb(old) - '{document,document_bytes,invoice_type,issuer_name,operation_date,issue_year,number_key}'::text[])
       or (old.invoice_type is not null and (new.invoice_type, new.issuer_name, new.operation_date)
          is distinct from (old.invoice_type, old.issuer_name, old.operation_date))
    then
      raise exception 'issued invoice %: only its document goes, into a pack', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
`;

export class NumbersAndRectifications extends Migration {
  override up(): void {
    this.addSql(COLUMNS);
    this.addSql(GUARD);
    this.addSql(PACKING);
  }
}
