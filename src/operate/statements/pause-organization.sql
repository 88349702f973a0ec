-- Nothing where it is paused already. $1 organization
update organizations set paused_at = now() where id = $1 and paused_at is null
