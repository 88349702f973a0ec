-- Starts a session of a live key; no row when the key is unknown or revoked. $1 hash of the key · $2 hash of the token · $3 now · $4 end
select from create_session($1, $2, $3, $4)
