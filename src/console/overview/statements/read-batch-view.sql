-- How a batch stands. No row: there is none. $1 batch
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", o.name as "organizationName", b.external_batch_id as "externalBatchId", b.status,
       b.invoices_count as invoices, (extract(epoch from b.received_at) * 1000)::float8 as "receivedAt",
       (extract(epoch from b.processed_at) * 1000)::float8 as "processedAt", (extract(epoch from b.rendered_at) * 1000)::float8 as "renderedAt", b.pdfs_on_demand as "pdfsOnDemand",
       (select count(*)::int from batch_invoices i
        where i.id between b.id * 1000 and b.id * 1000 + 999 and i.processing_error is not null and i.erased_at is null) as failed,
       (select count(*)::int from issued_invoices i where i.id between b.id * 1000 and b.id * 1000 + 999) as issued,
       (select count(*)::int from pdfs p where p.issued_invoice_id between b.id * 1000 and b.id * 1000 + 999 and not p.is_annulled) as pdfs,
       r.records, r.answered
from batches b
join organizations o on o.id = b.organization_id
cross join lateral (
  select count(*)::int as records, (count(*) filter (where r.sequence <= m.remitted_sequence))::int as answered
  from registration_records r
  left join remissions m on m.chain_id = r.chain_id
  where r.issued_invoice_id between b.id * 1000 and b.id * 1000 + 999
) r
where b.id = $1
