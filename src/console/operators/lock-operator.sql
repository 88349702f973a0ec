-- Holds an operator until the transaction ends. $1 login
select o.id::float8 as id, o.role, o.salt, o.cost, o.block_size as "blockSize", o.parallelism, o.verifier, o.sealed_totp as "sealedTotp"
from operators o
where o.login = $1 and o.removed_at is null
for update
