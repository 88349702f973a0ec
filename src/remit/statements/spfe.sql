-- name: listUnwrittenSpfe
-- params: organizationId, issuerNif, most
-- type: channel SpfeChannel from src/contracts/spfe.ts
-- type: profile IssuerDetails from src/contracts/issuer-profile.ts
-- Locks deliveries of which no contents are written, or not those of a version that somebody ordered, and lists what these consist of beside the
-- documents.
with unwritten as (
  (select a.issued_invoice_id, a.version from spfe_deliveries a
   where a.organization_id = $1 and a.issuer_nif = $2 and a.version = 0 and a.state in ('prepared', 'pending')
   order by a.issued_invoice_id
   limit $3)
  union all
  (select a.issued_invoice_id, a.version
   from spfe_orders o
   join spfe_deliveries a on a.issued_invoice_id = o.issued_invoice_id and a.version = o.version and a.issuer_nif = $2 and a.state in ('pending', 'uncertain')
   where o.organization_id = $1 and o.version is not null
     and not exists (select from spfe_versions v where v.issued_invoice_id = o.issued_invoice_id and v.version = o.version)
   order by o.id
   limit $3)
)
select d.issued_invoice_id::float8 as "invoiceId", d.channel, p.profile - 'logo' as profile, x.qr_url as "qrUrl"
from unwritten u
join spfe_deliveries d on d.issued_invoice_id = u.issued_invoice_id and d.version = u.version and d.state in ('prepared', 'pending', 'uncertain')
join issued_invoices x on x.id = d.issued_invoice_id
left join issuer_profiles p on p.id = x.issuer_profile_id
order by d.issued_invoice_id
limit $3
for no key update of d skip locked

-- name: insertSpfeVersions
-- params: organizationId, now, invoiceIds, areCopies, contents, sizes, sha256s
-- Stores the first contents of deliveries, or those of the version that somebody ordered.
with added as (
  insert into spfe_versions (issued_invoice_id, version, organization_id, is_copy, xml, size, sha256, ordered_by, reason, created_at)
  select n.id, greatest(d.version, 1), $1, n.is_copy, n.xml, n.size, n.sha256, o.ordered_by, o.reason, $2::timestamptz
  from unnest($3::bigint[], $4::boolean[], $5::bytea[], $6::int[], $7::bytea[]) as n (id, is_copy, xml, size, sha256)
  join spfe_deliveries d on d.issued_invoice_id = n.id
  left join spfe_orders o on o.issued_invoice_id = d.issued_invoice_id and o.version = d.version
)
update spfe_deliveries d set version = 1 from unnest($3::bigint[]) as n (id) where d.issued_invoice_id = n.id and d.version = 0

-- name: blockSpfeDeliveries
-- params: invoiceIds, rules, messages, spanishMessages
-- Blocks deliveries whose invoices cannot be expressed, with the rule and its text.
update spfe_deliveries d set state = 'blocked', rule = n.rule, message = n.message, message_es = n.message_es
from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as n (id, rule, message, message_es)
where d.issued_invoice_id = n.id

-- fragment: isHeldByAnnulment
exists (
  select from corrections k
  where k.issued_invoice_id = d.issued_invoice_id and k.kind = 'anulacion'
    and not exists (
      select from spfe_orders o where o.issued_invoice_id = d.issued_invoice_id and o.action = 'resend' and o.ordered_at >= k.created_at))

-- name: createSpfeIssuer
-- params: organizationId, issuerNif
-- Creates the state of the sending of an issuer's deliveries, unless it exists.
insert into spfe_issuers (organization_id, issuer_nif) values ($1, $2) on conflict do nothing

-- name: lockSpfeIssuer
-- params: organizationId, issuerNif, activeLineage?
-- not null: isKnownDatabase
-- Locks the sending of an issuer's deliveries until the transaction ends.
select s.failures, (1000 * extract(epoch from s.next_allowed_at))::float8 as "nextAllowedAt", s.halted_reason as "haltedReason",
       s.must_compare as "mustCompare", is_database_in_use($3) as "isKnownDatabase"
from spfe_issuers s
where s.organization_id = $1 and s.issuer_nif = $2
for update of s

