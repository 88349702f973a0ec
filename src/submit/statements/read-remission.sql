-- Where the remission of a chain stands, with its open submission. $1 chain · $2 lineage in use, or null
select m.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif",
       m.remitted_sequence::float8 as "remittedSequence", c.sequence::float8 as sequence,
       m.wait_seconds as "waitSeconds", m.excessive_wait_seconds as "excessiveWaitSeconds", m.failures,
       (extract(epoch from m.next_allowed_at) * 1000)::float8 as "nextAllowedAt",
       (extract(epoch from m.sending_until) * 1000)::float8 as "sendingUntil",
       m.incident_since is not null as "hasIncident", m.incident_sequence::float8 as "incidentSequence",
       m.halted_reason as "haltedReason",
       m.compare_since is not null as "isCompared", is_database_in_use($2) as "isKnownDatabase",
       exists (select from submissions b where b.chain_id = m.chain_id and b.first_sequence = m.remitted_sequence + 1) as "wasSubmitted",
       s.id::float8 as "openId", s.first_sequence::float8 as "openFirst", s.last_sequence::float8 as "openLast",
       s.has_incident as "openHasIncident"
from remissions m
join chains c on c.id = m.chain_id
left join submissions s on s.chain_id = m.chain_id and s.answered_at is null and s.superseded_at is null
where m.chain_id = $1
