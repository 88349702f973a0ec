-- Writes down an act of the dashboard (migrations/0009-operators.sql). $1 hash of a session's token · $2 or the shared login · $3 client · $4 reason · $5 act · $6 organization · $7 what it is done to
-- $8 details
select record_dashboard_act($1, $2, $3, $4, $5, $6, $7, $8)
