import type { Pool } from 'pg';
import { withTransaction } from '../../../src/platform/postgres/database.ts';
import {
  finishSubmission,
  insertRecordAnswers,
  insertSubmission,
} from '../../../src/remit/statements/remission.ts';
import { runClients } from '../measuring/run-clients.ts';
import { countRows } from '../measuring/prove.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import { buildBatch } from './build-batch.ts';
import type { ApiClient } from './api-client.ts';
import type { Product } from './open-product.ts';

/** The number of invoices of a batch, of records of an envelope, and of its answers. */
export const RECORDS = 1000;
const CLIENTS = 2;
const EMPTY = Buffer.alloc(1);

/**
 * Stores AEAT's answers to the next envelope of 1000 records, all of them `accepted`, as a worker
 * does.
 */
export type StoreAnswers = () => Promise<void>;

/**
 * Issues some batches of 1000 invoices of one issuer; a worker must be running.
 * @param pool a pool with a worker's rights.
 * @returns a function that stores the answers to them.
 */
export async function issueForAnswers(
  product: Product,
  client: ApiClient & { readonly organizationId: number },
  pool: Pool,
  batches: number,
): Promise<StoreAnswers> {
  await runClients(CLIENTS, batches, async (index) => {
    await client.post(buildBatch(RECORDS, `A${index}`));
  });
  await waitUntil(
    async () => (await countRows(product.pool, 'batches where processed_at is null')) === 0,
    'batches to be issued',
    { pauseMs: 50 },
  );
  const { rows } = await product.pool.query<{ id: number }>(
    'select id::float8 as id from chains where organization_id = $1',
    [client.organizationId],
  );
  const chainId = rows[0]!.id;
  let answered = 0;
  return () => {
    const firstSequence = answered + 1;
    answered += RECORDS;
    const answers = Array.from({ length: RECORDS }, (_, index) => {
      return { sequence: firstSequence + index, state: 'accepted', code: null, message: null } as const;
    });
    return withTransaction(pool, async (transaction) => {
      const now = new Date();
      const envelope = {
        firstSequence,
        lastSequence: answered,
        hasIncident: false,
        request: EMPTY,
        createdAt: now,
      };
      const submissionId = await insertSubmission(transaction, chainId, envelope);
      await insertRecordAnswers(transaction, { chainId, attempt: 1, submissionId }, answers, now);
      await finishSubmission(transaction, submissionId, now);
    });
  };
}
