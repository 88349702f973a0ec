import { expect, it } from 'vitest';
import { fillTables } from '../../../labs/bench/product/fill-tables.ts';
import { listBatchInvoices } from '../../../src/api/reads/invoices/batch-invoices.ts';
import { openTestApi } from '../../support/api.ts';

/**
 * PostgreSQL makes this many custom plans of a prepared statement before it considers a generic
 * plan.
 */
const TRIES = 5;

it("PostgreSQL keeps the generic plan for a page of a batch's invoices, even of large batches", async () => {
  await using api = await openTestApi();
  const { id } = await api.createOrganization();
  const { largeBatchIds } = await fillTables(api.database.url, id, 3000);
  const client = await api.ingress.pool.connect();
  try {
    for (let round = 0; round < 4 * TRIES; round += 1) {
      const batchId = largeBatchIds[round]!;
      const page = await listBatchInvoices(client, id, batchId, { page: 1 + (round % 10), per_page: 100 });
      expect(page!.items).toHaveLength(100);
    }
    const { rows } = await client.query<{ anew: string; kept: string }>(
      `select custom_plans as anew, generic_plans as kept from pg_prepared_statements where name = 'listBatchInvoices'`,
    );
    expect(rows).toEqual([{ anew: String(TRIES), kept: String(3 * TRIES) }]);
  } finally {
    client.release();
  }
});
