-- Ends a session. $1 hash of the token
select end_session($1)
