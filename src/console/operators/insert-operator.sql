-- A new operator; no row where somebody has the login. $1 login · $2 role · $3 salt · $4 cost · $5 block size · $6 parallelism · $7 verifier · $8 sealed secret
insert into operators (login, role, salt, cost, block_size, parallelism, verifier, sealed_totp)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (login) where removed_at is null do nothing
returning id::float8 as id
