-- What waits to be told about an invoice is superseded when AEAT has withdrawn its document, and no longer when the withdrawal is ordered: AEAT may
-- refuse it, and the messages follow then. What was told about a copy that is withdrawn for its original is told again about the original.

-- As in 0059-spfe-orders.sql.
create or replace function withdraw_from_spfe(organization bigint, invoice bigint, why text, note text, key uuid, asked bytea, who text, moment timestamptz) returns text
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  delivery record;
begin
  select d.* into delivery from public.spfe_deliveries d where d.issued_invoice_id = invoice and d.organization_id = organization for update;
  if not found then
    return 'unknown';
  end if;
  if delivery.state <> 'admitted' then
    return 'state';
  end if;
  if why = 'interconnect_instead' and delivery.channel <> 'copy' then
    return 'channel';
  end if;
  insert into public.spfe_orders (organization_id, issued_invoice_id, action, version, reason, request_key, sha256, ordered_by, ordered_at)
  values (organization, invoice, 'withdraw', case why when 'interconnect_instead' then delivery.version + 1 end, coalesce(note, why), key, asked, who, moment);
  insert into public.spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, request_key, requested_by, reason, requested_at)
  values (organization, delivery.issuer_nif, invoice, 'CANCELINVOICE', (moment at time zone 'Europe/Madrid')::date, key, who, why, moment);
  update public.spfe_deliveries d set state = 'withdrawing' where d.issued_invoice_id = invoice;
  return 'done';
end $$;

create or replace function follow_spfe_deliveries() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  standing bigint[];
begin
  if not exists (
    select from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
    where (c.state <> f.state and c.state in ('admitted', 'rejected', 'withdrawn')) or (c.warned_at is not null and f.warned_at is null)) then
    return null;
  end if;
  insert into spfe_events (organization_id, issued_invoice_id, kind, occurred_at, details)
  select c.organization_id, c.issued_invoice_id, c.state,
         case when c.answered_at is distinct from f.answered_at then coalesce(c.answered_at, clock_timestamp()) else clock_timestamp() end,
         case c.state
           when 'admitted' then jsonb_build_object('spfe_state', c.state, 'is_copy', c.channel = 'copy', 'csv', c.csv, 'localizador', c.localizador)
           when 'rejected' then jsonb_build_object('spfe_state', c.state, 'spfe_code', c.code, 'spfe_message', c.message)
           else jsonb_build_object('spfe_state', c.state) end
  from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
  where c.state <> f.state and c.state in ('admitted', 'rejected', 'withdrawn') and not (c.state = 'admitted' and f.state = 'withdrawing')
  order by c.issued_invoice_id;
  insert into spfe_events (organization_id, issued_invoice_id, kind, occurred_at, details)
  select c.organization_id, c.issued_invoice_id, 'overdue', c.warned_at,
         jsonb_build_object('due_by', to_char(c.due_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
  where c.warned_at is not null and f.warned_at is null
  order by c.issued_invoice_id;
  if exists (select from changed c where c.state = 'withdrawn') then
    update spfe_deliveries d set state = 'pending', channel = 'interconnect', version = d.version + 1
    from changed c
    where c.state = 'withdrawn' and d.issued_invoice_id = c.issued_invoice_id and d.state = 'withdrawn' and d.channel = 'copy'
      and exists (select from spfe_orders o where o.issued_invoice_id = d.issued_invoice_id and o.action = 'withdraw' and o.version = d.version + 1);
    -- AEAT's events of the copy ended with it. Those that nobody cancelled, and what waits, follow the original in the order in which they were told.
    standing := array(
      select m.id
      from changed c
      join spfe_deliveries d on d.issued_invoice_id = c.issued_invoice_id and d.state = 'pending'
      join spfe_messages m on m.issued_invoice_id = c.issued_invoice_id and m.kind in ('SETTLEMENT', 'DEFAULT') and m.state in ('accepted', 'pending')
      where c.state = 'withdrawn' and not exists (select from spfe_messages k where k.cancels_id = m.id and k.state <> 'superseded'));
    update spfe_messages m set state = 'superseded'
    from changed c where c.state = 'withdrawn' and m.issued_invoice_id = c.issued_invoice_id and m.state = 'pending';
    insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, due_on, is_financed, goods_received_on,
      invoice_received_on, payment_id, requested_by, requested_at)
    select m.organization_id, m.issuer_nif, m.issued_invoice_id, m.kind, m.effective_on, m.due_on, m.is_financed, m.goods_received_on,
           m.invoice_received_on, m.payment_id, m.requested_by, coalesce(c.answered_at, clock_timestamp())
    from spfe_messages m join changed c on c.issued_invoice_id = m.issued_invoice_id
    where m.id = any (standing)
    order by m.id;
  end if;
  return null;
end $$;
