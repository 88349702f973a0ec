-- Ends a batch; without an issued invoice there is nothing to render, nor is there where PDFs are printed on demand. $1 batch · $2 final status · $3 now · $4 whether any was issued
update batches b set status = $2, processed_at = $3, prints_on_demand = $4 and o.prints_on_demand,
       rendered_at = case when $4 and not o.prints_on_demand then null else $3::timestamptz end
from organizations o
where b.id = $1 and b.status = 'processing' and o.id = b.organization_id
returning b.prints_on_demand as "printsOnDemand"
