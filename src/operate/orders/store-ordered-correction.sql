-- A correction that was ordered in the dashboard, whole (migrations/0007-corrections.sql). $1 order · $2 now · $3 kind · $4 chain · $5 sequence · $6 previous hash · $7 hash · $8 XML
select store_ordered_correction($1, $2, $3, $4, $5, $6, $7, $8) as stored
