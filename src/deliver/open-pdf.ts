import { DamagedRenderBatchError } from '../render/postprocess/open-extractor.ts';
import { awaitPdf, type WantedPdf } from './await-pdf.ts';
import type { FileRequests } from './file-requests.ts';
import type { OpenedPdf, PdfReader } from './read-stored-pdfs.ts';
import type { PdfState } from './reads/pdf-state.ts';

type Needed = FileRequests & {
  readonly pdfReader: PdfReader;
  /** Runs work under one of the organization's permits. */
  readonly takePermit: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Opens the PDF of an issued invoice. A damaged one is rendered again, for which the request waits.
 * @param ready the state of a rendered PDF.
 * @returns the PDF, and its state, which is another one after it was rendered again.
 * @throws ApiError if the PDF is damaged and there is no other one in time.
 */
export async function openPdf(
  { pdfReader, takePermit, ...needed }: Needed,
  { organizationId, id, gone }: Omit<WantedPdf, 'state' | 'isOld'>,
  ready: PdfState,
): Promise<{ readonly ready: PdfState; readonly pdf: OpenedPdf }> {
  const open = ({ sha256, renderBatchId }: PdfState) =>
    takePermit(() => pdfReader.open(organizationId, { id, sha256: sha256!, renderBatchId: renderBatchId! }));
  try {
    return { ready, pdf: await open(ready) };
  } catch (error) {
    if (!(error instanceof DamagedRenderBatchError)) throw error;
    needed.logger.error({ err: error, issuedInvoiceId: id }, 'A stored PDF is damaged; it is rendered again');
  }
  // A PDF that was rendered again may have the same bytes but is then in another render batch.
  const isOld = ({ sha256, renderBatchId }: PdfState) =>
    renderBatchId === ready.renderBatchId && sha256 !== null && ready.sha256?.equals(sha256) === true;
  const renewed = await awaitPdf(needed, { organizationId, id, state: ready, gone, isOld });
  return { ready: renewed, pdf: await open(renewed) };
}
