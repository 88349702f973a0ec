-- name: orderComparisons
-- params: organizationId, issuerNif, fiscalYears, periods, now
-- Begins comparisons of periods of an issuer, unless one of the same period is under way.
insert into sii_comparisons (organization_id, issuer_nif, fiscal_year, period, started_at)
select $1, $2, p.year, p.period, $5 from unnest($3::int[], $4::text[]) as p (year, period)
on conflict do nothing
returning id::float8 as id, fiscal_year as "fiscalYear", period

-- fragment: periodsOfEntries
-- The periods with entries, found one after another in the index on periods, whatever the number of entries.
with recursive periods as (
  (select e.organization_id, e.issuer_nif, e.fiscal_year, e.period from sii_entries e order by 1, 2, 3, 4 limit 1)
  union all
  select n.* from periods p
  cross join lateral (
    select e.organization_id, e.issuer_nif, e.fiscal_year, e.period
    from sii_entries e
    where (e.organization_id, e.issuer_nif, e.fiscal_year, e.period) > (p.organization_id, p.issuer_nif, p.fiscal_year, p.period)
    order by 1, 2, 3, 4 limit 1) n
), dated as (
  select p.*, case when p.period like '%T' then make_date(p.fiscal_year, 3 * left(p.period, 1)::int, 1) else make_date(p.fiscal_year, p.period::int, 1) end
              + interval '1 month' as ends
  from periods p
)

-- name: orderNightlyComparisons
-- params: night, ended, now, most
-- Begins comparisons of the periods that ended after a day, and of those of which the last comparison found differences or was given up, unless
-- one began since the night did. Those of a halted issuer wait until it is resumed.
-- include: periodsOfEntries
insert into sii_comparisons (organization_id, issuer_nif, fiscal_year, period, started_at)
select d.organization_id, d.issuer_nif, d.fiscal_year, d.period, $3::timestamptz
from dated d
where (d.ends > $2::date or exists (
    select from sii_comparisons l
    where (l.organization_id, l.issuer_nif, l.fiscal_year, l.period) = (d.organization_id, d.issuer_nif, d.fiscal_year, d.period)
      and l.ended_at is not null and (l.failure is not null or l.only_in_book + l.only_in_engine + l.differing > 0)))
  and not exists (
    select from sii_comparisons c
    where (c.organization_id, c.issuer_nif, c.fiscal_year, c.period) = (d.organization_id, d.issuer_nif, d.fiscal_year, d.period)
      and (c.ended_at is null or c.started_at >= $1))
  and not exists (
    select from sii_issuers s where (s.organization_id, s.issuer_nif) = (d.organization_id, d.issuer_nif) and s.halted_at is not null)
order by d.ends desc, d.organization_id, d.issuer_nif
limit $4
on conflict do nothing

-- name: listPeriodsToCompare
-- params: organizationId, issuerNif, ended
-- Lists the periods of an issuer that ended after a day and have entries.
-- include: periodsOfEntries
select d.fiscal_year as "fiscalYear", d.period from dated d
where d.organization_id = $1 and d.issuer_nif = $2 and d.ends > $3::date
order by d.ends

-- name: findFirstEntry
-- params: organizationId, issuerNif
-- Finds an entry of an issuer.
select e.issued_invoice_id::float8 as "invoiceId" from sii_entries e where e.organization_id = $1 and e.issuer_nif = $2 limit 1

-- name: listDueComparisons
-- params: now, most
-- Lists comparisons of which the next page may be asked for, those of few pages first.
select c.id::float8 as "comparisonId", c.organization_id::float8 as "organizationId"
from sii_comparisons c
where c.ended_at is null and (c.asking_until is null or c.asking_until <= $1) and (c.next_allowed_at is null or c.next_allowed_at <= $1)
  and not exists (
    select from sii_issuers s where (s.organization_id, s.issuer_nif) = (c.organization_id, c.issuer_nif) and s.halted_at is not null)
order by c.pages, c.id
limit $2

-- name: lockBookComparison
-- params: comparisonId, now, activeLineage?
-- not null: isKnownDatabase
-- Locks a comparison until the transaction ends.
select c.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif", c.fiscal_year as "fiscalYear", c.period, c.pages, c.failures,
       c.page_number as "pageNumber", to_char(c.page_date, 'YYYY-MM-DD') as "pageDate",
       (1000 * extract(epoch from c.asking_until))::float8 as "askingUntil", (1000 * extract(epoch from c.next_allowed_at))::float8 as "nextAllowedAt",
       c.ended_at is not null as "isEnded", is_database_in_use($3) as "isKnownDatabase",
       exists (
         select from sii_comparisons o
         where o.organization_id = c.organization_id and o.id <> c.id and o.ended_at is null and o.asking_until > $2) as "isOtherAsking",
       exists (
         select from sii_issuers s
         where (s.organization_id, s.issuer_nif) = (c.organization_id, c.issuer_nif) and s.halted_at is not null) as "isHalted",
       (select e.issued_invoice_id::float8 from sii_entries e where e.organization_id = c.organization_id and e.issuer_nif = c.issuer_nif limit 1) as "invoiceId"
