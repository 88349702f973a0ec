import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { query } from '../platform/postgres/statement.ts';
import { nameKey } from '../platform/secrets/seal-secret.ts';
import { derivePublicKey } from '../platform/secrets/sealing-pair.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import * as sql from './statements/webhooks.sql.ts';

const AGAIN_MS = 2000;

/**
 * Publishes the public key with which the API seals the secrets of webhook endpoints for this worker.
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

/** Publishes the key when a worker starts, as soon as the database answers and is migrated. Each reason for a delay is logged once. */
export async function publishAtStart({
  pool,
  keys,
  logger,
  now,
  resources,
}: {
  readonly pool: Pool;
  readonly keys: readonly Uint8Array[];
  readonly logger: Logger;
  readonly now: () => Date;
  readonly resources: { readonly disposed: boolean };
}): Promise<void> {
  let logged = '';
  while (!resources.disposed) {
    try {
      return await publishSealingKey(pool, keys, now());
    } catch (error) {
      const { message } = error as Error;
      if (message !== logged)
        logger.warn(
          { err: error },
          'The key for the secrets of webhook endpoints could not be published; the worker retries',
        );
      logged = message;
      await wait(AGAIN_MS, undefined, { ref: false });
    }
  }
}
