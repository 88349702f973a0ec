-- name: beginAttempt
-- params: chainId, sendingUntil, nextAllowedAt
-- Begins an attempt. The waiting time is stored before the message is sent, so that it also applies
-- if the worker dies.
update remissions set attempt = attempt + 1, sending_until = $2, next_allowed_at = greatest(next_allowed_at, $3)
where chain_id = $1
returning attempt::float8 as attempt

-- name: endAttempt
-- params: chainId, attempt, waitSeconds, nextAllowedAt, failures, now, haltedReason?, excessiveSeconds?
-- Ends an attempt, unless another one has begun. If failures is 0, the incident is over; it delayed
-- all records that the chain has now. A chain that a comparison halted in the meantime stays
-- halted.
update remissions
set sending_until = null, wait_seconds = $3, excessive_wait_seconds = $8, next_allowed_at = $4, failures = $5,
    incident_sequence = case when $5 > 0 or incident_since is not null
                             then (select c.sequence from chains c where c.id = chain_id) else incident_sequence end,
    incident_since = case when $5 > 0 then coalesce(incident_since, $6) end,
    halted_at = case when $7::text is not null then $6::timestamptz else halted_at end, halted_reason = coalesce($7, halted_reason)
where chain_id = $1 and attempt = $2

-- name: extendAttempt
-- params: chainId, attempt, sendingUntil
-- Extends the lease of an attempt, unless another one has begun.
update remissions set sending_until = $3 where chain_id = $1 and attempt = $2

-- name: findIssuerName
-- params: chainId
-- not null: name
-- Finds the name of a chain's issuer: the one that an operator set, or else the one that AEAT last
-- accepted, or else that of the newest record. The name of a natural person must match the census,
-- and one wrong name in a batch must not block all other records (AEAT 4104).
select coalesce(
  (select p.profile ->> 'name' from issuer_profiles p
   where p.organization_id = c.organization_id and p.issuer_nif = c.issuer_nif
   order by p.id desc limit 1),
  (select x.issuer_name
   from record_answers a
   join registration_records r on r.chain_id = a.chain_id and r.sequence = a.sequence
   join issued_invoices x on x.id = r.issued_invoice_id
   where a.chain_id = c.id and a.state <> 'rejected'
   order by a.sequence desc limit 1),
  (select x.issuer_name
   from registration_records r
   join issued_invoices x on x.id = r.issued_invoice_id
   where r.chain_id = c.id and r.sequence = c.sequence)) as name
from chains c
where c.id = $1

-- name: finishSubmission
-- params: submissionId, now
-- Ends a submission whose records are all answered, and advances the remission of its chain past
-- them. If the answers came late, also ends the submission that replaced it. Updates no row while
-- an answer is missing.
with complete as (
  select s.id, s.chain_id, s.last_sequence
  from submissions s
  where s.id = $1 and s.last_sequence - s.first_sequence + 1 = (
    select count(*) from record_answers a
    where a.chain_id = s.chain_id and a.sequence between s.first_sequence and s.last_sequence)
), ended as (
  update submissions s set answered_at = $2
  from complete
  where s.chain_id = complete.chain_id and s.last_sequence <= complete.last_sequence
    and s.answered_at is null and s.superseded_at is null
)
update remissions m set remitted_sequence = greatest(m.remitted_sequence, complete.last_sequence)
from complete
where m.chain_id = complete.chain_id

-- name: hastenRemission
-- params: chainId
-- Allows the next message of a chain to be sent earlier (migrations/0005-remission.sql).
select (extract(epoch from hasten_remission($1)) * 1000)::float8 as at

-- name: insertAttempt
-- params: chainId, attempt, submissionId, startedAt, endedAt, outcome, reason?, code?, message?, httpStatus?, waitSeconds?, csv?, answer?
-- Inserts a finished attempt.
insert into submission_attempts
  (chain_id, attempt, submission_id, organization_id, started_at, ended_at, outcome, reason, code, message, http_status,
   wait_seconds, csv, answer)
select $1, $2, $3, organization_id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 from remissions where chain_id = $1

-- name: insertRecordAnswers
-- params: chainId, attempt, submissionId, now, sequences, states, codes[?], messages[?]
-- Stores answers. If a record already has an answer, it keeps it.
insert into record_answers (chain_id, attempt, submission_id, organization_id, answered_at, sequence, state, code, message)
select $1, $2, $3, m.organization_id, $4, n.*
from remissions m, unnest($5::bigint[], $6::text[], $7::int[], $8::text[]) as n
where m.chain_id = $1
on conflict do nothing

