-- Notes up to which invoice the rows of before are packed. $1 invoice
update packing set packed_id = $1