-- name: listLapsedSpfeRequests
-- params: organizationId, issuerNif, now
-- type: service SpfeService from src/contracts/spfe.ts
-- Lists requests without an answer whose lease has ended, except lists.
select q.id::float8 as id, q.service, (1000 * extract(epoch from q.sending_until))::float8 as "sendingUntil"
from spfe_requests q
where q.organization_id = $1 and q.issuer_nif = $2 and q.ended_at is null and q.sending_until <= $3 and q.service <> 'list'
order by q.id
for no key update of q

-- name: countSpfeSending
-- params: organizationId, issuerNif, now
-- Counts the requests that are under way now.
select count(*) filter (where q.issuer_nif = $2)::int as "ofIssuer", count(*)::int as "ofOrganization"
from spfe_requests q
where q.organization_id = $1 and q.ended_at is null and q.sending_until > $3

-- name: takeUncertainSpfe
-- params: organizationId, issuerNif, now, most, mostBytes
-- Locks deliveries and messages that AEAT is asked about before they are sent again: one for each invoice, its delivery first, up to a size of the
-- deliveries.
with waiting as (
  select d.issued_invoice_id, d.version, null::bigint as message_id, v.size
  from spfe_deliveries d
  join spfe_versions v on v.issued_invoice_id = d.issued_invoice_id and v.version = d.version
  where d.organization_id = $1 and d.issuer_nif = $2 and d.state = 'uncertain' and (d.not_before is null or d.not_before <= $3)
  order by d.not_before nulls first, d.issued_invoice_id
  limit $4
  for no key update of d skip locked
), told as (
  select m.issued_invoice_id, null::integer as version, m.id as message_id, 0 as size
  from spfe_messages m
  where m.organization_id = $1 and m.issuer_nif = $2 and m.state = 'uncertain' and (m.not_before is null or m.not_before <= $3)
    and not exists (
      select from spfe_messages o
      where o.issued_invoice_id = m.issued_invoice_id and o.id < m.id and o.state in ('sending', 'uncertain'))
    and not exists (
      select from spfe_deliveries d where d.issued_invoice_id = m.issued_invoice_id and d.state in ('pending', 'sending', 'uncertain'))
  order by m.not_before nulls first, m.id
  limit $4
  for no key update of m skip locked
), every as (
  select w.*, row_number() over (order by w.message_id nulls first, w.issued_invoice_id) as place,
         sum(w.size) over (order by w.message_id nulls first, w.issued_invoice_id) as bytes
  from (select * from waiting union all select * from told) w
  where not exists (select from spfe_members f where f.issued_invoice_id = w.issued_invoice_id and f.answered_at is null)
)
select e.issued_invoice_id::float8 as "invoiceId", e.version, e.message_id::float8 as "messageId"
from every e
where e.place <= $4 and (e.bytes <= $5 or e.place = 1)
order by e.place

-- name: takeSpfeMessages
-- params: organizationId, issuerNif, now, most, kinds
-- Marks messages of some kinds as sent, one for each invoice that the SPFE has, in the order in which they were requested. One that was in two
-- requests that were refused as a whole is sent alone. A withdrawal marks its delivery, too.
with waiting as (
  select m.id, m.issued_invoice_id, m.faults
  from spfe_messages m
  join spfe_deliveries d on d.issued_invoice_id = m.issued_invoice_id
  where m.organization_id = $1 and m.issuer_nif = $2 and m.state = 'pending' and m.is_sendable and m.kind = any ($5::text[]) and (m.not_before is null or m.not_before <= $3)
    and d.state in ('admitted', 'withdrawing')
    and not exists (
      select from spfe_messages o
      where o.issued_invoice_id = m.issued_invoice_id and (o.state in ('sending', 'uncertain') or o.state = 'pending' and o.id < m.id))
    and not exists (select from spfe_members f where f.issued_invoice_id = m.issued_invoice_id and f.answered_at is null)
  order by m.requested_at, m.id
  limit $4
  for no key update of m, d skip locked
), first as (
  select w.id, w.faults from waiting w order by w.id limit 1
), taken as (
  select w.* from waiting w cross join first f where case when f.faults >= 2 then w.id = f.id else w.faults < 2 end
), withdrawing as (
  update spfe_deliveries d set state = 'withdrawing'
  from taken t join spfe_messages m on m.id = t.id
  where d.issued_invoice_id = t.issued_invoice_id and m.kind = 'CANCELINVOICE' and d.state = 'admitted'
)
update spfe_messages m set state = 'sending'
from taken t
where m.id = t.id
returning m.id::float8 as "messageId", m.issued_invoice_id::float8 as "invoiceId"

