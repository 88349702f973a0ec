-- An invoice whose preview a client waits for. The request that inserts a row erases its contents before it answers, and workers delete the row
-- later. The table is unlogged, because nothing of it is kept.
create unlogged table previews (
  id bigserial,
  organization_id bigint not null,
  requested_at timestamptz default now() not null,
  document jsonb not null,
  pdf bytea,
  failure text,
  primary key (id),
  constraint previews_organization_id_foreign foreign key (organization_id) references organizations(id)
);
-- A standby that is promoted cannot read an unlogged sequence, which skip_lost_ids advances.
alter sequence previews_id_seq set logged;
alter table previews enable row level security;
alter table previews force row level security;
create policy every_organization on previews to engine_worker using (true);
create policy own_organization on previews to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on previews for select to engine_reader using (true);
grant usage on sequence previews_id_seq to engine_ingress;
grant insert, select, update (document, pdf, failure) on previews to engine_ingress;
grant select, update (pdf, failure), delete on previews to engine_worker;
