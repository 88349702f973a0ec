import type { Pool } from 'pg';
import { INSERT_SERIES } from '../../support/series.ts';

/**
 * Fills the tables that only requests of version 2 fill: series, credits and payments.
 * @param invoice an issued invoice of the organization.
 */
export async function fillLater(pool: Pool, organizationId: number, invoice: number): Promise<void> {
  await pool.query(INSERT_SERIES, [organizationId]);
  await pool.query(
    `insert into credits (original_id, ordinal, organization_id, batch_id, request_sha256, lines, groups)
     select id, 1, organization_id, id / 1000, sha256(''), '[]', '{}' from issued_invoices where id = $1`,
    [invoice],
  );

  await pool.query(
    `insert into payment_requests (organization_id, key, sha256, created_at)
     select organization_id, '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a11', sha256(''), now() from issued_invoices where id = $1`,
    [invoice],
  );
  await pool.query(
    `insert into payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, outstanding, request_key, request_place,
       recorded_by, recorded_at)
     select organization_id, id, 1, issue_date, 1, 'EUR', 'cash', total - 1, '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a11', 0, 'key:1', now()
     from issued_invoices where id = $1`,
    [invoice],
  );
}
