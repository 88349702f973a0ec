import { Migration } from '@mikro-orm/migrations';
import { IN_SCOPE } from './0005-row-security.ts';

/** Where a client looks for its own batches and invoices: by what it calls them. */
const INDEXES = [
  `create index batches_external_batch_id_index on batches (organization_id, external_batch_id) where external_batch_id is not null`,
  `create index batch_invoices_external_invoice_id_index on batch_invoices (organization_id, external_invoice_id)
     where external_invoice_id is not null`,
];

/** A client ends its session; the API may not touch the table. */
const SESSIONS = [
  `create function end_session(hash bytea) returns void language sql volatile security definer
   begin atomic
     delete from sessions where token_hash = hash;
   end`,
  'revoke execute on function end_session(bytea) from public',
  'grant execute on function end_session(bytea) to engine_ingress',
  'grant delete on sessions to engine_sessions',
  'grant create on schema public to engine_sessions',
  'alter function end_session(bytea) set search_path = pg_catalog, pg_temp',
  'alter function end_session(bytea) owner to engine_sessions',
  'revoke create on schema public from engine_sessions',
];

/** AEAT's CSV, the code by which it knows an answer again, is told to whose records it answers. */
const ANSWERS = [
  'grant select (chain_id, attempt, organization_id, csv) on submission_attempts to engine_ingress',
  `create policy own_organization on submission_attempts to engine_ingress
     using (${IN_SCOPE('organization_id')})`,
];

export class Integrators extends Migration {
  override up(): void {
    for (const sql of [...INDEXES, ...ANSWERS]) this.addSql(sql);
    // The owner of the tables makes it and may not see their rows; who will own it may.
    this.addSql('set local row_security = on');
    for (const sql of SESSIONS) this.addSql(sql);
    this.addSql('set local row_security = off');
  }
}
