import type { ApiClient } from '../product/api-client.ts';
import { buildBatch } from '../product/build-batch.ts';
import type { Product } from '../product/open-product.ts';
import type { Sample } from './interleave.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Sends one invoice and waits until it is issued and has its PDF.
 * @param patienceMs the time limit, which is also the largest value of a sample; it is far above
 *   the goal.
 */
export async function sampleInvoice(
  product: Product,
  client: ApiClient,
  number: number,
  patienceMs: number,
): Promise<{ issued: Sample; rendered: Sample }> {
  const body = buildBatch(1, `S${number}`);
  const started = performance.now();
  const id = await client.post(body);
  const took = async (sql: string) => {
    const isThere = async () =>
      (await product.pool.query(sql, [id])).rowCount === 1 || performance.now() - started > patienceMs;
    await waitUntil(isThere, 'the sample invoice while another organization is served');
    return { ms: Math.min(performance.now() - started, patienceMs), cpuMs: null };
  };
  const issued = await took('select from issued_invoices where id = $1::bigint * 1000');
  const rendered = await took('select from pdfs where issued_invoice_id = $1::bigint * 1000');
  return { issued, rendered };
}
