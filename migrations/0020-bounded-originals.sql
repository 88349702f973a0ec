-- Invoices that name others: what is looked up of those does not grow with the number of rectifications of an invoice, and a
-- batch that names others waits for earlier batches of its issuers.

-- The issuers of a batch; null if some are not known, which includes batches of earlier versions.
alter table batches add column issuer_nifs text[];

-- Whether the invoice replaces the rectified one (F3). Null in rows of earlier versions, which do not write it.
alter table rectified_invoices add column replaces boolean;
create index rectified_invoices_replaced_index on rectified_invoices (rectified_id) where replaces is not false;
create index issued_invoices_replaced_index on issued_invoices (rectified_invoice_id) where invoice_type = 'F3';

create or replace function refuse_second_replacements(invoices bigint[], originals bigint[]) returns void
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from unnest(invoices, originals) n (id, original)
    join issued_invoices o on o.id = n.id and o.invoice_type = 'F3'
    cross join lateral (
      select x.id from issued_invoices x where x.rectified_invoice_id = n.original and x.invoice_type = 'F3'
      union
      select x.id from rectified_invoices r join issued_invoices x on x.id = r.invoice_id and x.invoice_type = 'F3'
      where r.rectified_id = n.original and r.replaces is not false) y
    where y.id <> n.id
      and not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion'))
  then
    raise exception 'a simplified invoice can be replaced only once' using errcode = 'unique_violation';
  end if;
end $$;
