-- $1 operator · $2 what it may do
update operators set (role) = row ($2) where id = $1
