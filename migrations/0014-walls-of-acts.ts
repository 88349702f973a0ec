import { Migration } from '@mikro-orm/migrations';
import { PIN_GUARDS } from './0010-walls.ts';

/*
 * The walls of 0010 around what came after it: acts of operators, and guards that were written anew for retention. Whoever replaces a function
 * loses its settings.
 */
const ACTS = [
  'create policy whole_table on operator_acts for select to engine_reader using (true)',
  'alter table operator_acts force row level security',
  // Who corrects an invoice may be the first who sees the database; that it is another one, workers note.
  'revoke update on table database_identities from engine_operator',
  'grant select on table migrations to engine_dashboard',
  // Who erases writes down that it does, and nothing in another's place.
  'drop policy every_organization_of_retention on operator_acts',
  'create policy acts_read on operator_acts for select to engine_retention using (true)',
  `create policy acts_of_erasing on operator_acts for insert to engine_retention with check (act = 'retention.erase')`,
];

/** What is not over stays, whoever is made to delete it. */
const OVER = [
  `create policy over_only on sessions as restrictive for delete to engine_worker, engine_retention using (expires_at <= now())`,
  `create policy over_only on idempotency_records as restrictive for delete to engine_worker
   using (created_at <= now() - interval '24 hours')`,
];

/** It reads sessions and keys of every organization: only the role that nobody can be may see those. */
const REFUSALS = [
  'grant create on schema public to engine_sessions',
  'alter function explain_refusal(bytea, timestamptz) set search_path = pg_catalog, pg_temp',
  'alter function explain_refusal(bytea, timestamptz) owner to engine_sessions',
  'revoke create on schema public from engine_sessions',
];

export class WallsOfActs extends Migration {
  override up(): void {
    for (const sql of [...ACTS, ...OVER, ...REFUSALS, PIN_GUARDS]) this.addSql(sql);
  }
}
