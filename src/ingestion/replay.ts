import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { type IdempotencyRecord, readBatchBody } from '../persistence/accept-batch.ts';
import type { Examiner } from './examiner.ts';

export type Replay =
  | { readonly outcome: 'replayed'; readonly response: string }
  | { readonly outcome: 'key_reused' };

/**
 * Answers a request whose idempotency key has a record: the stored answer if the body is the same JSON value, whatever its
 * blanks and the order of its members.
 */
export async function replay(
  pool: Pool,
  examiner: Examiner,
  record: IdempotencyRecord & { readonly organizationId: number },
  body: Buffer,
): Promise<Replay> {
  const { organizationId, batchId, bodyHash } = record;
  const isSame =
    bodyHash.equals(hash('sha256', body, 'buffer')) ||
    (await examiner.isSame(body, organizationId, await readBatchBody(pool, organizationId, batchId)));
  return isSame ? { outcome: 'replayed', response: record.response } : { outcome: 'key_reused' };
}
