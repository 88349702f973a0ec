-- Holds issuers against others that begin to issue for them, in whatever organization, until the transaction ends; always in the order of their NIFs. $1 NIFs
select pg_advisory_xact_lock(hashtextextended(held.nif, 0))
from (select distinct n.nif from unnest($1::text[]) as n (nif) order by n.nif) held
