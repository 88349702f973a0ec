-- name: listKeepYears
-- unprepared
-- Returns for each organization how many years its invoices are retained.
select id::float8 as id, keep_years as "keepYears" from organizations

-- name: listArchivedOrganizations
-- not null: writtenAt
-- unprepared Returns the organizations with the retention of their invoices in years, and the time
-- of the database.
select id::float8 as id, name, keep_years as "keepYears", to_json(now()) #>> '{}' as "writtenAt" from organizations order by id
