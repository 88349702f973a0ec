import { Migration } from '@mikro-orm/migrations';

/*
 * Which records an incident delayed (Orden HAC/1177/2024, art. 16.4), also after it is over, and what the API tells organizations of theirs.
 */

/** An incident that lasts while the schema changes is noted by its next try. */
const DELAYED = [
  `alter table remissions add column incident_sequence bigint not null default '0'`,
  'grant update (incident_sequence) on remissions to engine_worker',
  // The operations page reads whole rows.
  'grant select (incident_sequence) on remissions to engine_dashboard',
];

/** What `GET /registration_status` reads, in the scope of the organization that asks. */
const TOLD = [
  'grant select (incident_since, halted_reason) on remissions to engine_ingress',
  'grant select (outcome, reason, code, message) on submission_attempts to engine_ingress',
];

export class IncidentsOfRemission extends Migration {
  override up(): void {
    for (const sql of [...DELAYED, ...TOLD]) this.addSql(sql);
  }
}
