-- A signed file whose stored bytes are damaged is marked when a client asks for it, so that operators learn of it. An operator can drop it, and the next
-- request signs the invoice again. Nothing else of a signed file ever changes.
alter table electronic_files add column damaged_at timestamptz;
create index electronic_files_damaged_at_index on electronic_files (damaged_at) where damaged_at is not null;

drop trigger electronic_files_refuse_update on electronic_files;
create trigger electronic_files_refuse_update
  before update of issued_invoice_id, format, organization_id, version, content, sha256, signed_at on electronic_files for each statement
  execute function refuse_change();

-- Requires an act in operator_acts in the same transaction, also for a deleted row. The arguments are those of migrations/0001-roles-and-guards.sql.
create or replace function require_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from operator_acts a
    where a.act = any (tg_argv[1:]) and a.subject_id = (to_jsonb(case tg_op when 'DELETE' then old else new end) ->> tg_argv[0])::bigint
      and a.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'an operator''s change of % must be recorded in operator_acts in the same transaction', tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
drop trigger electronic_files_refuse_delete on electronic_files;
create trigger electronic_files_refuse_truncate before truncate on electronic_files for each statement execute function refuse_change();
create trigger electronic_files_require_act_delete after delete on electronic_files for each row
  execute function require_act('issued_invoice_id', 'facturae.drop');

alter policy every_organization on electronic_files to engine_operator, engine_worker;
create policy overview on electronic_files for select to engine_dashboard using (true);
grant update (damaged_at) on electronic_files to engine_ingress;
grant delete, select on electronic_files to engine_operator;
grant select (issued_invoice_id, organization_id, damaged_at) on electronic_files to engine_dashboard;
