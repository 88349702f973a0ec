import type { Pool } from 'pg';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { comparePage } from '../../../src/remit/sii/compare/compare-page.ts';
import { orderComparisons } from '../../../src/remit/sii/compare/comparisons.ts';
import { sendEntries } from '../../../src/remit/sii/send-entries.ts';
import { BY_TEST, type TestOrganization } from '../../support/api.ts';
import type { TestRemission } from '../../support/remission.ts';
import { putInSii } from '../../support/sii.ts';

const IN_SII = 'B76543214';

/**
 * Puts an issuer of an organization in SII, issues invoices of it and sends their entries.
 * @param issue issues some invoices of the organization.
 * @param day the first issue date in SII, `YYYY-MM-DD`.
 */
export async function fillSii(
  { test }: { readonly test: TestRemission },
  organization: TestOrganization,
  issue: (count: number, series: string, changes: () => InvoiceInput) => Promise<unknown>,
  day: string,
): Promise<void> {
  await putInSii(test.api.database.pool, { issuerNif: IN_SII, validFrom: day });
  await issue(2, 'SII', () => ({ issuer_nif: IN_SII }));
  const issuer = { organizationId: organization.id, issuerNif: IN_SII };
  await sendEntries({ ...test.context(), mostEntries: 1000 }, issuer);
  // A payment that AEAT is told as a collection.
  await test.api.database.pool.query(
    `with paid as (
       insert into payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, outstanding, request_key,
         request_place, recorded_by, recorded_at)
       select e.organization_id, e.issued_invoice_id, 1, e.issue_date, 1, 'EUR', 'cash', 1, '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a12', 0, 'key:1',
              now()
       from sii_entries e where e.issuer_nif = $1 order by e.issued_invoice_id limit 1
       returning *
     )
     insert into sii_collections (payment_id, organization_id, issuer_nif, issued_invoice_id, collected_on, amount, means, created_at)
     select p.id, p.organization_id, $1, p.issued_invoice_id, p.paid_on, p.amount, '04', now() from paid p`,
    [IN_SII],
  );
  await fillComparisons(test, issuer, day);
  await fillBacklog(test.api.database.pool, issuer, day);
}

/** Orders earlier invoices of the issuer, one of which cannot be entered. */
async function fillBacklog(
  pool: Pool,
  { organizationId, issuerNif }: { readonly organizationId: number; readonly issuerNif: string },
  day: string,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into sii_backlogs (organization_id, issuer_nif, entered_on, ordered_at, refused) values ($1, $2, $3, $4, 1) returning id`,
    [organizationId, issuerNif, day, `${day}T09:00:00Z`],
  );
  await pool.query(
    `insert into sii_backlog_refusals (backlog_id, issued_invoice_id, organization_id, reason) values ($1, 1, $2, 'x')`,
    [rows[0]!.id, organizationId],
  );
}

/** Compares AEAT's book with the entries, once to its end; another comparison has seen one page. */
async function fillComparisons(
  test: TestRemission,
  issuer: { readonly organizationId: number; readonly issuerNif: string },
  day: string,
): Promise<void> {
  const { pool } = test.api.database;
  const period = { fiscalYear: Number(day.slice(0, 4)), period: day.slice(5, 7) };
  const order = async () =>
    (await orderComparisons(pool, issuer, [period], BY_TEST, test.api.clock.now))[0]!.id;
  test.pass(1);
  const first = await order();
  await pool.query("update sii_entries set csv = 'OTHER' where issuer_nif = $1", [issuer.issuerNif]);
  await comparePage(test.context(), first);
  test.sandbox.control.change({ pageSize: 1 });
  await comparePage(test.context(), await order());
  test.sandbox.control.change({ pageSize: 10_000 });
}
