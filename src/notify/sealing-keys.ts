import type { Pool } from 'pg';
import { query } from '../platform/postgres/statement.ts';
import { nameKey } from '../platform/secrets/seal-secret.ts';
import { derivePublicKey } from '../platform/secrets/sealing-pair.ts';
import * as sql from './statements/webhooks.sql.ts';

/**
 * Publishes the public key with which the API seals the secrets of webhook endpoints for this
 * worker.
 * @param keys CERTIFICATE_KEY first; without keys nothing is published.
 */
export async function publishSealingKey(
  connection: Pick<Pool, 'query'>,
  keys: readonly Uint8Array[],
  now: Date,
): Promise<void> {
  const [key] = keys;
  if (key !== undefined)
    await query(connection, sql.publishSealingKey(nameKey(key), derivePublicKey(key), now));
}
