-- Endpoints that failed last time, or are disabled
select count(*)::float8 as failing from webhook_endpoints where removed_at is null and (disabled_at is not null or failing_since is not null)
