-- $1 operator · $2 role
update operators set role = $2 where id = $1
