-- Holds the remission of a chain until the transaction ends. What others wrote is seen by the next statement, not by this one.
-- $1 chain
select from remissions where chain_id = $1 for update
