import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { advanceIssuer } from '../../../src/remit/spfe/advance-issuer.ts';
import { buildSpfeTiming } from '../../../src/remit/spfe/timing.ts';
import { writeVersions } from '../../../src/remit/spfe/write-versions.ts';
import type { TestOrganization } from '../../support/api.ts';
import type { TestRemission } from '../../support/remission.ts';
import { putInSpfe } from '../../support/spfe.ts';
import { failTest } from '../../support/fail-test.ts';

const IN_SPFE = 'B12345682';

/**
 * Has the stand-in admit invoices of an issuer of an organization, and stores what recipients report,
 * what somebody orders, and what comparisons and downtimes leave.
 * @param issue issues some invoices of the organization.
 * @param day the first issue date that goes to the SPFE, `YYYY-MM-DD`.
 */
export async function fillSpfe(
  { test }: { readonly test: TestRemission },
  organization: TestOrganization,
  issue: (count: number, series: string, changes: () => InvoiceInput) => Promise<unknown>,
  day: string,
): Promise<void> {
  const { pool } = test.api.database;
  await putInSpfe(pool, { issuerNif: IN_SPFE, validFrom: day });
  await issue(2, 'SPFE', () => ({ issuer_nif: IN_SPFE }));
  const issuer = { organizationId: organization.id, issuerNif: IN_SPFE };
  await writeVersions(test.api.workers.pool, issuer, test.api.clock.now, failTest);
  const spfe = { transport: 'sandbox', url: test.sandbox.spfeUrl } as const;
  await advanceIssuer(
    { ...test.context(), metrics: test.metrics, spfe, timing: buildSpfeTiming(600) },
    issuer,
  );
  await pool.query(
    `insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, requested_by, requested_at)
     select organization_id, issuer_nif, issued_invoice_id, 'SETTLEMENT', issue_date, 'key:1', created_at from spfe_deliveries`,
  );
  await pool.query(
    `insert into spfe_orders (organization_id, issued_invoice_id, action, ordered_by, ordered_at)
     select organization_id, issued_invoice_id, 'default', 'key:1', created_at from spfe_deliveries order by issued_invoice_id limit 1`,
  );
  await pool.query(
    `insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, first_seen_at)
     select organization_id, issued_invoice_id, 'PAYMENT', issue_date, created_at from spfe_deliveries`,
  );
  await pool.query(
    `insert into spfe_differences (organization_id, issuer_nif, issue_date, invoice_number, kind, found_at)
     values ($1, $2, $3, 'ELSEWHERE-1', 'foreign', $4)`,
    [organization.id, IN_SPFE, day, test.api.clock.now],
  );
  await pool.query(
    `insert into spfe_compared (organization_id, issuer_nif, issue_date, invoice_number, status) values ($1, $2, $3, 'ELSEWHERE-1', '200')`,
    [organization.id, IN_SPFE, day],
  );
  await pool.query('insert into spfe_outages (began_at, last_failed_at, ended_at) values ($1, $1, $1)', [
    test.api.clock.now,
  ]);
}
