-- Invoices that name others: what is looked up of those does not grow with the number of rectifications of an invoice, and a
-- batch that names others waits for earlier batches of its issuers.

-- The issuers of a batch; null if some are not known, which includes batches of earlier versions.
alter table batches add column issuer_nifs text[];

-- Whether the invoice replaces the rectified one (F3). Null in rows of earlier versions, which do not write it.
alter table rectified_invoices add column replaces boolean;
create index rectified_invoices_replaced_index on rectified_invoices (rectified_id) where replaces is not false;
create index issued_invoices_replaced_index on issued_invoices (rectified_invoice_id) where invoice_type = 'F3';

-- Each invoice is looked up by its primary key in a lateral join. Otherwise a plan made while the tables are small, or
-- without statistics, joins all invoices of an issuer with each other.
create or replace function refuse_second_replacements(invoices bigint[], originals bigint[]) returns void
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from unnest(invoices, originals) n (id, original)
    join lateral (select a.invoice_type from issued_invoices a where a.id = n.id limit 1) o on o.invoice_type = 'F3'
    cross join lateral (
      select a.id from issued_invoices a where a.rectified_invoice_id = n.original and a.invoice_type = 'F3'
      union
      select r.invoice_id from rectified_invoices r where r.rectified_id = n.original and r.replaces is not false) l
    cross join lateral (
      select a.invoice_type,
             exists (select from corrections k where k.issued_invoice_id = a.id and k.kind = 'anulacion') as is_annulled
      from issued_invoices a where a.id = l.id limit 1) y
    where l.id <> n.id and y.invoice_type = 'F3' and not y.is_annulled)
  then
    raise exception 'a simplified invoice can be replaced only once' using errcode = 'unique_violation';
  end if;
end $$;

create or replace function check_new_rectifications() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from inserted i where i.rectified_invoice_id is not null) then
    return null;
  end if;
  if exists (
    select from inserted i
    left join lateral (
      select a.organization_id, a.issuer_nif from issued_invoices a where a.id = i.rectified_invoice_id limit 1) x on true
    where i.rectified_invoice_id is not null
      and (x.organization_id, x.issuer_nif) is distinct from (i.organization_id, i.issuer_nif))
  then
    raise exception 'an invoice can only correct or replace an issued invoice of its issuer' using errcode = 'foreign_key_violation';
  end if;
  perform refuse_second_replacements(array_agg(i.id), array_agg(i.rectified_invoice_id))
  from inserted i where i.rectified_invoice_id is not null;
  return null;
end $$;

create or replace function check_rectified_invoices() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from inserted) then
    return null;
  end if;
  if exists (
    select from inserted i
    left join lateral (
      select a.organization_id, a.issuer_nif from issued_invoices a where a.id = i.invoice_id limit 1) o on true
    left join lateral (
      select a.organization_id, a.issuer_nif from issued_invoices a where a.id = i.rectified_id limit 1) x on true
    where o.organization_id is distinct from i.organization_id
       or (x.organization_id, x.issuer_nif) is distinct from (o.organization_id, o.issuer_nif))
  then
    raise exception 'an invoice can only correct or replace an issued invoice of its issuer' using errcode = 'foreign_key_violation';
  end if;
  perform refuse_second_replacements(array_agg(i.invoice_id), array_agg(i.rectified_id)) from inserted i;
  return null;
end $$;
