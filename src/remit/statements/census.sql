-- name: ageCensusAnswers
-- params: organizationId, nifs, now
-- Lets the answers about NIFs end, whatever the name, so that they are asked about anew.
update census_checks c set valid_until = $3
where c.organization_id = $1 and c.nif = any ($2::text[]) and c.result is not null and c.valid_until > $3

-- name: answerCensusQuestions
-- params: organizationId, nifs, nameHashes, results, censusNifs[?], censusNames[?], validUntil, checkedAt, absence?
-- Stores the answers to questions to the census, one list per column, and erases the names.
update census_checks c
set name = null, result = n.result, census_nif = n.census_nif, census_name = n.census_name, valid_until = n.valid_until, checked_at = $8,
    absence = case n.result when 'unavailable' then $9 end
from unnest($2::text[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) as n (nif, name_hash, result, census_nif, census_name, valid_until)
where c.organization_id = $1 and c.nif = n.nif and c.name_hash = n.name_hash and c.result is null

-- name: listCensusQuestions
-- params: organizationId, most
-- not null: name
-- Lists the oldest questions of an organization that wait for an answer of the census.
select nif, name_hash as "nameHash", name from census_checks
where organization_id = $1 and result is null
order by asked_at, nif, name_hash
limit $2
