-- Operators decide for an organization whether natural persons of whom no invoice says it are businesses, and the act is recorded.
do $$
declare
  known text := (
    select string_agg(quote_literal(word[1]), ', ')
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_.]+)''', 'g') as words (word)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass);
begin
  alter table operator_acts drop constraint operator_acts_act_check;
  execute format('alter table operator_acts add constraint operator_acts_act_check check (act in (%s, ''organization.persons'')) not valid', known);
end $$;
create constraint trigger organizations_require_act_persons after update of persons_are_businesses on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.persons');
grant select (persons_are_businesses) on organizations to engine_ingress, engine_dashboard;
grant update (persons_are_businesses) on organizations to engine_operator;
