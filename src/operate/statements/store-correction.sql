-- A correction by an API key, whole (migrations/0007-corrections.sql). $1 hash of the token · $2 now · $3 annul or resend · $4 kind · $5 reason · $6 chain
-- $7 sequence · $8 issued invoice · $9 previous hash · $10 hash · $11 XML
select store_correction($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as stored
