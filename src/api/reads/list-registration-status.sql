-- How the registration of an organization's issuers stands: chains and remissions, a row each, and one look into an index for everything else, however many records there are. A chain that was
-- retired still sends what it has. $1 organization · $2 issuer's NIF or null · $3 most issuers
select c.issuer_nif, sum(c.sequence - m.remitted_sequence - o.answered)::float8 as pending,
       to_char(min(p.generated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as oldest_pending_at,
       to_char(max(a.answered_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_answer_at,
       to_char(min(w.since) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as incident_since,
       (array_agg(json_build_object('haltedReason', m.halted_reason, 'isCompared', m.compare_since is not null,
                                    'outcome', t.outcome, 'reason', t.reason, 'code', t.code, 'message', t.message)
                  order by w.since) filter (where w.since is not null))[1] as cause
from (
  select c.id, c.issuer_nif, c.sequence from chains c
  where c.organization_id = $1 and c.issuer_nif in (
    select distinct n.issuer_nif from chains n
    where n.organization_id = $1 and ($2::text is null or n.issuer_nif = $2)
    order by n.issuer_nif
    limit $3)
) c
join remissions m on m.chain_id = c.id
cross join lateral (select least(m.incident_since, m.halted_at, m.compare_since) as since) w
-- Of the message that is open, which has at most 1000 records, some may be answered.
cross join lateral (
  select count(*) as answered from record_answers a
  where a.chain_id = c.id and a.sequence > m.remitted_sequence and a.sequence <= m.remitted_sequence + 1000) o
left join lateral (
  select r.generated_at from registration_records r
  where r.chain_id = c.id and r.sequence > m.remitted_sequence
    and not exists (select from record_answers a where a.chain_id = r.chain_id and a.sequence = r.sequence)
  order by r.sequence
  limit 1) p on true
left join lateral (
  select a.answered_at from record_answers a where a.chain_id = c.id order by a.sequence desc limit 1) a on true
left join lateral (
  select s.outcome, s.reason, s.code, s.message from submission_attempts s
  where s.chain_id = c.id and m.incident_since is not null
  order by s.attempt desc
  limit 1) t on true
group by c.issuer_nif
order by c.issuer_nif
