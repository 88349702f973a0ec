-- Facts that clients state with payments and AEAT is told with the collection of an invoice.

-- When goods and invoice were received, and whether the payment was collected through a financing arrangement (Orden HAC/1028/2026, Annex II,
-- SETTLEMENT). Null if the client does not state it.
alter table payments add column goods_received_on date;
alter table payments add column invoice_received_on date;
alter table payments add column is_financed boolean;
alter table payments add constraint payments_facts_check
  check (reverses_id is null or (goods_received_on is null and invoice_received_on is null and is_financed is null)) not valid;

-- As in 0059-spfe-orders.sql, with the last of each fact among the payments that stand.
create or replace function settle_in_spfe(organization bigint, invoices bigint[], dues date[], who text, moment timestamptz) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, due_on, is_financed, goods_received_on,
    invoice_received_on, payment_id, requested_by, requested_at)
  select d.organization_id, d.issuer_nif, d.issued_invoice_id, 'SETTLEMENT', c.paid_on, n.due_on, coalesce(c.financed[1], false), c.goods[1], c.received[1],
         l.id, who, moment
  from unnest(invoices, dues) as n (invoice, due_on)
  cross join lateral (
    select a.* from public.spfe_deliveries a where a.issued_invoice_id = n.invoice and a.organization_id = organization limit 1) d
  cross join lateral (
    select p.id, p.outstanding, p.amount from public.payments p where p.issued_invoice_id = n.invoice order by p.ordinal desc limit 1) l
  cross join lateral (
    select max(p.paid_on) as paid_on,
           array_agg(p.is_financed order by p.ordinal desc) filter (where p.is_financed is not null) as financed,
           array_agg(p.goods_received_on order by p.ordinal desc) filter (where p.goods_received_on is not null) as goods,
           array_agg(p.invoice_received_on order by p.ordinal desc) filter (where p.invoice_received_on is not null) as received
    from public.payments p
    where p.issued_invoice_id = n.invoice and p.reverses_id is null and p.means <> 'not_collected'
      and not exists (select from public.payments r where r.reverses_id = p.id)) c
  where d.state not in ('not_concerned', 'unknown', 'elsewhere', 'withdrawn') and d.channel <> 'elsewhere' and l.outstanding = 0 and l.amount > 0
    and not exists (
      select from public.spfe_messages m
      where m.issued_invoice_id = n.invoice and m.kind = 'SETTLEMENT' and m.state not in ('rejected', 'superseded')
        and m.id > public.last_spfe_withdrawal(n.invoice)
        and not exists (select from public.spfe_messages k where k.cancels_id = m.id and k.state <> 'superseded'))
  order by n.invoice;
end $$;

-- As in 0059-spfe-orders.sql.
do $$
declare
  definition text := pg_get_functiondef('record_payments(bytea,timestamptz,uuid,bytea,jsonb)'::regprocedure);
begin
  drop function record_payments(bytea, timestamptz, uuid, bytea, jsonb);
  definition := replace(definition, 'account, outstanding, request_key,', 'account, outstanding, goods_received_on, invoice_received_on, is_financed, request_key,');
  definition := replace(definition, 'n.account, n.outstanding, request,',
    'n.account, n.outstanding, n.goods_received_on, n.invoice_received_on, n.is_financed, request,');
  execute replace(definition, 'account text, outstanding numeric)',
    'account text, outstanding numeric, goods_received_on date, invoice_received_on date, is_financed boolean)');
end $$;
grant execute on function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb) to engine_ingress;
grant create on schema public to engine_sessions;
alter function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb) owner to engine_sessions;
revoke create on schema public from engine_sessions;
