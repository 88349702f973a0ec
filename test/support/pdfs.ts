import { hash } from 'node:crypto';
import { insertPdfs } from '../../src/persistence/rendering/rendering.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { issueBatch } from './engine.ts';

/** Bytes that stand for a PDF: what stores and serves them does not look inside. */
export const PDF_BYTES = Buffer.from('%PDF-1.7\n\xff\0 not a whole one\n%%EOF', 'latin1');

/** Stores the PDF of an issued invoice, as a worker would. */
export async function storePdf(
  api: TestApi,
  issuedInvoiceId: number,
  content: Buffer = PDF_BYTES,
  isAnnulled = false,
): Promise<void> {
  const sha256 = hash('sha256', content, 'buffer');
  await insertPdfs(api.workers.pool, [{ issuedInvoiceId, isAnnulled, pages: 1, sha256, content }]);
}

/** Issues one invoice. @returns its id. */
export async function issueInvoice(
  api: TestApi,
  organization: TestOrganization,
  number: string,
): Promise<number> {
  const batchId = await issueBatch(api, organization, 1, 'P', () => ({ number_serie: number }));
  const list = await api.get(organization.token, `/invoice_batches/${batchId}/batch_invoices`);
  return list.json<{ data: { id: number }[] }>().data[0]!.id;
}
