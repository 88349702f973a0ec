-- How an order stands. $1 order
select o.id::float8 as id, o.organization_id::float8 as "organizationId", o.issued_invoice_id::float8 as "invoiceId", o.wish, o.operator, o.reason,
       (extract(epoch from o.ordered_at) * 1000)::float8 as "orderedAt", o.outcome, o.told
from correction_orders o
where o.id = $1
