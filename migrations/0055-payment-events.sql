-- The event of a recorded payment or counter-entry.

-- The list of events, by time.
create index payments_recorded_at_index on payments (organization_id, recorded_at, id);

-- The data of the event, as in 0041-event-data.sql. Amounts are texts, as in the API.
create function recorded_payment_event(batch bigint, external_batch text, invoice bigint, external_invoice text, number text,
  payment bigint, paid date, amount numeric, currency text, means text, outstanding numeric, reverses bigint)
  returns json language sql stable parallel safe
return json_build_object(
  'invoice_batch', json_build_object('id', batch, 'external_batch_id', external_batch),
  'batch_invoice', json_build_object('id', invoice, 'external_invoice_id', external_invoice, 'invoice_number', number),
  'payment', json_build_object('id', payment, 'date', to_char(paid, 'YYYY-MM-DD'), 'amount', amount::text, 'currency', currency, 'means', means,
                               'outstanding_amount', outstanding::text, 'reverses', reverses));

-- An invoice can have several payments at one time, so the id of the payment, not that of the invoice, names the event.
create or replace function name_webhook_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  named uuid;
begin
  named := webhook_event_id(
    new.type, coalesce(new.data -> 'payment' ->> 'id', new.data -> 'batch_invoice' ->> 'id', new.data -> 'invoice_batch' ->> 'id')::bigint,
    new.occurred_at);
  if named is not null and not exists (select from webhook_events v where v.message_id = named) then
    new.message_id := named;
  end if;
  return new;
end $$;

create function report_payments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from inserted r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  perform store_webhook_events(
    array_agg(f.organization_id order by f.payment_id), array_agg(f.batch_id order by f.payment_id), array_agg('invoice.payment_recorded'::text),
    array_agg(f.recorded_at order by f.payment_id), array_agg(f.data order by f.payment_id))
  from (
    select r.organization_id, b.id as batch_id, r.recorded_at, r.id as payment_id,
           recorded_payment_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, x.invoice_number, r.id, r.paid_on, r.amount, r.currency,
                                  r.means, r.outstanding, r.reverses_id) as data
    from inserted r
    cross join lateral (select a.* from issued_invoices a where a.id = r.issued_invoice_id limit 1) x
    cross join lateral (select a.id, a.external_invoice_id from batch_invoices a where a.id = x.id limit 1) i
    cross join lateral (select a.id, a.external_batch_id from batches a where a.id = x.id / 1000 limit 1) b) f;
  return null;
end $$;
create trigger payments_report after insert on payments referencing new table as inserted for each statement execute function report_payments();

grant execute on function recorded_payment_event(bigint,text,bigint,text,text,bigint,date,numeric,text,text,numeric,bigint)
  to engine_ingress, engine_sessions;
