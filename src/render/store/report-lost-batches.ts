import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { listOutsideRenderBatches, reportLostRenderBatch } from '../statements/outside-render-batches.ts';
import type { RenderStore } from './render-store.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';

type Context = {
  readonly pool: Pool;
  /** The store of render batches that are not in PostgreSQL; null when none is configured. */
  readonly outside: RenderStore | null;
  readonly logger: Logger;
};

/**
 * Checks whether the requested render batches in the store exist and are intact, and records those
 * that are not, because PostgreSQL cannot detect this. Lost render batches are rendered again.
 * @throws StoreAwayError when the store is unavailable; then the remaining ones are not checked.
 */
export async function reportLostRenderBatches(
  { pool, outside, logger }: Context,
  batchId: number,
  from: number,
  to: number,
): Promise<void> {
  if (outside === null) return;
  for (const renderBatch of await listOutsideRenderBatches(pool, batchId, from, to)) {
    const content = await outside.get(renderBatch);
    if (content !== null && hash('sha256', content, 'buffer').equals(renderBatch.sha256)) continue;
    logger.error(
      { renderBatchId: renderBatch.id, batchId, is: content === null ? 'missing' : 'damaged' },
      'A render batch is missing from the render store or damaged; its PDFs are rendered again on request',
    );
    await reportLostRenderBatch(pool, renderBatch.id);
  }
}
