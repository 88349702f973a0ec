-- Why PDFs of a batch are not printed before somebody asks; null: they are. $1 organization · $2 batch
select case when o.paused_at is not null then 'paused' when b.pdfs_on_demand then 'on_demand' end as why
from organizations o
left join batches b on b.id = $2
where o.id = $1
