import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { listOutsidePrints, noteLostPrint } from '../statements/outside-prints.ts';
import type { PrintStore } from './render-store.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';

type Context = {
  readonly pool: Pool;
  /** Where prints lie that are not in PostgreSQL; null: no store is set. */
  readonly outside: PrintStore | null;
  readonly logger: Logger;
};

/**
 * Looks whether the prints in the store that somebody asks for are there and whole, and notes those that are not: PostgreSQL cannot know. They are printed anew then.
 * @throws StoreAwayError where the store does not tell: then nothing is noted.
 */
export async function noteLostPrints(
  { pool, outside, logger }: Context,
  batchId: number,
  from: number,
  to: number,
): Promise<void> {
  if (outside === null) return;
  for (const print of await listOutsidePrints(pool, batchId, from, to)) {
    const content = await outside.get(print);
    if (content !== null && hash('sha256', content, 'buffer').equals(print.sha256)) continue;
    logger.error(
      { printId: print.id, batchId, is: content === null ? 'missing' : 'damaged' },
      'A print is not in the store as it was put there; its PDFs are printed anew when somebody asks',
    );
    await noteLostPrint(pool, print.id);
  }
}
