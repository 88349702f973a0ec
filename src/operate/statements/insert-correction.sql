-- $1 organization · $2 issued invoice · $3 chain · $4 sequence · $5 kind · $6 reason · $7 operator · $8 now
insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
