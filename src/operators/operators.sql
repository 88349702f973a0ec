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

-- name: signInOperator
-- params: login, proof, step, tokenHash, shown, own, network
-- not null: outcome
-- type: outcome 'in' | 'wrong' | 'code' | 'locked'
-- Begins a session, or counts a wrong attempt.
select sign_in_operator($1, $2, $3, $4, $5, $6, $7) as outcome

-- name: listWrongLogins
-- not null: login, isKnown, codes, passwords, firstAt, newestAt
-- Lists the wrong codes and passwords of each operator, with times in milliseconds since 1970.
select login, is_known as "isKnown", codes, passwords, (extract(epoch from first_at) * 1000)::float8 as "firstAt",
       (extract(epoch from newest_at) * 1000)::float8 as "newestAt"
from list_wrong_logins()
order by login, is_known

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
