-- Waits for organizations that issue for these issuers in the other way, with VeriFactu or without, and holds them off until the transaction ends. Organizations
-- that issue in the same way do not wait for each other. Two that begin at once in both ways wait for each other: PostgreSQL ends one of them, which comes
-- again. $1 NIFs · $2 whether the organization that asks issues with VeriFactu
select from chains c
join organizations o on o.id = c.organization_id and o.verifactu <> $2
where c.issuer_nif = any ($1::text[])
order by c.id
for share of c
