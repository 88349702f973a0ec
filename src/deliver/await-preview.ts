import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import { apiError } from '../contracts/api-error.ts';
import { erasePreview, findPreview, insertPreview } from '../accept/statements/previews.ts';
import type { FileRequests } from './file-requests.ts';
import { pollForResult } from './poll-for-result.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';

/** How long a request waits for the PDF of a preview. */
const PATIENCE_MS = 15_000;

/**
 * Lets a worker render a preview and waits for its PDF. What is stored for the worker is erased
 * before this function returns.
 * @param gone aborted when the client is gone, which ends the wait.
 * @throws ApiError if there is no PDF in time, or if it cannot be rendered.
 */
export async function awaitPreview(
  { pool, jobQueues, logger, metrics }: FileRequests,
  {
    organizationId,
    document,
    gone,
  }: { organizationId: number; document: InvoiceDocument; gone: AbortSignal },
): Promise<Buffer> {
  const previewId = await insertPreview(pool, organizationId, document);
  try {
    const payload = { organizationId, previewId };
    await jobQueues.send([{ name: 'render-preview', payload, urgent: true }]).catch((error: unknown) => {
      metrics.enqueueFailures.inc();
      logger.warn({ err: error, previewId }, 'The job of a preview could not be enqueued');
      throw apiError('outage', {});
    });
    const find = async () => {
      const state = await findPreview(pool, organizationId, previewId);
      if (state?.failure) throw apiError('preview_failed', { reason: formatMessage('page_not_in_time') });
      return state?.pdf ?? null;
    };
    const pdf = await pollForResult(find, { patienceMs: PATIENCE_MS, gone });
    if (pdf === null) throw apiError('preview_pending', {});
    return pdf;
  } finally {
    await erasePreview(pool, organizationId, previewId);
  }
}
