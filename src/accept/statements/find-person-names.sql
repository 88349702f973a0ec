-- The names of an organization's issuers, as messages to AEAT have them (find-issuer-name): as an operator set them, else as AEAT took them last. $1 organization · $2 NIFs
select n.nif, s.name is not null as "isSet", coalesce(
  s.name,
  (select x.issuer_name
   from chains c
   cross join lateral (
     select a.sequence from record_answers a
     where a.chain_id = c.id and a.state <> 'rejected'
     order by a.sequence desc limit 1) taken
   join registration_records r on r.chain_id = c.id and r.sequence = taken.sequence
   join issued_invoices x on x.id = r.issued_invoice_id
   where c.organization_id = $1 and c.issuer_nif = n.nif and c.retired_at is null)) as name
from unnest($2::text[]) as n (nif)
left join lateral (
  select p.profile ->> 'name' as name from issuer_profiles p
  where p.organization_id = $1 and p.issuer_nif = n.nif
  order by p.id desc limit 1) s on true
