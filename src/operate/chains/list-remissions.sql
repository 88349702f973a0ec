-- How the remission of chains stands, for operators. $1 organization or null · $2 only so many that something is open in, those first that need a person; null: all
-- $3 only these chains; null: all
select m.chain_id::float8 as "chainId", m.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif",
       c.sequence::float8 as records, (c.sequence - m.remitted_sequence)::float8 as pending,
       (extract(epoch from m.next_allowed_at) * 1000)::float8 as "nextAllowedAt", (extract(epoch from m.sending_until) * 1000)::float8 as "sendingUntil",
       (extract(epoch from m.incident_since) * 1000)::float8 as "incidentSince", m.failures,
       (extract(epoch from m.halted_at) * 1000)::float8 as "haltedAt", m.halted_reason as "haltedReason", (extract(epoch from m.compare_since) * 1000)::float8 as "compareSince",
       (extract(epoch from m.compare_after) * 1000)::float8 as "compareAfter", c.retired_at is not null as "isRetired",
       (extract(epoch from p.generated_at) * 1000)::float8 as "pendingSince", last_try as "lastTry", m.wait_seconds as "waitSeconds",
       m.excessive_wait_seconds as "excessiveWaitSeconds", (extract(epoch from t.ended_at) * 1000)::float8 as "lastMessageAt"
from (
  select m.* from remissions m
  join chains c on c.id = m.chain_id
  where ($1::bigint is null or m.organization_id = $1) and ($3::bigint[] is null or m.chain_id = any ($3))
    and ($2::int is null or m.halted_at is not null or m.compare_since is not null or m.incident_since is not null or c.sequence > m.remitted_sequence)
  order by case when $2::int is null then 0 when m.halted_at is not null then 1 when m.incident_since is not null then 2 when m.compare_since is not null then 3 else 4 end,
           case when $2::int is null then 0 else m.remitted_sequence - c.sequence end, m.chain_id
  limit $2
) m
join chains c on c.id = m.chain_id
left join lateral (
  select r.generated_at from registration_records r
  where r.chain_id = m.chain_id and r.sequence = m.remitted_sequence + 1
  limit 1
) p on true
left join lateral (
  select case when m.incident_since is not null then
           json_build_object('at', extract(epoch from a.ended_at) * 1000, 'outcome', a.outcome, 'reason', a.reason, 'code', a.code,
                             'message', a.message) end as last_try, a.ended_at
  from submission_attempts a
  where a.chain_id = m.chain_id
  order by a.attempt desc
  limit 1
) t on true
order by case when $2::int is null then 0 when m.halted_at is not null then 1 when m.incident_since is not null then 2 when m.compare_since is not null then 3 else 4 end,
         case when $2::int is null then 0 else m.remitted_sequence - c.sequence end, m.chain_id