-- name: insertSubmission
-- params: chainId, firstSequence, lastSequence, hasIncident, request, createdAt
-- Inserts a submission of a range of a chain's records. hasIncident is whether its message has
-- Incidencia=S.
insert into submissions (organization_id, chain_id, first_sequence, last_sequence, has_incident, request, created_at)
select organization_id, chain_id, $2, $3, $4, $5, $6 from remissions where chain_id = $1
returning id::float8 as id

-- name: listConsulted
-- params: chainId, sequences
-- Returns the data of records that a query of AEAT's register needs.
select r.sequence::float8 as sequence,
       to_char(coalesce(x.operation_date, x.issue_date), 'YYYY-MM') as period,
       array(select c.installation_number from chains c
             where (c.organization_id, c.issuer_nif) = (x.organization_id, x.issuer_nif)) as "installationNumbers",
       array(select json_build_object('externalReference', l.chain_id || '-' || l.sequence, 'hash', l.hash) from registration_records l
             where l.issued_invoice_id = r.issued_invoice_id and (l.chain_id, l.sequence) > (r.chain_id, r.sequence)) as later
from registration_records r
cross join lateral (select a.* from issued_invoices a where a.id = r.issued_invoice_id limit 1) x
where r.chain_id = $1 and r.sequence = any ($2::bigint[])

-- name: listRemitted
-- params: chainId, first, last
-- not null: issuerNif, number, issueDate
-- Lists records of a chain with the identity that envelopes and answers use.
select r.sequence::float8 as sequence, r.kind, r.hash,
       r.xml, r.issued_invoice_id::float8 as "invoiceId",
       (extract(epoch from r.generated_at) * 1000)::float8 as "generatedAt",
       x.issuer_nif as "issuerNif", x.invoice_number as number, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate",
       exists (select from record_answers a where a.chain_id = r.chain_id and a.sequence = r.sequence) as "isAnswered",
       exists (select from corrections k where k.chain_id = r.chain_id and k.sequence = r.sequence) as "isCorrection"
from registration_records r
left join lateral (select i.* from issued_invoices i where i.id = r.issued_invoice_id limit 1) x on true
where r.chain_id = $1 and r.sequence between $2 and $3
order by r.sequence

-- name: lockRemission
-- params: chainId
-- Locks the remission of a chain until the transaction ends. Changes that others committed during
-- the wait are visible to the next statement, not to this one.
select from remissions where chain_id = $1 for update

-- name: readRemission
-- params: chainId, activeLineage?
-- not null: isKnownDatabase
-- Returns the state of the remission of a chain with its open submission.
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

-- name: readRequest
-- params: submissionId
-- Returns the compressed message of a submission.
select request from submissions where id = $1

-- name: resumeRemission
-- params: chainId, now
-- Resumes a halted chain. Its open envelope is built again.
with resumed as (
  update remissions set halted_at = null, halted_reason = null, failures = 0
  where chain_id = $1 and halted_at is not null
  returning chain_id
), superseded as (
  update submissions s set superseded_at = $2
  from resumed
  where s.chain_id = resumed.chain_id and s.answered_at is null and s.superseded_at is null
)
select from resumed

-- name: supersedeSubmission
-- params: submissionId, now
-- Marks a submission as replaced by another one.
update submissions set superseded_at = $2 where id = $1

-- name: listDueRemissions
-- params: now, most, fullEnvelope
-- Lists chains that may send records now or are to be compared with AEAT first. Organizations
-- alternate; within an organization, the chain that has waited longest comes first. A comparison
-- only waits for its own postponement.
select m.chain_id::float8 as "chainId", m.organization_id::float8 as "organizationId",
       (c.sequence - m.remitted_sequence)::float8 as records,
       (m.compare_since is null and coalesce(m.next_allowed_at > $1, false)) as "isFull"
from remissions m
join chains c on c.id = m.chain_id
where m.halted_at is null
  -- No lease and no postponement lasts a day: a later time was stored while the clock of the
  -- database was ahead.
  and case when m.compare_since is not null then m.compare_after is null or m.compare_after <= $1 or m.compare_after > $1 + interval '1 day'
      else c.sequence > m.remitted_sequence
           and (m.sending_until is null or m.sending_until <= $1 or m.sending_until > $1 + interval '1 day')
           and (m.next_allowed_at is null or m.next_allowed_at <= $1
                or (m.failures = 0 and c.sequence - m.remitted_sequence >= $3
                    and not exists (
                      select from submissions s
                      where s.chain_id = m.chain_id and s.answered_at is null and s.superseded_at is null)))
      end
order by row_number() over (partition by m.organization_id order by m.next_allowed_at nulls first), m.next_allowed_at nulls first
limit $2
