import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { FinishedPdf } from '../../src/pdf/cutting/finished-pdf.ts';
import { packPrint, PRINT_VERSION } from '../../src/pdf/cutting/pack-print.ts';
import { writePdf } from '../../src/pdf/cutting/write-pdf.ts';
import { insertPrint } from '../../src/persistence/rendering/rendering.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { issueBatch } from './engine.ts';

/** Bytes that stand for a PDF: what stores and serves them does not look inside. */
export const PDF_BYTES = Buffer.from('%PDF-1.7\n\xff\0 not a whole one\n%%EOF', 'latin1');

/** Stores the PDF of an issued invoice with bytes of its own, as workers of earlier versions did. */
export async function storePdf(
  api: TestApi,
  issuedInvoiceId: number,
  content: Buffer = PDF_BYTES,
  isAnnulled = false,
): Promise<void> {
  const sha256 = hash('sha256', content, 'buffer');
  await insertOwnPdfs(api.workers.pool, [{ issuedInvoiceId, isAnnulled, pages: 1, sha256, content }]);
}

type OwnPdf = {
  readonly issuedInvoiceId: number;
  readonly isAnnulled: boolean;
  readonly pages: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** Stores PDFs with bytes of their own, as workers of earlier versions did. */
export async function insertOwnPdfs(pool: Pool, pdfs: readonly OwnPdf[]): Promise<void> {
  await pool.query(
    `insert into pdfs (issued_invoice_id, organization_id, is_annulled, pages, sha256, content)
     select n.id, x.organization_id, n.is_annulled, n.pages, n.sha256, n.content
     from unnest($1::bigint[], $2::boolean[], $3::smallint[], $4::bytea[], $5::bytea[]) as n (id, is_annulled, pages, sha256, content)
     join issued_invoices x on x.id = n.id
     on conflict do nothing`,
    [
      pdfs.map(({ issuedInvoiceId }) => issuedInvoiceId),
      pdfs.map(({ isAnnulled }) => isAnnulled),
      pdfs.map(({ pages }) => pages),
      pdfs.map(({ sha256 }) => sha256),
      pdfs.map(({ content }) => content),
    ],
  );
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

/** Some characters as what a PDF paints: what stores and serves it does not look inside. */
function finishTestPdf(issuedInvoiceId: number, text: string): FinishedPdf {
  const objects: FinishedPdf['objects'] = [
    { kind: 'plain', id: 1, text: '<</Type /Catalog /Pages 2 0 R>>' },
    { kind: 'plain', id: 2, text: '<</Type /Pages /Count 0 /Kids []>>' },
    { kind: 'drawing', id: 3, operators: `${text} of ${issuedInvoiceId}` },
  ];
  return { issuedInvoiceId, pages: 1, objects, rootId: 1, infoId: 2 };
}

/** Stores a print of some issued invoices of a batch, as a worker does. @returns the PDFs that it holds. */
export async function storePrint(
  api: TestApi,
  issuedInvoiceIds: readonly number[],
  { text = 'printed', isAnnulled = false } = {},
): Promise<Buffer[]> {
  const pdfs = issuedInvoiceIds.map((id) => finishTestPdf(id, text));
  const content = packPrint(pdfs);
  await insertPrint(api.workers.pool, {
    version: PRINT_VERSION,
    sha256: hash('sha256', content, 'buffer'),
    content,
    storedOn: null,
    pdfs: issuedInvoiceIds.map((issuedInvoiceId) => ({ issuedInvoiceId, isAnnulled, pages: 1 })),
  });
  return pdfs.map(writePdf);
}
