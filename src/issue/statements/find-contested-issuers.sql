-- Issuers for whom somebody in the installation issues in the other way: with VeriFactu, as any record shows for ever, or without, in an organization that
-- may still issue for them (ops/adr/0020). $1 NIFs · $2 whether the organization that asks issues with VeriFactu
select n.nif
from unnest($1::text[]) as n (nif)
where case
  when $2 then exists (
    select from chains c
    join organizations o on o.id = c.organization_id and not o.verifactu and coalesce(n.nif = any (o.issuer_nifs), true)
    where c.issuer_nif = n.nif
      and exists (select from issued_invoices x where x.organization_id = o.id and x.issuer_nif = n.nif))
  else exists (select from chains c where c.issuer_nif = n.nif and c.sequence > 0)
end
