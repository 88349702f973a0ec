-- The runs of a chain that left with their months. $1 chain
select first_sequence::float8 as "firstSequence", last_sequence::float8 as "lastSequence", hash_before as "hashBefore", last_hash as "lastHash"
from month_anchors where chain_id = $1 order by first_sequence
