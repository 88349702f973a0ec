-- What a query to AEAT's register needs of some records. $1 chain · $2 sequences
select r.sequence::float8 as sequence,
       to_char(coalesce(x.operation_date, x.issue_date), 'YYYY-MM') as period,
       array(select c.installation_number from chains c
             where (c.organization_id, c.issuer_nif) = (x.organization_id, x.issuer_nif)) as "installationNumbers",
       array(select json_build_object('externalReference', l.chain_id || '-' || l.sequence, 'hash', l.hash) from registration_records l
             where l.issued_invoice_id = r.issued_invoice_id and (l.chain_id, l.sequence) > (r.chain_id, r.sequence)) as later
from registration_records r
cross join lateral (select a.* from issued_invoices a where a.id = r.issued_invoice_id limit 1) x
where r.chain_id = $1 and r.sequence = any ($2::bigint[])
