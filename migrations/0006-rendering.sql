-- A render batch: one PDF with several invoices, as Chromium rendered them together. The PDF of each invoice is
-- extracted from it. Its bytes never change, only the place where they are stored.
create table render_batches (
  id bigserial,
  organization_id bigint not null,
  version smallint not null,
  sha256 bytea not null,
  content bytea,
  rendered_at timestamptz default now() not null,
  stored_on date,
  lost_at timestamptz,
  primary key (id),
  constraint render_batches_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint render_batches_lost_at_check check (lost_at is null or stored_on is not null),
  constraint render_batches_place_check check ((content is null) = (stored_on is not null)),
  constraint render_batches_version_check check (version >= 1)
) partition by range (id);
alter table render_batches alter column content set storage external;
create index render_batches_inside_index on render_batches (id)
  where stored_on is null;
create index render_batches_outside_index on render_batches (id)
  where stored_on is not null;
create index render_batches_stored_on_index on render_batches (stored_on, sha256)
  where stored_on is not null;

-- The PDF of an issued invoice. An annulled invoice has a second PDF, which shows the annulment.
create table pdfs (
  issued_invoice_id bigint,
  organization_id bigint not null,
  pages smallint not null,
  rendered_at timestamptz default now() not null,
  is_annulled boolean default false,
  render_batch_id bigint not null,
  primary key (issued_invoice_id, is_annulled),
  constraint pdfs_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices(id)
);

create function check_new_render_batch() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if sha256(new.content) <> new.sha256 then
    raise exception 'render batch %: its SHA-256 does not match its bytes', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function check_rendered_pdfs() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from stored s
    left join lateral (select q.organization_id from render_batches q where q.id = s.render_batch_id limit 1) q on true
    where q.organization_id is distinct from s.organization_id)
  then
    raise exception 'a PDF must be in a render batch of its organization' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_render_batch() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.version, new.sha256, new.rendered_at)
     is distinct from (old.id, old.organization_id, old.version, old.sha256, old.rendered_at)
     or (old.content is not null and sha256(old.content) <> old.sha256)
     or (new.content is not null and sha256(new.content) <> new.sha256)
  then
    raise exception 'update on render_batches is refused: only the place of the bytes can change'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function is_pdf_intact(render_batch bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
select coalesce(
  (select case when q.content is null then q.lost_at is null else sha256(q.content) = q.sha256 end from render_batches q where q.id = render_batch),
  true) $$;

create function move_render_batch_in(render_batch bigint, bytes bytea) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update render_batches p set content = bytes, stored_on = null, lost_at = null where p.id = render_batch and p.content is null and sha256(bytes) = p.sha256 returning true;
end;

create function move_render_batch_out(render_batch bigint, day date) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update render_batches p set content = null, stored_on = day where p.id = render_batch and sha256(p.content) = p.sha256 returning true;
end;

create function report_lost_render_batch(render_batch bigint) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update render_batches p set lost_at = now() where p.id = render_batch and p.stored_on is not null and p.lost_at is null returning true;
end;

-- Replaces a damaged PDF; other PDFs stay. Workers have no privilege to update the table.
create function renew_pdf(invoice bigint, annulled boolean, render_batch bigint, page_count smallint) returns boolean
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update pdfs p set render_batch_id = render_batch, pages = page_count, rendered_at = now()
  where p.issued_invoice_id = invoice and p.is_annulled = annulled and not is_pdf_intact(p.render_batch_id)
  returning true;
end;

create function tag_pdf(invoice bigint, render_batch_hash bytea, render_batch_version smallint) returns bytea language sql immutable as $$
select sha256(render_batch_hash || int2send(render_batch_version) || int8send(invoice)) $$;

create function guard_pdf() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.issued_invoice_id, new.organization_id, new.is_annulled) is distinct from (old.issued_invoice_id, old.organization_id, old.is_annulled)
     or is_pdf_intact(old.render_batch_id)
  then
    raise exception 'update on pdfs is refused: only a damaged PDF can be replaced'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger pdfs_check_insert after insert on pdfs referencing new table as stored for each statement
  execute function check_rendered_pdfs();
create trigger pdfs_check_update after update on pdfs referencing new table as stored for each statement
  execute function check_rendered_pdfs();
create trigger pdfs_guard before update on pdfs for each row execute function guard_pdf();
create trigger pdfs_refuse_delete before delete or truncate on pdfs for each statement execute function refuse_change();

create trigger render_batches_check_new before insert on render_batches for each row execute function check_new_render_batch();
create trigger render_batches_guard before update on render_batches for each row execute function guard_render_batch();
create trigger render_batches_refuse_delete before delete or truncate on render_batches for each statement execute function refuse_change();
