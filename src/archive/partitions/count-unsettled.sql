-- What is not done of a month. $1, $2 its first batch and where they end · $3, $4 its first render batch and where they end
select
  (select count(*) from batches b where b.id >= $1 and b.id < $2 and (b.processed_at is null or b.rendered_at is null))::float8 as batches,
  (select count(*) from registration_records r
   join chains c on c.id = r.chain_id and c.retired_at is null
   where r.issued_invoice_id >= $1::bigint * 1000 and r.issued_invoice_id < $2::bigint * 1000
     and not exists (select from record_answers a where a.chain_id = r.chain_id and a.sequence = r.sequence))::float8 as unanswered,
  (select count(*) from (
     select distinct on (r.issued_invoice_id) a.state from registration_records r
     join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
     where r.issued_invoice_id >= $1::bigint * 1000 and r.issued_invoice_id < $2::bigint * 1000
     order by r.issued_invoice_id, r.chain_id desc, r.sequence desc) newest
   where newest.state = 'rejected')::float8 as refused,
  (select count(*) from render_batches q where q.id >= $3 and q.id < $4 and q.lost_at is not null)::float8 as lost