from sii_comparisons c
where c.id = $1
for no key update of c

-- name: askBookComparison
-- params: comparisonId, askingUntil
-- Marks that a worker asks for the next page.
update sii_comparisons set asking_until = $2 where id = $1

-- name: storeComparedPage
-- params: comparisonId, page, now, nextNumber?, nextDate?, numbers, issueDates, states, totals[?], csvs[?], matchings[?], matchedAt[?], reverseChargeBases[?], bases[?], taxes[?], surcharges[?], sums[?], mostOfKind
-- Compares a page of the book with the entries of the engine, and stores what differs and what AEAT found in the books of recipients. Entries that
-- changed since the comparison began, or that AEAT has not answered, are not compared. Does nothing if the page is stored already.
with moved as (
  update sii_comparisons c
  set pages = c.pages + 1, invoices = c.invoices + cardinality($6::text[]), page_number = $4, page_date = $5::date, failures = 0,
      next_allowed_at = null, asking_until = null
  where c.id = $1 and c.pages = $2 and c.ended_at is null
  returning c.id, c.organization_id, c.issuer_nif, c.started_at
), shown as (
  select m.id as comparison_id, m.organization_id as own, m.issuer_nif, m.started_at, b.*
  from moved m
  cross join unnest($6::text[], $7::text[]::date[], $8::text[], $9::text[]::numeric[], $10::text[], $11::text[], $12::text[], $13::text[]::numeric[],
                    $14::text[]::numeric[], $15::text[]::numeric[], $16::text[]::numeric[], $17::text[]::numeric[])
    as b (number, day, state, total, csv, matching, matched_at, reverse_charge_base, base, tax, surcharge, sum)
), issuers as (
  select distinct c.organization_id from chains c join moved m on c.issuer_nif = m.issuer_nif
), found as materialized (
  select s.*, e.organization_id, e.issued_invoice_id, e.state as ours, e.csv as own_csv, e.version, e.kind,
         coalesce(e.answered_at < s.started_at, false) as is_settled
  from shown s
  left join lateral (
    select n.*
    from issuers o
    join issued_invoices x on x.organization_id = o.organization_id and x.issuer_nif = s.issuer_nif
      and x.number_key = upper(s.number collate "C") collate "default" and x.issue_year = extract(year from s.day)::smallint and x.invoice_number = s.number
    join sii_entries n on n.issued_invoice_id = x.id
    where x.issue_date = s.day
    order by n.organization_id = s.own desc limit 1) e on true
), compared as (
  insert into sii_compared (comparison_id, issued_invoice_id, organization_id)
  select f.comparison_id, f.issued_invoice_id, f.organization_id from found f where f.organization_id = f.own
  on conflict do nothing
), judged as (
  select f.comparison_id, f.own, f.day, f.number, f.issued_invoice_id, d.*
  from found f
  left join sii_versions v on v.issued_invoice_id = f.issued_invoice_id and v.version = f.version
  cross join lateral (
    select 'only_in_book' as kind, null::text as ours, f.state as theirs
    where f.issued_invoice_id is null and f.state <> 'withdrawn'
    union all
    select 'state', f.ours, f.state
    where f.is_settled and (f.ours in ('accepted', 'accepted_with_errors', 'withdrawn') or f.ours = 'rejected' and f.kind = 'A0')
      and f.ours <> f.state and not (f.ours = 'rejected' and f.state = 'withdrawn')
    union all
    select 'total', o.total::text, f.total::text
    from (select substring(v.record from '<sii:ImporteTotal>([^<]+)<')::numeric as total) o
    where f.is_settled and f.ours in ('accepted', 'accepted_with_errors') and f.state <> 'withdrawn' and o.total <> f.total
    union all
    select 'csv', f.own_csv, f.csv
    where f.is_settled and f.ours in ('accepted', 'accepted_with_errors') and f.ours = f.state and f.own_csv <> f.csv) d
  where f.issued_invoice_id is null or f.organization_id = f.own
), numbered as (
  select j.*, row_number() over (partition by j.kind order by j.day, j.number)
              + (select count(*) from sii_differences p where p.comparison_id = $1 and p.kind = j.kind) as place
  from judged j
), stored as (
  insert into sii_differences (comparison_id, kind, issue_date, invoice_number, organization_id, issued_invoice_id, ours, theirs)
  select n.comparison_id, n.kind, n.day, n.number, n.own, n.issued_invoice_id, n.ours, n.theirs from numbered n where n.place <= $18
  on conflict do nothing
), matched as (
  insert into sii_matching (issued_invoice_id, seen_at, organization_id, state, matched_at, reverse_charge_base, base, tax, surcharge, total)
  select f.issued_invoice_id, $3, f.organization_id, f.matching, f.matched_at::timestamp at time zone 'Europe/Madrid', f.reverse_charge_base, f.base, f.tax,
         f.surcharge, f.sum
  from found f
  left join lateral (
    select l.* from sii_matching l where l.issued_invoice_id = f.issued_invoice_id order by l.seen_at desc limit 1) l on true
  where f.organization_id = f.own and f.matching is not null
    and (l.state, l.reverse_charge_base, l.base, l.tax, l.surcharge, l.total)
        is distinct from (f.matching, f.reverse_charge_base, f.base, f.tax, f.surcharge, f.sum)
  on conflict do nothing
)
select count(*) filter (where j.kind = 'only_in_book')::int as "onlyInBook", count(distinct j.issued_invoice_id)::int as differing,
       (select count(*)::int from moved) as moved
