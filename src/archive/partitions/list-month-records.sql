-- The records of the invoices of some batches, with AEAT's answers. $1, $2 the first batch and where they end
select r.organization_id::float8 as "organizationId", r.chain_id::float8 as "chainId", c.installation_number as "installationNumber",
       r.sequence::float8 as sequence, r.kind, r.issued_invoice_id::float8 as "invoiceId", x.issuer_nif as "issuerNif", x.invoice_number as number,
       x.issue_date::text as "issueDate", x.total::text as total, r.previous_hash as "previousHash", r.hash,
       a.state, a.code, a.message, s.csv, to_json(a.answered_at) #>> '{}' as "answeredAt", r.xml
from registration_records r
join chains c on c.id = r.chain_id
join issued_invoices x on x.id = r.issued_invoice_id
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join submission_attempts s on s.chain_id = a.chain_id and s.attempt = a.attempt
where r.issued_invoice_id >= $1::bigint * 1000 and r.issued_invoice_id < $2::bigint * 1000
order by r.organization_id, r.chain_id, r.sequence
