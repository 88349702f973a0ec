-- One record at a chain's head. $1 organization · $2 generated at · $3 kind · $4 chain · $5 sequence · $6 issued invoice · $7 previous hash
-- $8 hash · $9 XML
insert into registration_records
  (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash, xml)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
