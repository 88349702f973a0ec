-- An order to correct an invoice; no row where there is no such issued invoice, or one is open for it. $1 issued invoice · $2 wish · $3 recipient outside the census · $4 operator
-- $5 reason
insert into correction_orders (organization_id, issued_invoice_id, wish, is_recipient_outside_census, operator, reason)
select x.organization_id, x.id, $2, $3, $4, $5 from issued_invoices x where x.id = $1
on conflict (issued_invoice_id) where settled_at is null do nothing
returning id::float8 as id
