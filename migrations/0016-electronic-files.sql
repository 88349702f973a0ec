-- A signed electronic invoice, exactly as it is delivered: the time in its signature cannot be repeated. Formats without a signature are not stored,
-- because they are written from the document again. Append-only.
create table electronic_files (
  issued_invoice_id bigint,
  format text,
  organization_id bigint not null,
  -- The version of the writer.
  version smallint not null,
  -- Compressed with zstd.
  content bytea not null,
  -- SHA-256 of the file before compression.
  sha256 bytea not null,
  signed_at timestamptz not null,
  primary key (issued_invoice_id, format),
  constraint electronic_files_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices(id),
  constraint electronic_files_sha256_check check (length(sha256) = 32),
  constraint electronic_files_version_check check (format = 'facturae' and version >= 1)
);
alter table electronic_files alter column content set storage external;

-- Why an invoice could not be signed when a client last asked for it. Workers delete the row a minute later, or when they next clean up. The table is
-- unlogged, because the next request finds the reason again.
create unlogged table signing_refusals (
  issued_invoice_id bigint,
  organization_id bigint not null,
  reason text not null,
  detail text,
  refused_at timestamptz default now() not null,
  primary key (issued_invoice_id),
  constraint signing_refusals_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices(id)
);

create function check_new_electronic_files() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from inserted i
    left join issued_invoices x on x.id = i.issued_invoice_id
    where x.organization_id is distinct from i.organization_id)
  then
    raise exception 'an electronic file must belong to the organization of its invoice' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger electronic_files_check_new after insert on electronic_files referencing new table as inserted for each statement
  execute function check_new_electronic_files();
create trigger electronic_files_refuse_delete before delete or truncate on electronic_files for each statement
  execute function refuse_change();
create trigger electronic_files_refuse_update before update on electronic_files for each statement
  execute function refuse_change();

alter table electronic_files enable row level security;
alter table electronic_files force row level security;
create policy every_organization on electronic_files to engine_worker using (true);
create policy own_organization on electronic_files to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on electronic_files for select to engine_reader using (true);
grant insert, select on electronic_files to engine_worker;
grant select on electronic_files to engine_ingress;

alter table signing_refusals enable row level security;
alter table signing_refusals force row level security;
create policy every_organization on signing_refusals to engine_worker using (true);
create policy own_organization on signing_refusals to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on signing_refusals for select to engine_reader using (true);
grant delete, insert, select, update (reason, detail, refused_at) on signing_refusals to engine_worker;
grant select on signing_refusals to engine_ingress;
