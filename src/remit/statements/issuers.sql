-- name: findNameOfIssuer
-- params: organizationId, issuerNif, invoiceId
-- not null: name
-- Finds the name of an issuer: the one that an operator set, or else that of one of its invoices.
select coalesce(
  (select p.profile ->> 'name' from issuer_profiles p
   where p.organization_id = $1 and p.issuer_nif = $2
   order by p.id desc limit 1),
  (select x.issuer_name from issued_invoices x where x.id = $3)) as name

-- name: findIssuerOfChain
-- params: chainId
-- Finds the issuer of a chain.
select c.issuer_nif as "issuerNif" from chains c where c.id = $1

-- name: findChainOfIssuer
-- params: organizationId, issuerNif
-- Finds the chain of an issuer in an organization, the one in use if others are retired.
select c.id::float8 as "chainId" from chains c where c.organization_id = $1 and c.issuer_nif = $2 order by c.retired_at desc nulls first limit 1