-- name: takeSpfeDeliveries
-- params: organizationId, issuerNif, now, most, mostBytes
-- type: state SpfeState from src/contracts/spfe.ts
-- Marks deliveries of one kind, originals or copies, as sent, up to a size, those that have waited longest first. One that was in two requests that
-- were refused as a whole is sent alone. One whose invoice is annulled is held, unless somebody ordered afterwards that it is sent.
with waiting as (
  select d.issued_invoice_id, d.version, d.faults, v.size, v.is_copy
  from spfe_deliveries d
  -- The limit keeps the planner from reading all versions.
  cross join lateral (
    select n.size, n.is_copy from spfe_versions n where n.issued_invoice_id = d.issued_invoice_id and n.version = d.version limit 1) v
  where d.organization_id = $1 and d.issuer_nif = $2 and d.state = 'pending' and d.version > 0 and (d.not_before is null or d.not_before <= $3)
    and v.is_copy = (d.channel = 'copy')
    and not exists (select from spfe_members f where f.issued_invoice_id = d.issued_invoice_id and f.answered_at is null)
  order by d.issued_invoice_id
  limit $4
  for no key update of d skip locked
), first as (
  select w.issued_invoice_id, w.faults, w.is_copy from waiting w order by w.issued_invoice_id limit 1
), counted as (
  select w.*, sum(w.size) over (order by w.issued_invoice_id) as bytes, w.issued_invoice_id = f.issued_invoice_id as is_first
  from waiting w cross join first f
  where w.is_copy = f.is_copy and case when f.faults >= 2 then w.issued_invoice_id = f.issued_invoice_id else w.faults < 2 end
)
update spfe_deliveries d
set state = case when
-- include: isHeldByAnnulment
      then 'held' else 'sending' end
from counted c
where d.issued_invoice_id = c.issued_invoice_id and (c.bytes <= $5 or c.is_first)
returning d.issued_invoice_id::float8 as "invoiceId", d.version, d.state

-- name: insertSpfeRequest
-- params: organizationId, issuerNif, service, createdAt, sendingUntil, invoiceIds, versions[?], messageIds[?]
-- Inserts a request with its members.
with added as (
  insert into spfe_requests (organization_id, issuer_nif, service, members, created_at, sending_until)
  values ($1, $2, $3, cardinality($6::bigint[]), $4, $5)
  returning id
), lines as (
  insert into spfe_members (request_id, ordinal, organization_id, issued_invoice_id, version, message_id)
  select a.id, n.ordinal, $1, n.invoice, n.version, n.message
  from added a, unnest($6::bigint[], $7::int[], $8::bigint[]) with ordinality as n (invoice, version, message, ordinal)
)
select id::float8 as id from added

-- name: listSpfeMembers
-- params: requestId
-- type: kind SpfeMessageKind from src/contracts/spfe.ts
-- Lists the members of a request without an answer: by what AEAT identifies them, what they say, and what earlier requests with them tell. The end of
-- the last request that sent one is null if none did. The CSV is that of the last version that AEAT admitted; messages of the kind count since then.
select m.ordinal, m.issued_invoice_id::float8 as "invoiceId", d.issuer_nif as "issuerNif", d.invoice_number as number,
       to_char(d.issue_date, 'YYYY-MM-DD') as "issueDate", x.issuer_name as "issuerName", m.version, v.is_copy as "isCopy", v.sha256,
       m.message_id::float8 as "messageId", g.kind, to_char(g.effective_on, 'YYYY-MM-DD') as "effectiveOn", to_char(g.due_on, 'YYYY-MM-DD') as "dueOn",
       g.is_financed as "isFinanced", to_char(g.goods_received_on, 'YYYY-MM-DD') as "goodsReceivedOn",
       to_char(g.invoice_received_on, 'YYYY-MM-DD') as "invoiceReceivedOn",
       case when m.message_id is null then d.faults else g.faults end as faults, case when m.message_id is null then d.code else g.code end as code,
       (1000 * extract(epoch from s.sent_at))::float8 as "sentAt", s.csvs, s.localizadors,
       d.csv as "admittedCsv", (
         select count(*)::int from spfe_messages e
         where e.issued_invoice_id = m.issued_invoice_id and e.kind = g.kind and e.state = 'accepted'
           and not exists (
             select from spfe_messages w
             where w.issued_invoice_id = e.issued_invoice_id and w.kind = 'CANCELINVOICE' and w.state = 'accepted' and w.id > e.id)) as "acceptedBefore"
