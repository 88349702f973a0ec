-- The receiver said that it is gone: nothing waits for it any more. $1 endpoint · $2 now
with gone as (
  update webhook_endpoints set disabled_at = $2 where id = $1 and disabled_at is null
)
update webhook_deliveries set ended_at = $2, outcome = 'dropped', last_failure = 'the receiver is gone (410)'
where endpoint_id = $1 and ended_at is null
