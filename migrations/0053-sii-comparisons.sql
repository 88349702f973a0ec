-- Comparisons of the book that AEAT keeps for an issuer in SII with the entries of the engine, and what AEAT says about the books of recipients.

-- Adds an act to the list of those that can be recorded.
do $$
declare
  known text := (
    select string_agg(quote_literal(word[1]), ', ')
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_.]+)''', 'g') as words (word)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass);
begin
  alter table operator_acts drop constraint operator_acts_act_check;
  execute format('alter table operator_acts add constraint operator_acts_act_check check (act in (%s, ''register.compare'')) not valid', known);
end $$;

-- A comparison of one period of an issuer, page by page. The last one of a period is kept.
create table sii_comparisons (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  fiscal_year smallint not null,
  period varchar(2) not null,
  started_at timestamptz not null,
  -- The last invoice of the last page that is stored, after which AEAT continues (ClavePaginacion).
  page_number text,
  page_date date,
  pages integer default 0 not null,
  -- Number of invoices in the book so far.
  invoices integer default 0 not null,
  -- No other worker asks for a page until this time.
  asking_until timestamptz,
  failures integer default 0 not null,
  next_allowed_at timestamptz,
  ended_at timestamptz,
  -- Why it was given up.
  failure text,
  only_in_book integer default 0 not null,
  only_in_engine integer default 0 not null,
  differing integer default 0 not null,
  primary key (id),
  constraint sii_comparisons_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint sii_comparisons_period_check check (period ~ '^(0[1-9]|1[0-2]|[1-4]T)$'),
  constraint sii_comparisons_page_check check ((page_number is null) = (page_date is null)),
  constraint sii_comparisons_failure_check check (failure is null or ended_at is not null)
);
create unique index sii_comparisons_open_unique on sii_comparisons (organization_id, issuer_nif, fiscal_year, period) where ended_at is null;
create unique index sii_comparisons_last_unique on sii_comparisons (organization_id, issuer_nif, fiscal_year, period) where ended_at is not null;

-- The entries of the engine that the book has shown to a comparison that has not ended.
create table sii_compared (
  comparison_id bigint,
  issued_invoice_id bigint,
  organization_id bigint not null,
  primary key (comparison_id, issued_invoice_id),
  constraint sii_compared_comparison_id_foreign foreign key (comparison_id) references sii_comparisons(id) on delete cascade
);

-- What a comparison found, at most 1,000 of each kind.
create table sii_differences (
  comparison_id bigint,
  kind varchar(14),
  issue_date date,
  invoice_number text,
  organization_id bigint not null,
  -- Null if the engine has no such entry.
  issued_invoice_id bigint,
  -- What the engine and the book have: a state, a total or a CSV.
  ours text,
  theirs text,
  primary key (comparison_id, kind, issue_date, invoice_number),
  constraint sii_differences_comparison_id_foreign foreign key (comparison_id) references sii_comparisons(id) on delete cascade,
  constraint sii_differences_kind_check check (kind in ('only_in_book', 'only_in_engine', 'state', 'total', 'csv'))
);

-- What AEAT found when it compared an entry with the book of the recipient (EstadoCuadre), whenever that was another result. Append-only.
create table sii_matching (
  issued_invoice_id bigint,
  seen_at timestamptz,
  organization_id bigint not null,
  state varchar(16) not null,
  -- TimestampEstadoCuadre.
  matched_at timestamptz,
  -- DatosDescuadreContraparte: the sums of the recipient's book.
  reverse_charge_base numeric(14, 2),
  base numeric(14, 2),
  tax numeric(14, 2),
  surcharge numeric(14, 2),
  total numeric(14, 2),
  primary key (issued_invoice_id, seen_at),
  constraint sii_matching_issued_invoice_id_foreign foreign key (issued_invoice_id) references sii_entries(issued_invoice_id),
  constraint sii_matching_state_check check (state in ('not_applicable', 'in_progress', 'not_matched', 'partly_matched', 'matched'))
);
create trigger sii_matching_refuse_change before update or delete or truncate on sii_matching for each statement execute function refuse_change();
create constraint trigger sii_comparisons_require_act after insert on sii_comparisons
  deferrable initially deferred for each row when (current_user = 'engine_operator') execute function require_act('organization_id', 'register.compare');

alter table sii_comparisons enable row level security;
alter table sii_comparisons force row level security;
alter table sii_compared enable row level security;
alter table sii_compared force row level security;
alter table sii_differences enable row level security;
alter table sii_differences force row level security;
alter table sii_matching enable row level security;
alter table sii_matching force row level security;
create policy every_organization on sii_comparisons to engine_operator, engine_worker using (true);
create policy overview on sii_comparisons for select to engine_dashboard using (true);
create policy whole_table on sii_comparisons for select to engine_reader using (true);
create policy every_organization on sii_compared to engine_worker using (true);
create policy whole_table on sii_compared for select to engine_reader using (true);
create policy every_organization on sii_differences to engine_operator, engine_worker using (true);
create policy whole_table on sii_differences for select to engine_reader using (true);
create policy every_organization on sii_matching to engine_operator, engine_worker using (true);
create policy own_organization on sii_matching for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on sii_matching for select to engine_reader using (true);

grant select (id, organization_id, issuer_nif, fiscal_year, period, started_at, pages, invoices, failures, next_allowed_at, ended_at, failure,
  only_in_book, only_in_engine, differing) on sii_comparisons to engine_dashboard;
grant insert, select on sii_comparisons to engine_operator;
grant insert, select, update, delete on sii_comparisons to engine_worker;
grant usage on sequence sii_comparisons_id_seq to engine_operator, engine_worker;
grant insert, select, delete on sii_compared to engine_worker;
grant select on sii_differences to engine_operator;
grant insert, select, delete on sii_differences to engine_worker;
grant select on sii_matching to engine_ingress, engine_operator;
grant insert, select on sii_matching to engine_worker;