from spfe_members m
join spfe_deliveries d on d.issued_invoice_id = m.issued_invoice_id
join issued_invoices x on x.id = m.issued_invoice_id
left join spfe_versions v on v.issued_invoice_id = m.issued_invoice_id and v.version = m.version
left join spfe_messages g on g.id = m.message_id
cross join lateral (
  select max(coalesce(q.ended_at, q.sending_until)) as sent_at, coalesce(array_agg(q.csv) filter (where q.csv is not null), '{}') as csvs,
         coalesce(array_agg(o.localizador) filter (where o.localizador is not null), '{}') as localizadors
  from spfe_members o
  join spfe_requests q on q.id = o.request_id
  where o.issued_invoice_id = m.issued_invoice_id and q.service in ('send', 'cancel', 'report')
    and (o.version, o.message_id) is not distinct from (m.version, m.message_id)) s
where m.request_id = $1 and m.answered_at is null
order by m.ordinal

-- name: listSpfeContents
-- params: requestId
-- Returns the contents of the deliveries in a request, in the order of its members.
select v.issued_invoice_id::float8 as "invoiceId", v.xml as content, v.sha256
from spfe_members m
join spfe_versions v on v.issued_invoice_id = m.issued_invoice_id and v.version = m.version
where m.request_id = $1
order by m.ordinal

-- name: keepSpfeBody
-- params: requestId, body?, sha256
-- Stores what a request sends, before it is sent.
update spfe_requests set body = $2, sha256 = $3 where id = $1

-- name: keepSpfeAnswer
-- params: requestId, code?, message?, csv?, answer?, answerSha256?
-- Stores what AEAT answered, before anything follows from it. Updates no row if another worker ended the request meanwhile.
update spfe_requests set code = $2, message = $3, csv = $4, answer = $5, answer_sha256 = $6 where id = $1 and ended_at is null

-- name: lockSpfeRequest
-- params: requestId
-- Locks a request that has not ended. Returns no row if it has.
select q.id::float8 as id from spfe_requests q where q.id = $1 and q.ended_at is null for no key update of q

-- name: settleSpfeMembers
-- params: requestId, now, ordinals, verdicts, codes[?], messages[?], localizadors[?]
-- Stores what became of the members of a request.
update spfe_members m
set verdict = n.verdict, code = n.code, message = n.message, localizador = n.localizador, answered_at = $2
from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) as n (ordinal, verdict, code, message, localizador)
where m.request_id = $1 and m.ordinal = n.ordinal and m.answered_at is null

-- name: settleSpfeDeliveries
-- params: now, invoiceIds, states, csvs[?], localizadors[?], codes[?], messages[?], faults, notBefore[?]
-- Moves deliveries to the states that follow from an answer. One that would wait although its invoice was annulled is held,
-- unless somebody ordered afterwards that it is sent.
update spfe_deliveries d
set state = case
      when n.state = 'pending' and d.state = 'uncertain'
        and
-- include: isHeldByAnnulment
        then 'held'
      else n.state end,
    csv = coalesce(n.csv, d.csv), localizador = coalesce(n.localizador, d.localizador), code = n.code, message = n.message,
    answered_at = case when n.state in ('admitted', 'rejected', 'conflict') then $1 else d.answered_at end, faults = d.faults + n.faults,
    not_before = n.not_before
from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::timestamptz[])
  as n (id, state, csv, localizador, code, message, faults, not_before)
where d.issued_invoice_id = n.id and d.state in ('sending', 'uncertain')

