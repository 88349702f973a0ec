-- The order for an invoice that is not carried out yet. $1 issued invoice
select o.id::float8 as id from correction_orders o where o.issued_invoice_id = $1 and o.settled_at is null
