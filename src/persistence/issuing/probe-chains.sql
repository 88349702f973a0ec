-- How many of an organization's chains that issue there are, counted to one more than $2, and how many of them no other transaction holds. $1 organization · $2 chains that are looked at
select (select count(*) from (
          select from chains c where c.organization_id = $1 and c.retired_at is null limit $2::int + 1) known)::int as chains,
       (select count(*) from (
          select from chains c where c.organization_id = $1 and c.retired_at is null limit $2::int for share skip locked) free)::int as free
