import type { Pool } from 'pg';
import type { SpfeState } from '../../src/contracts/spfe.ts';
import { withTransaction } from '../../src/platform/postgres/database.ts';

/** What a delivery of a test states instead of the usual. */
export type DeliveryChanges = {
  readonly state?: SpfeState;
  readonly dueBy?: Date | null;
  readonly answeredAt?: Date | null;
  readonly reason?: string;
  readonly missing?: readonly string[];
  readonly rule?: string;
  readonly code?: string;
  readonly message?: string;
  readonly localizador?: string;
};

/** States with an acknowledgement of AEAT. */
const ACKNOWLEDGED: readonly SpfeState[] = ['admitted', 'withdrawing', 'withdrawn'];
const UNWRITTEN: readonly SpfeState[] = ['not_concerned', 'unknown', 'elsewhere'];

/**
 * Inserts the delivery of an issued invoice in a state that only a worker or a person reaches, without
 * the triggers, and its first version if it has contents.
 */
export async function storeInState(
  pool: Pool,
  invoiceId: number,
  changes: DeliveryChanges = {},
): Promise<void> {
  const { state = 'pending', dueBy = null, answeredAt = null } = changes;
  const csv = ACKNOWLEDGED.includes(state) ? 'SANDBOX-CSV' : null;
  const version = UNWRITTEN.includes(state) ? 0 : 1;
  await withTransaction(pool, async (client) => {
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into spfe_deliveries (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, mode, channel, state, reason, missing, rule,
         due_by, version, csv, localizador, code, message, answered_at, created_at)
       select x.id, x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date, 'send', 'interconnect', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, x.issued_at
       from issued_invoices x where x.id = $1`,
      [
        invoiceId,
        state,
        changes.reason ?? null,
        changes.missing ?? null,
        changes.rule ?? null,
        dueBy,
        version,
        csv,
        changes.localizador ?? null,
        changes.code ?? null,
        changes.message ?? null,
        answeredAt,
      ],
    );
    await client.query(
      `insert into spfe_versions (issued_invoice_id, version, organization_id, is_copy, xml, size, sha256, created_at)
       select d.issued_invoice_id, 1, d.organization_id, false, '', 1, sha256(''), d.created_at from spfe_deliveries d
       where d.issued_invoice_id = $1 and d.version = 1`,
      [invoiceId],
    );
  });
}