from judged j

-- name: countCompared
-- params: comparisonId, onlyInBook, differing
-- Adds to the counts of a comparison.
update sii_comparisons set only_in_book = only_in_book + $2, differing = differing + $3 where id = $1

-- name: failBookComparison
-- params: comparisonId, failures, nextAllowedAt
-- Delays the next attempt to ask for a page.
update sii_comparisons set failures = $2, next_allowed_at = $3, asking_until = null where id = $1 and ended_at is null

-- name: dropPastComparison
-- params: comparisonId
-- Deletes the ended comparison of the same period as another one, with what it found.
delete from sii_comparisons l
using sii_comparisons c
where c.id = $1 and l.ended_at is not null and l.id <> c.id
  and (l.organization_id, l.issuer_nif, l.fiscal_year, l.period) = (c.organization_id, c.issuer_nif, c.fiscal_year, c.period)

-- name: endBookComparison
-- params: comparisonId, now, failure?, mostOfKind
-- Ends a comparison. If it has seen the whole book, the accepted entries that the book did not show are only in the engine.
with missing as (
  select e.issued_invoice_id, e.organization_id, e.issue_date, e.invoice_number, e.state
  from sii_comparisons c
  join sii_entries e on (e.organization_id, e.issuer_nif, e.fiscal_year, e.period) = (c.organization_id, c.issuer_nif, c.fiscal_year, c.period)
  where c.id = $1 and $3::text is null and e.state in ('accepted', 'accepted_with_errors') and e.answered_at < c.started_at
    and not exists (select from sii_compared s where s.comparison_id = c.id and s.issued_invoice_id = e.issued_invoice_id)
), stored as (
  insert into sii_differences (comparison_id, kind, issue_date, invoice_number, organization_id, issued_invoice_id, ours, theirs)
  select $1, 'only_in_engine', m.issue_date, m.invoice_number, m.organization_id, m.issued_invoice_id, m.state, null
  from missing m order by m.issued_invoice_id limit $4
), emptied as (
  delete from sii_compared s where s.comparison_id = $1
)
update sii_comparisons c
set ended_at = $2, failure = $3, asking_until = null, only_in_engine = (select count(*) from missing)
where c.id = $1 and c.ended_at is null
returning c.invoices, c.only_in_book as "onlyInBook", c.only_in_engine as "onlyInEngine", c.differing

-- name: listComparisons
-- params: organizationId, issuerNif?
-- Lists the comparisons of an organization, those under way and the last one of each period.
select c.id::float8 as id, c.issuer_nif as "issuerNif", c.fiscal_year as "fiscalYear", c.period, (1000 * extract(epoch from c.started_at))::float8 as "startedAt",
       c.pages, c.invoices, c.failures, (1000 * extract(epoch from c.next_allowed_at))::float8 as "nextAllowedAt",
       (1000 * extract(epoch from c.ended_at))::float8 as "endedAt", c.failure, c.only_in_book as "onlyInBook", c.only_in_engine as "onlyInEngine", c.differing
from sii_comparisons c
where c.organization_id = $1 and ($2::text is null or c.issuer_nif = $2)
order by c.issuer_nif, c.fiscal_year desc, c.period desc, c.id

-- name: listDifferences
-- params: organizationId, issuerNif?, most
-- type: kind 'only_in_book' | 'only_in_engine' | 'state' | 'total' | 'csv'
-- Lists what the last comparisons of an organization found.
select c.issuer_nif as "issuerNif", c.fiscal_year as "fiscalYear", c.period, d.kind, d.invoice_number as number,
       to_char(d.issue_date, 'YYYY-MM-DD') as "issueDate", d.issued_invoice_id::float8 as "invoiceId", d.ours, d.theirs
from sii_comparisons c
join sii_differences d on d.comparison_id = c.id
where c.organization_id = $1 and ($2::text is null or c.issuer_nif = $2) and c.ended_at is not null
order by c.issuer_nif, c.fiscal_year, c.period, d.kind, d.issue_date, d.invoice_number
limit $3

-- name: recordComparisonOrder
-- params: organizationId, issuerNif, operator, reason?, periods
-- Records that an operator ordered comparisons.
insert into operator_acts (act, operator, reason, organization_id, subject_id, details)
values ('register.compare', $3, $4, $1::bigint, $1::bigint, jsonb_build_object('issuer', $2::text, 'periods', to_jsonb($5::text[])))
