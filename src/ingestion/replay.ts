import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Pool } from 'pg';
import { type IdempotencyRecord, readBatchBody } from '../persistence/accept-batch.ts';
import { BodySyntaxError, parseJson, type ParsedJson } from './parse-json.ts';
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
  organizationId: number,
  record: IdempotencyRecord,
  body: Buffer,
  bodyHash: Buffer,
): Promise<Replay> {
  if (record.bodyHash.equals(bodyHash) || (await isStoredBody(pool, organizationId, record.batchId, body))) {
    return { outcome: 'replayed', response: record.response };
  }
  return { outcome: 'key_reused' };
}

async function isStoredBody(
  pool: Pool,
  organizationId: number,
  batchId: number,
  body: Buffer,
): Promise<boolean> {
  let sent: ParsedJson;
  try {
    sent = parseJson(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return false;
    throw error;
  }
  const stored = parseJson(await decompress(await readBatchBody(pool, organizationId, batchId)));
  return isSameJson(sent.value, stored.value) && haveSameInexactNumbers(sent, stored);
}

/** Numbers that a double cannot hold are the same only when they are written the same. */
function haveSameInexactNumbers(left: ParsedJson, right: ParsedJson): boolean {
  if (left.inexactNumbers.size !== right.inexactNumbers.size) return false;
  return [...left.inexactNumbers].every(([path, literal]) => right.inexactNumbers.get(path) === literal);
}
