import { countRows } from '../measuring/prove.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { ApiClient } from './api-client.ts';
import type { Product } from './open-product.ts';

/**
 * Posts a batch and polls until all of it is issued.
 * @returns the milliseconds from before the POST to the 201 and to the end.
 */
export async function issueOne(
  { pool }: Product,
  client: ApiClient,
  body: Buffer,
): Promise<{ accepted: number; issued: number }> {
  const started = performance.now();
  const id = await client.post(body);
  const accepted = performance.now() - started;
  await waitUntil(
    async () => (await countRows(pool, 'batches where id = $1 and processed_at is not null', [id])) === 1,
    'a batch to be issued',
  );
  return { accepted, issued: performance.now() - started };
}
