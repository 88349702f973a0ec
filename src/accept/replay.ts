import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { type IdempotencyRecord, readBatchBody } from './statements/accept-statement.ts';
import type { Examiner, SentBody } from './examiner.ts';
import { SMALL_BODY_BYTES } from '../platform/admission/limits.ts';

export type Replay =
  | { readonly kind: 'replayed'; readonly batchId: number; readonly response: string }
  | { readonly kind: 'key_reused' }
  /**
   * The key belongs to a batch that was created through the other version of the API, whose answers
   * have another form.
   */
  | { readonly kind: 'key_of_version'; readonly version: number };
export type KnownKey = IdempotencyRecord & { readonly organizationId: number };
/** The bodies must be compared under a permit, because the comparison takes memory and time. */
export type Comparison = { readonly kind: 'to_compare'; readonly record: KnownKey };

/**
 * Answers a request whose idempotency key has a record (ops/adr/0055). If the body is the same JSON
 * value as the stored one, regardless of white space and the order of members, the answer is the
 * stored response.
 * @returns `key_reused` for another value; `to_compare` if the bodies are too large to compare
 *   here.
 */
export async function replay(
  pool: Pool,
  examiner: Examiner,
  record: KnownKey,
  sent: SentBody,
): Promise<Replay | Comparison> {
  const { body, rules } = sent;
  if (record.version !== rules.version) return { kind: 'key_of_version', version: record.version };
  if (record.bodyHash.equals(hash('sha256', body, 'buffer'))) return answer(record, true);
  const { organizationId, storedBytes } = record;
  const isSame =
    Math.max(body.length, storedBytes) > SMALL_BODY_BYTES
      ? null
      : await examiner.isSame(sent, organizationId, await readBatchBody(pool, organizationId, record));
  return isSame === null ? { kind: 'to_compare', record } : answer(record, isSame);
}

/**
 * Answers a request if the sent or the stored body is large. The stored body may be much larger
 * than the sent one.
 */
export async function compareAndReplay(
  pool: Pool,
  examiner: Examiner,
  record: KnownKey,
  sent: SentBody,
): Promise<Replay> {
  const stored = await readBatchBody(pool, record.organizationId, record);
  return answer(record, await examiner.isSameLarge(sent, stored));
}

function answer({ batchId, response }: KnownKey, isSame: boolean): Replay {
  return isSame ? { kind: 'replayed', batchId, response } : { kind: 'key_reused' };
}
