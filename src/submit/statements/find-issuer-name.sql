-- The name of a chain's issuer: as an operator set it, else as AEAT took it last, else as the newest record has it. A natural person's must be the
-- census's, and one wrong name in a batch must not stop the records of all others (AEAT 4104). $1 chain
select coalesce(
  (select p.profile ->> 'name' from issuer_profiles p
   where p.organization_id = c.organization_id and p.issuer_nif = c.issuer_nif
   order by p.id desc limit 1),
  (select x.issuer_name
   from record_answers a
   join registration_records r on r.chain_id = a.chain_id and r.sequence = a.sequence
   join issued_invoices x on x.id = r.issued_invoice_id
   where a.chain_id = c.id and a.state <> 'rejected'
   order by a.sequence desc limit 1),
  (select x.issuer_name
   from registration_records r
   join issued_invoices x on x.id = r.issued_invoice_id
   where r.chain_id = c.id and r.sequence = c.sequence)) as name
from chains c
where c.id = $1
