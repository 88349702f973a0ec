-- Workers find the messages that the SPFE may be sent without reading those that wait for their deliveries: however many invoices are paid before the
-- SPFE has them, or are only prepared.

-- Whether the SPFE has the invoice. Triggers set it.
alter table spfe_messages add column is_sendable boolean default false not null;

do $$ begin
  execute replace(pg_get_functiondef('guard_spfe_message()'::regprocedure), '{state,csv,', '{is_sendable,state,csv,');
end $$;

drop index spfe_messages_due_index;
create index spfe_messages_due_index on spfe_messages (organization_id, issuer_nif, requested_at, id) where state = 'pending' and is_sendable;

-- The lock lets the delivery be admitted before the message is inserted or afterwards, but not meanwhile.
create function await_spfe_delivery() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.is_sendable := coalesce((
    select d.state in ('admitted', 'withdrawing') from spfe_deliveries d where d.issued_invoice_id = new.issued_invoice_id for share), false);
  return new;
end $$;
create trigger spfe_messages_await_delivery before insert on spfe_messages for each row execute function await_spfe_delivery();

create function release_spfe_messages() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
    where (c.state in ('admitted', 'withdrawing')) <> (f.state in ('admitted', 'withdrawing'))) then
    update spfe_messages m set is_sendable = c.state in ('admitted', 'withdrawing')
    from changed c
    where m.issued_invoice_id = c.issued_invoice_id and m.is_sendable <> (c.state in ('admitted', 'withdrawing'));
  end if;
  return null;
end $$;
create trigger spfe_deliveries_release_messages after update on spfe_deliveries referencing old table as former new table as changed for each statement
  execute function release_spfe_messages();

grant update (is_sendable) on spfe_messages to engine_operator, engine_sessions, engine_worker;
