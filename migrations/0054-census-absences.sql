-- Why AEAT's census did not answer a question, for operators: it is away, it refuses the certificate, or the organization has none that can
-- be used.
alter table census_checks add column absence varchar(14),
  add constraint census_checks_absence_check check (
    absence is null or coalesce(result = 'unavailable', false) and absence in ('away', 'refused', 'no_certificate')) not valid;
-- The questions without an answer, newest first, and the newest answer of an organization.
create index census_checks_unavailable_index on census_checks (checked_at desc) where result = 'unavailable';
create index census_checks_answered_index on census_checks (organization_id, checked_at desc) where result <> 'unavailable';

create policy overview on census_checks for select to engine_dashboard using (true);
grant select (organization_id, asked_at, result, absence, checked_at) on census_checks to engine_dashboard;
grant update (absence) on census_checks to engine_ingress, engine_worker;
