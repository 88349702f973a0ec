-- Nothing where it is not paused. $1 organization
update organizations set paused_at = null where id = $1 and paused_at is not null
