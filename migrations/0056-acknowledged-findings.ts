import { Migration } from '@mikro-orm/migrations';

/*
 * Findings on customers' data that an operator has acknowledged, until something new of their kind comes (docs/operations-page.md). The act is all that is kept of it: whose it is, why,
 * of which finding (`subject_id`, a number that its kind has) and up to when it was seen (`details`).
 */

const WHO = 'bytea, text, text, text';
const NAME = `acknowledge_finding(${WHO}, bigint, jsonb)`;

const ACTS = [
  // Added to the list as it is: other migrations add to it, too.
  `do $$
  declare listed text;
  begin
    select pg_get_constraintdef(c.oid) into listed from pg_constraint c
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass;
    alter table operator_acts drop constraint operator_acts_act_check;
    execute 'alter table operator_acts add constraint operator_acts_act_check '
      || replace(listed, 'ARRAY[', 'ARRAY[''finding.acknowledge''::character varying, ');
  end $$`,
  `create policy acknowledgements on operator_acts for insert to engine_acts with check (act = 'finding.acknowledge')`,
  `create policy acknowledgements_of_findings on operator_acts for select to engine_dashboard using (act = 'finding.acknowledge')`,
  'grant select (reason, subject_id) on operator_acts to engine_dashboard',
];

/** As 0035: it finds out whose act it is. */
const FUNCTION = `
  create function acknowledge_finding(token bytea, shared text, client text, why text, finding bigint, told jsonb) returns void
  language plpgsql security definer as $$
    begin
      insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
      values ('finding.acknowledge', public.name_actor(token, shared, true), why, null, finding, told || jsonb_build_object('client', client));
    end $$`;

export class AcknowledgedFindings extends Migration {
  override up(): void {
    for (const sql of ACTS) this.addSql(sql);
    this.addSql(FUNCTION);
    this.addSql(`revoke execute on function ${NAME} from public`);
    this.addSql(`alter function ${NAME} set search_path = pg_catalog, pg_temp`);
    this.addSql(`grant execute on function ${NAME} to engine_dashboard`);
    this.addSql('grant create on schema public to engine_acts');
    this.addSql(`alter function ${NAME} owner to engine_acts`);
    this.addSql('revoke create on schema public from engine_acts');
  }
}
