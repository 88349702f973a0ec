-- An issued invoice. It is immutable and has the id of its batch invoice.
create table issued_invoices (
  id bigint,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  invoice_number varchar(60) not null,
  issue_date date not null,
  total numeric(14,2) not null,
  issuer_profile_id bigint,
  qr_url text,
  issued_at timestamptz not null,
  invoice_type varchar(2) not null,
  issuer_name text not null,
  operation_date date,
  document_bytes integer not null,
  rectified_invoice_id bigint,
  issue_year smallint generated always as ((date_part('year'::text, issue_date))::smallint) stored not null,
  number_key varchar(60) generated always as (upper(((invoice_number)::text collate "C"))) stored not null,
  primary key (id),
  constraint issued_invoices_number_unique unique (organization_id, issuer_nif, number_key, issue_year, invoice_number),
  constraint issued_invoices_issuer_profile_id_foreign foreign key (issuer_profile_id) references issuer_profiles(id)
) with (toast_tuple_target=8160);
create index issued_invoices_rectified on issued_invoices (rectified_invoice_id)
  where rectified_invoice_id is not null;

-- A document block: the documents of the issued invoices at up to 64 consecutive positions of a batch. Append-only.
create table document_blocks (
  batch_id bigint,
  organization_id bigint not null,
  occupancy bigint not null,
  part smallint,
  codec smallint not null,
  sha256 bytea not null,
  content bytea not null,
  primary key (batch_id, part),
  constraint document_blocks_part_check check (part >= 0 and part <= 15),
  constraint document_blocks_occupancy_check check (occupancy <> 0),
  constraint document_blocks_sha256_check check (length(sha256) = 32)
) partition by range (batch_id);
alter table document_blocks alter column content set storage external;

-- The head of a chain of registration records. An organization has one chain per issuer that is not retired. A
-- transaction that appends a record locks this row and updates it.
create table chains (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  installation_number varchar(100) not null,
  sequence bigint default '0'::bigint not null,
  last_hash varchar(64),
  last_invoice_number varchar(60),
  last_issue_date date,
  created_at timestamptz default now() not null,
  retired_at timestamptz,
  primary key (id),
  constraint chains_installation_number_unique unique (installation_number),
  constraint chains_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint chains_head_check check ((sequence = 0) = (last_hash is null) and (last_hash is null) = (last_invoice_number is
    null) and (last_hash is null) = (last_issue_date is null)),
  constraint chains_sequence_check check (sequence >= 0)
);
create index chains_issuer_nif_index on chains (issuer_nif);
create unique index chains_organization_id_issuer_nif_unique on chains (organization_id, issuer_nif)
  where retired_at is null;

-- A registro de facturación, which is a record of a chain. Append-only. A trigger checks that it continues its chain.
create table registration_records (
  chain_id bigint,
  sequence bigint,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  kind varchar(10) not null,
  previous_hash varchar(64),
  hash varchar(64) not null,
  xml text,
  generated_at timestamptz not null,
  primary key (chain_id, sequence),
  constraint registration_records_hash_check check (octet_length(hash) = 64 and hash !~ '[^0-9A-F]'),
  constraint registration_records_kind_check check (kind in ('alta', 'anulacion')),
  constraint registration_records_sequence_check check ((sequence = 1) = (previous_hash is null) and sequence >= 1)
) with (toast_tuple_target=8160);
create index registration_records_issued_invoice_id_index on registration_records (issued_invoice_id);

-- A record block: the first registration records of the invoices at up to 64 consecutive positions of a batch. Append-only.
create table record_blocks (
  batch_id bigint,
  organization_id bigint not null,
  occupancy bigint not null,
  part smallint,
  codec smallint not null,
  sha256 bytea not null,
  content bytea not null,
  primary key (batch_id, part),
  constraint record_blocks_part_check check (part >= 0 and part <= 15),
  constraint record_blocks_occupancy_check check (occupancy <> 0),
  constraint record_blocks_sha256_check check (length(sha256) = 32)
) partition by range (batch_id);
alter table record_blocks alter column content set storage external;

