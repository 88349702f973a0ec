-- name: hasOperators
-- not null: has
-- Returns whether any operator has their own login.
select has_operators() as has

-- name: findOperatorSalt
-- params: login
-- not null: salt, cost, blockSize, parallelism
-- Returns the salt and the parameters with which the password of a login is hashed.
select salt, cost, block_size as "blockSize", parallelism from find_operator_salt($1)

-- name: findOperatorFactor
-- params: login, proof
-- Returns the encrypted second factor of an operator who has proved the first.
select find_operator_factor($1, $2) as sealed

-- name: beginOperatorSession
-- params: login, proof, step, tokenHash
-- not null: begun
-- Begins a session, unless the code was already used or the login was changed in the meantime.
select begin_operator_session($1, $2, $3, $4) as begun

-- name: findOperatorSession
-- params: tokenHash, isUse
-- not null: login, role
-- type: role OperatorRole from src/contracts/codes.ts
-- Returns the operator of a session.
select login, role from find_operator_session($1, $2)

-- name: endOperatorSession
-- params: tokenHash
-- Ends a session.
select end_operator_session($1) as ended
