-- Whose a refused token or key is, and why it was refused; no row when nobody ever had it. $1 its hash · $2 now
select organization_id::float8 as "organizationId", reason as refusal from explain_refusal($1, $2) limit 1