create function check_document_literals() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from (
      select i.id / 1000 as batch_id, i.id % 1000 / 64 as part, i.organization_id
      from inserted i group by 1, 2, 3) n
    left join lateral (
      select a.organization_id, a.occupancy from document_blocks a where a.batch_id = n.batch_id and a.part = n.part limit 1) p on true
    where p.organization_id is distinct from n.organization_id
       or not (select bit_or(1::bigint << (x.id % 1000 % 64)::int) = p.occupancy and count(*) = bit_count(p.occupancy::bit(64))
               from issued_invoices x where x.id between n.batch_id * 1000 + n.part * 64 and n.batch_id * 1000 + least(n.part * 64 + 63, 999)))
  then
    raise exception 'the document of an issued invoice must be in the literal block of its part of the batch' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- Compares the invoices of each part of a batch, which has 64 positions, as one bit mask. This needs one lookup per
-- part instead of one per invoice (ops/adr/0003). The checks of literals and of registration records do the same.
create function check_new_issued_invoices() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from (
      select i.organization_id, i.id / 1000, i.id % 1000 / 64, min(i.id) as first_id, max(i.id) as last_id, bit_or(1::bigint << (i.id % 1000 % 64)::int) as issued
      from inserted i group by 1, 2, 3) n
    where n.issued is distinct from n.issued & (
      select bit_or(1::bigint << (b.id % 1000 % 64)::int) filter (where b.organization_id = n.organization_id and b.processing_error is null)
      from batch_invoices b where b.id between n.first_id and n.last_id))
  then
    raise exception 'an issued invoice must come from an unfailed batch invoice of its organization'
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function check_new_literal_blocks() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from inserted i
    left join lateral (select a.organization_id from batches a where a.id = i.batch_id limit 1) b on true
    where b.organization_id is distinct from i.organization_id)
  then
    raise exception 'a literal block must belong to a batch of its organization' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- The transaction that issues holds a lock on the chain of the issuer, so that no other transaction replaces the same
-- invoice at the same time. An annulled F3 replaces nothing.
create function check_new_rectifications() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
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
    raise exception 'a simplified invoice can be replaced only once' using errcode = 'unique_violation';
  end if;
  return null;
end $$;

