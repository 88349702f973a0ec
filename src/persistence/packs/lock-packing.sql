-- Holds the packing of rows of before until the transaction ends; no row when it is over, has not begun, or somebody else is at it.
select packed_id::float8 as "packedId", until_id::float8 as "untilId" from packing
where packed_id < until_id
for no key update skip locked
