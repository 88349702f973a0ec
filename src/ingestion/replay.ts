import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Pool } from 'pg';
import { type IdempotencyRecord, readBatchBody } from '../persistence/accept-batch.ts';
import { isSameJson } from './same-json.ts';

export type Replay =
  | { readonly outcome: 'replayed'; readonly response: string }
  | { readonly outcome: 'key_reused' };

const decompress = promisify(zstdDecompress);

/**
 * Answers a request whose idempotency key has a record: the stored answer if the body is the same JSON value, whatever its
 * blanks and the order of its members.
 */
export async function replay(
  pool: Pool,
  record: IdempotencyRecord,
  body: Buffer,
  bodyHash: Buffer,
): Promise<Replay> {
  if (record.bodyHash.equals(bodyHash) || (await isStoredBody(pool, record.batchId, body))) {
    return { outcome: 'replayed', response: record.response };
  }
  return { outcome: 'key_reused' };
}

async function isStoredBody(pool: Pool, batchId: number, body: Buffer): Promise<boolean> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return false;
  }
  const stored = await decompress(await readBatchBody(pool, batchId));
  return isSameJson(value, JSON.parse(stored.toString('utf8')));
}
