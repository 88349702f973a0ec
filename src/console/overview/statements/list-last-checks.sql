-- When a backup was made and the chains were verified last, by whom. $1 acts
select k.act, (extract(epoch from a.at) * 1000)::float8 as at, a.operator, a.details
from unnest($1::text[]) k (act)
cross join lateral (select o.at, o.operator, o.details from operator_acts o where o.act = k.act order by o.at desc limit 1) a
