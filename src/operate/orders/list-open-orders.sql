-- Orders that are not carried out, the oldest first, with their age by the clock of the database. $1 at most
select o.id::float8 as id, o.issued_invoice_id::float8 as "invoiceId", o.wish, o.reason, o.is_recipient_outside_census as "isRecipientOutsideCensus",
       (extract(epoch from now() - o.ordered_at))::float8 as "ageSeconds"
from correction_orders o
where o.settled_at is null
order by o.id
limit $1
