import type { Pool } from 'pg';
import type { RenderPreviewJob } from '../contracts/jobs.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { PdfRenderer } from './renderer.ts';
import { findPreviewToRender, settlePreview } from './statements/previews.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { isPlaceholder } from '../domain/series/series-rules.ts';
import { wordingOf } from './template/languages/wordings.ts';

export type RenderPreviewContext = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly renderer: Pick<PdfRenderer, 'render'>;
};

/**
 * Renders the preview of an invoice that was not issued and stores its PDF for the request that
 * waits for it.
 * @returns the number of rendered PDFs: 0 if nobody waits for the preview any more.
 * @throws BrowserStartError when Chromium does not start.
 */
export async function renderPreview(
  { pool, logger, renderer }: RenderPreviewContext,
  { previewId }: RenderPreviewJob,
): Promise<number> {
  const found = await findPreviewToRender(pool, previewId);
  if (found === null) return 0;
  const { document, issuerProfile } = found;
  const printable = {
    issuedInvoiceId: previewId,
    document: isPlaceholder(document.number)
      ? { ...document, number: wordingOf({ document, issuerProfile }).draft.unnumbered }
      : document,
    issuerProfile,
    qrUrl: null,
    annulledOn: null,
  };
  const [result] = await renderer.render([{ ...printable, isDraft: true }]);
  if (result !== undefined && 'content' in result) {
    await settlePreview(pool, previewId, { pdf: result.content });
    return 1;
  }
  logger.warn({ err: result?.error, previewId }, 'A preview could not be rendered');
  await settlePreview(pool, previewId, { failure: formatMessage('page_not_in_time').en });
  return 0;
}
