-- Annulled invoices, of organizations that are not paused, that lack the PDF which says so; those that have it by now, or have it printed on demand, are noted as done. $1 now · $2 at most
with unrendered as (
  select k.id, k.organization_id, k.issued_invoice_id,
         b.pdfs_on_demand or exists (select from pdfs p where p.issued_invoice_id = k.issued_invoice_id and p.is_annulled) as is_rendered
  from corrections k
  join organizations o on o.id = k.organization_id and o.paused_at is null
  join batches b on b.id = k.issued_invoice_id / 1000
  where k.kind = 'anulacion' and k.rendered_at is null
  order by k.id
  limit $2
), done as (
  update corrections k set rendered_at = $1 from unrendered u where k.id = u.id and u.is_rendered and k.rendered_at is null
)
select distinct organization_id::float8 as "organizationId", issued_invoice_id::float8 as "issuedInvoiceId"
from unrendered
where not is_rendered
