-- How the remission of chains stands, for operators. $1 organization or null
select m.chain_id::float8 as "chainId", m.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif",
       c.sequence::float8 as records, (c.sequence - m.remitted_sequence)::float8 as pending,
       (extract(epoch from m.next_allowed_at) * 1000)::float8 as "nextAllowedAt", (extract(epoch from m.sending_until) * 1000)::float8 as "sendingUntil",
       (extract(epoch from m.incident_since) * 1000)::float8 as "incidentSince", m.failures,
       (extract(epoch from m.halted_at) * 1000)::float8 as "haltedAt", m.halted_reason as "haltedReason", (extract(epoch from m.compare_since) * 1000)::float8 as "compareSince",
       (extract(epoch from m.compare_after) * 1000)::float8 as "compareAfter", c.retired_at is not null as "isRetired",
       last_try as "lastTry"
from remissions m
join chains c on c.id = m.chain_id
left join lateral (
  select json_build_object('at', extract(epoch from a.ended_at) * 1000, 'outcome', a.outcome, 'reason', a.reason, 'code', a.code,
                           'message', a.message) as last_try
  from submission_attempts a
  where a.chain_id = m.chain_id and m.incident_since is not null
  order by a.attempt desc
  limit 1
) t on true
where $1::bigint is null or m.organization_id = $1
order by m.chain_id
