-- The newest acknowledgement of each finding, at most $1
select distinct on (a.subject_id) a.subject_id::float8 as finding, a.operator, a.reason, (extract(epoch from a.at) * 1000)::float8 as at, (a.details ->> 'newestAt')::float8 as "newestAt"
from operator_acts a
where a.act = 'finding.acknowledge'
order by a.subject_id, a.at desc
limit $1
