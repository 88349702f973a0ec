-- Claims an endpoint for as long as a run may take. No row: another worker has it, or it rests, or is gone. $1 endpoint · $2 now · $3 until
update webhook_endpoints set leased_until = $3
where id = $1 and removed_at is null and disabled_at is null
  and (leased_until is null or leased_until <= $2) and (rests_until is null or rests_until <= $2)
returning organization_id::float8 as "organizationId", url, sealed_secret as "sealedSecret",
          case when previous_until > $2 then sealed_previous_secret end as "sealedPreviousSecret", failures
