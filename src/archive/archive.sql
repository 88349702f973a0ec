-- name: listKeepYears
-- unprepared
-- How many years the invoices of each organization are kept.
select id::float8 as id, keep_years as "keepYears" from organizations

-- name: listArchivedOrganizations
-- not null: writtenAt
-- unprepared
-- The organizations with how long their invoices are kept, and the time of the database.
select id::float8 as id, name, keep_years as "keepYears", to_json(now()) #>> '{}' as "writtenAt" from organizations order by id
