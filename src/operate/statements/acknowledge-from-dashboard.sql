-- Acknowledges a finding, which is written down as an act (migrations/0009-operators.sql). $1 hash of a session's token · $2 or the shared login · $3 client · $4 reason · $5 number of the finding · $6 details
select acknowledge_finding($1, $2, $3, $4, $5, $6)
