-- name: hasOperators
-- not null: has
-- Whether anybody has a login of their own.
select has_operators() as has

-- name: findOperatorSalt
-- params: login
-- not null: salt, cost, blockSize, parallelism
-- What the password of a login is derived with.
select salt, cost, block_size as "blockSize", parallelism from find_operator_salt($1)

-- name: findOperatorFactor
-- params: login, proof
-- The sealed second factor of whoever has the first.
select find_operator_factor($1, $2) as sealed

-- name: beginOperatorSession
-- params: login, proof, step, tokenHash
-- not null: begun
-- Begins a session, unless the code was used before or the login changed meanwhile.
select begin_operator_session($1, $2, $3, $4) as begun

-- name: findOperatorSession
-- params: tokenHash, isUse
-- not null: login, role
-- type: role OperatorRole from src/contracts/codes.ts
-- Whose session it is.
select login, role from find_operator_session($1, $2)

-- name: endOperatorSession
-- params: tokenHash
-- Ends a session.
select end_operator_session($1) as ended
