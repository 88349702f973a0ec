-- Holds the chains of some issuers until the transaction ends, always in the order of their NIFs, so that no two transactions
-- wait for each other. With each comes the newest profile of its issuer. What other tables say of a chain is as it was before the wait
-- for it: see read-issuability. Issuing holds those that are free first (nowait: issuing.ts; who may wait: src/issue/process-batch.ts).
-- Nobody changes a chain's key: envelopes and answers, which refer to it, are written meanwhile. $1 organization · $2 issuers' NIFs
select c.id::float8 as id, c.issuer_nif as "issuerNif", c.installation_number as "installationNumber",
       c.sequence::float8 as sequence, c.last_hash as "lastHash", c.last_invoice_number as "lastInvoiceNumber",
       to_char(c.last_issue_date, 'YYYY-MM-DD') as "lastIssueDate",
       (select p.id from issuer_profiles p
        where p.organization_id = $1 and p.issuer_nif = c.issuer_nif order by p.id desc limit 1)::float8 as "issuerProfileId",
       (select count(*) from chains s where s.organization_id = $1)::int as "chainsOfOrganization",
       (select m.remitted_sequence from remissions m where m.chain_id = c.id)::float8 as "remittedSequence"
from chains c
where c.organization_id = $1 and c.issuer_nif = any ($2::text[]) and c.retired_at is null
order by c.issuer_nif
for no key update of c
