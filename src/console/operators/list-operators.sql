-- Operators that were not removed, with the newest use of a session of theirs that has not ended.
select o.login, o.role, (extract(epoch from o.created_at) * 1000)::float8 as "createdAt",
       (select (extract(epoch from max(s.used_at)) * 1000)::float8 from operator_sessions s
        where s.operator_id = o.id and s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours') as "signedInAt"
from operators o
where o.removed_at is null
order by o.login
