import { hash } from 'node:crypto';
import type { FinishedPdf } from '../../src/render/postprocess/finished-pdf.ts';
import {
  compressRenderBatch,
  RENDER_BATCH_VERSION,
} from '../../src/render/postprocess/stored-render-batch.ts';
import { writePdf } from '../../src/render/postprocess/write-pdf.ts';
import { insertRenderBatch } from '../../src/render/statements/rendering.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { issueBatch } from './engine.ts';

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

/**
 * The content of a test's PDF: characters that it shows, bytes that are inserted verbatim, and the
 * page count that it declares.
 */
type TestPdf = { readonly text?: string; readonly bytes?: Buffer; readonly pages?: number };

/**
 * Builds such a PDF. It is not a valid PDF; the code that stores and serves it does not parse it.
 */
function finishTestPdf(issuedInvoiceId: number, { text, bytes, pages }: Required<TestPdf>): FinishedPdf {
  const objects: FinishedPdf['objects'] = [
    { kind: 'plain', id: 1, text: '<</Type /Catalog /Pages 2 0 R>>' },
    { kind: 'plain', id: 2, text: '<</Type /Pages /Count 0 /Kids []>>' },
    { kind: 'drawing', id: 3, operators: `${text} of ${issuedInvoiceId}` },
    { kind: 'bytes', id: 4, text: `<</Length ${bytes.length}>>`, bytes },
  ];
  return { issuedInvoiceId, pages, objects, rootId: 1, infoId: 2 };
}

/**
 * Stores a render batch of some issued invoices of a batch, as a worker does.
 * @returns the PDFs in it.
 */
export async function storeRenderBatch(
  api: TestApi,
  issuedInvoiceIds: readonly number[],
  {
    text = 'printed',
    bytes = Buffer.alloc(0),
    pages = 1,
    isAnnulled = false,
  }: TestPdf & { isAnnulled?: boolean } = {},
): Promise<Buffer[]> {
  const pdfs = issuedInvoiceIds.map((id) => finishTestPdf(id, { text, bytes, pages }));
  const content = compressRenderBatch(pdfs);
  await insertRenderBatch(api.workers.pool, {
    version: RENDER_BATCH_VERSION,
    sha256: hash('sha256', content, 'buffer'),
    content,
    storedOn: null,
    pdfs: issuedInvoiceIds.map((issuedInvoiceId) => ({ issuedInvoiceId, isAnnulled, pages })),
  });
  return pdfs.map(writePdf);
}

/** Stores the PDF of an issued invoice in its own render batch. @returns its bytes. */
export async function storePdf(
  api: TestApi,
  issuedInvoiceId: number,
  options: Parameters<typeof storeRenderBatch>[2] = {},
): Promise<Buffer> {
  const [pdf] = await storeRenderBatch(api, [issuedInvoiceId], options);
  return pdf!;
}