-- name: settleSpfeMessages
-- params: now, messageIds, states, csvs[?], codes[?], messages[?], faults, notBefore[?]
-- Moves messages to the states that follow from an answer, and deliveries with the answer to their withdrawal.
with settled as (
  update spfe_messages m
  set state = n.state, csv = coalesce(n.csv, m.csv), code = n.code, message = n.message,
      answered_at = case when n.state in ('accepted', 'rejected') then $1 else m.answered_at end, faults = m.faults + n.faults, not_before = n.not_before
  from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::timestamptz[])
    as n (id, state, csv, code, message, faults, not_before)
  where m.id = n.id and m.state in ('sending', 'uncertain')
  returning m.kind, m.issued_invoice_id, m.state, m.code, m.message
)
update spfe_deliveries d
set state = case s.state when 'accepted' then 'withdrawn' else 'admitted' end, answered_at = $1
from settled s
where s.kind = 'CANCELINVOICE' and s.state in ('accepted', 'rejected') and d.issued_invoice_id = s.issued_invoice_id and d.state = 'withdrawing'

-- name: endSpfeRequest
-- params: requestId, now, outcome, code?, message?
-- Ends a request whose members are answered, or that has none. The code and the text that were stored with its answer remain.
update spfe_requests set ended_at = $2, outcome = $3, code = coalesce(code, $4), message = coalesce(message, $5) where id = $1 and ended_at is null

-- name: settleSpfeIssuer
-- params: organizationId, issuerNif, failures, nextAllowedAt?, now, haltedReason?
-- Sets when the next request of an issuer may be sent. A halt that another worker caused remains.
update spfe_issuers
set failures = $3, next_allowed_at = $4, halted_at = case when $6::text is null then halted_at else coalesce(halted_at, $5) end,
    halted_reason = coalesce(halted_reason, $6)
where organization_id = $1 and issuer_nif = $2

-- name: noteUnaskedSpfe
-- params: organizationId, issuerNif, now, issueDates, numbers, details
-- Notes answers about documents that were not sent.
insert into spfe_differences (organization_id, issuer_nif, issue_date, invoice_number, kind, details, found_at)
select $1, $2, n.issue_date, n.number, 'unasked', n.details, $3
from unnest($4::date[], $5::text[], $6::text[]) as n (issue_date, number, details)
on conflict (organization_id, issuer_nif, issue_date, invoice_number, kind) do update set details = excluded.details