-- The previous record of most records is in the same statement. Invoices are read between the first and the last one of
-- a chain in a part, so that a batch with many issuers reads no more rows than with single lookups.
create function check_new_registration_records() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from (
      select r.chain_id, r.sequence, r.previous_hash, lag(r.sequence) over chain as sequence_before, lag(r.hash) over chain as hash_before
      from inserted r window chain as (partition by r.chain_id order by r.sequence)) n
    where n.sequence > 1 and n.previous_hash is distinct from
      case when n.sequence_before = n.sequence - 1 then n.hash_before
           else (select r.hash from registration_records r where r.chain_id = n.chain_id and r.sequence = n.sequence - 1) end)
  then
    raise exception 'a registration record must continue its chain' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from (
      select r.organization_id, r.chain_id, r.issued_invoice_id / 1000, r.issued_invoice_id % 1000 / 64,
             min(r.issued_invoice_id) as first_id, max(r.issued_invoice_id) as last_id, bit_or(1::bigint << (r.issued_invoice_id % 1000 % 64)::int) as registered
      from inserted r group by 1, 2, 3, 4) n
    left join lateral (select h.* from chains h where h.id = n.chain_id limit 1) c on true
    where c.organization_id is distinct from n.organization_id
       or n.registered is distinct from n.registered & (
         select bit_or(1::bigint << (x.id % 1000 % 64)::int) filter (where x.organization_id = c.organization_id and x.issuer_nif = c.issuer_nif)
         from issued_invoices x where x.id between n.first_id and n.last_id))
  then
    raise exception 'a registration record must belong to an issued invoice of its chain''s organization and issuer'
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function check_record_literals() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from inserted where xml is null) then
    return null;
  end if;
  if exists (select from inserted i where i.xml is null and i.kind <> 'alta')
     or exists (
       select from (
         select i.issued_invoice_id / 1000 as batch_id, i.issued_invoice_id % 1000 / 64 as part, i.organization_id
         from inserted i where i.xml is null group by 1, 2, 3) n
       left join lateral (
         select a.organization_id, a.occupancy from record_blocks a where a.batch_id = n.batch_id and a.part = n.part limit 1) p on true
       where p.organization_id is distinct from n.organization_id
          or not (select bit_or(1::bigint << (x.issued_invoice_id % 1000 % 64)::int) = p.occupancy and count(*) = bit_count(p.occupancy::bit(64))
                  from registration_records x where x.issued_invoice_id between n.batch_id * 1000 + n.part * 64 and n.batch_id * 1000 + least(n.part * 64 + 63, 999) and x.xml is null))
  then
    raise exception 'the XML of a registration record must be in its row, or in the literal block of its part of the batch'
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_chain() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.issuer_nif, new.installation_number)
     is distinct from (old.id, old.organization_id, old.issuer_nif, old.installation_number)
     or old.retired_at is not null
  then
    raise exception 'chain %: its identity cannot change, and a retired chain cannot change at all', old.id using errcode = 'restrict_violation';
  end if;
  if new.retired_at is not null
     and (new.sequence, new.last_hash, new.last_invoice_number, new.last_issue_date)
         is not distinct from (old.sequence, old.last_hash, old.last_invoice_number, old.last_issue_date)
  then
    return new;
  end if;
  if new.retired_at is not null
     or new.sequence <= old.sequence
     or not exists (
       select from registration_records
       where chain_id = new.id and sequence = new.sequence and hash = new.last_hash)
  then
    raise exception 'chain %: its head can only move forward to its last record', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create constraint trigger chains_require_act_update after update of retired_at on chains
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'chain.renew');
create trigger chains_guard before update on chains for each row execute function guard_chain();
create trigger chains_refuse_delete before delete or truncate on chains for each statement execute function refuse_change();

create trigger document_blocks_check_new after insert on document_blocks referencing new table as inserted for each statement
  execute function check_new_literal_blocks();
create trigger document_blocks_refuse_delete before delete or truncate on document_blocks for each statement
  execute function refuse_change();
create trigger document_blocks_refuse_update before update on document_blocks for each statement execute function refuse_change();

create trigger issued_invoices_check_literals after insert on issued_invoices referencing new table as inserted for each statement
  execute function check_document_literals();
create trigger issued_invoices_check_new after insert on issued_invoices referencing new table as inserted for each statement
  execute function check_new_issued_invoices();
create trigger issued_invoices_check_rectifications after insert on issued_invoices referencing new table as inserted for each statement
  execute function check_new_rectifications();
create trigger issued_invoices_refuse_delete before delete or truncate on issued_invoices for each statement
  execute function refuse_change();
create trigger issued_invoices_refuse_update before update on issued_invoices for each statement
  execute function refuse_change();

create trigger record_blocks_check_new after insert on record_blocks referencing new table as inserted for each statement
  execute function check_new_literal_blocks();
create trigger record_blocks_refuse_delete before delete or truncate on record_blocks for each statement
  execute function refuse_change();
create trigger record_blocks_refuse_update before update on record_blocks for each statement execute function refuse_change();

create trigger registration_records_check_literals after insert on registration_records referencing new table as inserted for each statement
  execute function check_record_literals();
create trigger registration_records_check_new after insert on registration_records referencing new table as inserted for each statement
  execute function check_new_registration_records();
create trigger registration_records_refuse_delete before delete or truncate on registration_records for each statement
  execute function refuse_change();
create trigger registration_records_refuse_update before update on registration_records for each statement
  execute function refuse_change();
