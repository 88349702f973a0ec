-- An issuer to which an operator has bound an organization is refused to all others that are not bound to it as well (ops/adr/0066). An ingress sees
-- only the rows of its organization, so a function tells it how others stand to an issuer, and nothing of their numbers or names.
create index organizations_issuer_nifs_index on organizations using gin (issuer_nifs);
create policy issuers_of_others on organizations for select to engine_monitor using (true);
create policy issuers_of_others on chains for select to engine_monitor using (true);
grant select (id, issuer_nifs) on organizations to engine_monitor;
grant select (organization_id, issuer_nif, retired_at) on chains to engine_monitor;
grant select (issuer_nifs) on organizations to engine_dashboard;
grant execute on function current_organizations() to engine_monitor;

-- Returns the issuers that another organization than the current one is bound to (is_bound) or issues for. Omits those to which the current one is
-- bound: an operator decided that it may issue for them.
create function find_issuers_of_others(nifs text[]) returns table (nif text, is_bound boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select n.nif, other.is_bound
    from unnest(nifs) as n (nif)
    cross join lateral (
      select exists (
        select from public.organizations o
        where o.issuer_nifs @> array[n.nif] and o.id <> all (public.current_organizations())) as is_bound
    ) other
    where not exists (
        select from public.organizations o where o.id = any (public.current_organizations()) and n.nif = any (o.issuer_nifs))
      and (other.is_bound or exists (
        select from public.chains c
        where c.issuer_nif = n.nif and c.retired_at is null and c.organization_id <> all (public.current_organizations())));
end $$;
revoke execute on function find_issuers_of_others(text[]) from public;
grant execute on function find_issuers_of_others(text[]) to engine_ingress;
grant create on schema public to engine_monitor;
alter function find_issuers_of_others(text[]) owner to engine_monitor;
revoke create on schema public from engine_monitor;