-- name: listDueSpfe
-- params: now, most, sends
-- Lists issuers whose deliveries have no contents, or may be sent or looked up now, with their number up to 600, which fill more requests than an issuer
-- may have at AEAT. However many wait, it reads no more. Without a transport nothing is sent.
with recursive unwritten as (
  (select a.organization_id, a.issuer_nif from spfe_deliveries a where a.version = 0 and a.state in ('prepared', 'pending') order by 1, 2 limit 1)
  union all
  select n.* from unwritten l cross join lateral (
    select a.organization_id, a.issuer_nif from spfe_deliveries a
    where a.version = 0 and a.state in ('prepared', 'pending') and (a.organization_id, a.issuer_nif) > (l.organization_id, l.issuer_nif)
    order by 1, 2 limit 1) n
), written as (
  (select a.organization_id, a.issuer_nif from spfe_deliveries a where a.version > 0 and a.state = 'pending' order by 1, 2 limit 1)
  union all
  select n.* from written l cross join lateral (
    select a.organization_id, a.issuer_nif from spfe_deliveries a
    where a.version > 0 and a.state = 'pending' and (a.organization_id, a.issuer_nif) > (l.organization_id, l.issuer_nif)
    order by 1, 2 limit 1) n
), uncertain as (
  (select a.organization_id, a.issuer_nif from spfe_deliveries a where a.state = 'uncertain' order by 1, 2 limit 1)
  union all
  select n.* from uncertain l cross join lateral (
    select a.organization_id, a.issuer_nif from spfe_deliveries a
    where a.state = 'uncertain' and (a.organization_id, a.issuer_nif) > (l.organization_id, l.issuer_nif)
    order by 1, 2 limit 1) n
), told as (
  (select m.organization_id, m.issuer_nif from spfe_messages m where m.state = 'pending' and m.is_sendable order by 1, 2 limit 1)
  union all
  select n.* from told l cross join lateral (
    select m.organization_id, m.issuer_nif from spfe_messages m
    where m.state = 'pending' and m.is_sendable and (m.organization_id, m.issuer_nif) > (l.organization_id, l.issuer_nif)
    order by 1, 2 limit 1) n
), doubted as (
  (select m.organization_id, m.issuer_nif from spfe_messages m where m.state = 'uncertain' order by 1, 2 limit 1)
  union all
  select n.* from doubted l cross join lateral (
    select m.organization_id, m.issuer_nif from spfe_messages m
    where m.state = 'uncertain' and (m.organization_id, m.issuer_nif) > (l.organization_id, l.issuer_nif)
    order by 1, 2 limit 1) n
), issuers as (
  select organization_id, issuer_nif, true as is_local from unwritten
  union select organization_id, issuer_nif, false from written where $3::boolean
  union select organization_id, issuer_nif, false from uncertain where $3::boolean
  union select organization_id, issuer_nif, false from told where $3::boolean
  union select organization_id, issuer_nif, false from doubted where $3::boolean
  union select q.organization_id, q.issuer_nif, false from spfe_requests q
        where $3::boolean and q.ended_at is null and q.sending_until <= $1 and q.service <> 'list'
), open as (
  select i.organization_id, i.issuer_nif, s.next_allowed_at, bool_or(i.is_local) as is_unwritten,
         bool_or(s.halted_at is null and not coalesce(s.must_compare, false) and (s.next_allowed_at is null or s.next_allowed_at <= $1))
           and $3::boolean as sends
  from issuers i
  left join spfe_issuers s on s.organization_id = i.organization_id and s.issuer_nif = i.issuer_nif
  group by 1, 2, 3
), counted as (
  -- The order of an index, from the first row of the issuer on, keeps the planner from searching a whole table for it.
  select o.organization_id, o.issuer_nif, o.next_allowed_at, n.deliveries
  from open o
  cross join lateral (
    select count(*) as deliveries from (
      (select a.organization_id, a.issuer_nif from spfe_deliveries a
       where o.is_unwritten and (a.organization_id, a.issuer_nif) >= (o.organization_id, o.issuer_nif) and a.version = 0 and a.state in ('prepared', 'pending')
       order by a.organization_id, a.issuer_nif, a.issued_invoice_id
       limit 600)
      union all
      (select a.organization_id, a.issuer_nif from spfe_deliveries a
       where o.sends and (a.organization_id, a.issuer_nif) >= (o.organization_id, o.issuer_nif) and a.version > 0 and a.state = 'pending'
         and (a.not_before is null or a.not_before <= $1)
       order by a.organization_id, a.issuer_nif, a.issued_invoice_id
       limit 600)
      union all
      (select a.organization_id, a.issuer_nif from spfe_deliveries a
       where o.sends and (a.organization_id, a.issuer_nif) >= (o.organization_id, o.issuer_nif) and a.state = 'uncertain'
         and (a.not_before is null or a.not_before <= $1)
       order by a.organization_id, a.issuer_nif, a.not_before
       limit 600)
      union all
      (select m.organization_id, m.issuer_nif from spfe_messages m
       where o.sends and (m.organization_id, m.issuer_nif) >= (o.organization_id, o.issuer_nif) and m.state = 'pending' and m.is_sendable
         and (m.not_before is null or m.not_before <= $1)
       order by m.organization_id, m.issuer_nif, m.requested_at
       limit 600)
      union all
      (select m.organization_id, m.issuer_nif from spfe_messages m
       where o.sends and (m.organization_id, m.issuer_nif) >= (o.organization_id, o.issuer_nif) and m.state = 'uncertain'
         and (m.not_before is null or m.not_before <= $1)
       order by m.organization_id, m.issuer_nif, m.not_before
       limit 600)
      union all
      (select q.organization_id, q.issuer_nif from spfe_requests q
       where o.sends and q.organization_id = o.organization_id and q.issuer_nif = o.issuer_nif and q.ended_at is null and q.sending_until <= $1
         and q.service <> 'list'
       limit 600)) w
    where (w.organization_id, w.issuer_nif) = (o.organization_id, o.issuer_nif)) n
  where n.deliveries > 0
)
select d.organization_id::float8 as "organizationId", c.id::float8 as "chainId", least(d.deliveries, 600)::float8 as deliveries
from counted d
cross join lateral (
  select h.id from chains h
  where h.organization_id = d.organization_id and h.issuer_nif = d.issuer_nif
  order by h.retired_at desc nulls first limit 1) c
order by row_number() over (partition by d.organization_id order by coalesce(d.next_allowed_at, 'epoch')), d.organization_id, c.id
limit $2
