-- Whose work it is: the organizations with most of it, by what is to be issued and what came since a moment. $1 since · $2 rows of a kind that are looked at · $3 organizations at most
with unissued as (
  select organization_id, count(*) as batches, sum(invoices_count) as invoices
  from (select organization_id, invoices_count from batches where processed_at is null order by id limit $2) b
  group by organization_id
), unprinted as (
  select organization_id, sum(invoices_count) as invoices
  from (select organization_id, invoices_count from batches where processed_at is not null and rendered_at is null order by id limit $2) b
  group by organization_id
), arrived as (
  select organization_id, count(*) as batches, sum(invoices_count) as invoices
  from (select organization_id, invoices_count, received_at from batches order by id desc limit $2) b
  where received_at >= $1
  group by organization_id
), unsent as (
  select m.organization_id, sum(c.sequence - m.remitted_sequence) as records
  from remissions m
  join chains c on c.id = m.chain_id and c.sequence > m.remitted_sequence
  group by m.organization_id
)
select o.id::float8 as "organizationId", o.name, (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt", coalesce(u.batches, 0)::float8 as "openBatches", coalesce(u.invoices, 0)::float8 as "openInvoices",
       coalesce(p.invoices, 0)::float8 as "openPdfs", coalesce(s.records, 0)::float8 as "openRecords",
       coalesce(a.batches, 0)::float8 as "newBatches", coalesce(a.invoices, 0)::float8 as "newInvoices",
       (select coalesce(sum(invoices), 0) from arrived)::float8 as "allNewInvoices"
from organizations o
left join unissued u on u.organization_id = o.id
left join unprinted p on p.organization_id = o.id
left join arrived a on a.organization_id = o.id
left join unsent s on s.organization_id = o.id
where u.batches > 0 or p.invoices > 0 or a.batches > 0 or s.records > 0
order by coalesce(u.invoices, 0) + coalesce(p.invoices, 0) + coalesce(a.invoices, 0) desc, coalesce(s.records, 0) desc, o.id
limit $3
