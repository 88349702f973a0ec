import type { Pool } from 'pg';
import type { BatchStatus } from '../../src/contracts/codes.ts';
import { fillRollups } from '../../src/issue/rollups/status-rollups.ts';

export type StoredBatch = { readonly status: BatchStatus; readonly receivedAt: Date };

/**
 * Stores batches of an organization after its existing ones, without dependent rows, which lists do
 * not read.
 * @returns their ids.
 */
export async function storeBatches(
  pool: Pool,
  organizationId: number,
  batches: readonly StoredBatch[],
): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with counted as (
       update organizations set batches_count = batches_count + $2 where id = $1 returning batches_count - $2 as before
     )
     insert into batches (organization_id, ordinal, status, invoices_count, received_at, processed_at, rendered_at)
     select $1, before + b.place, b.status, 1, b.received_at, e.ended_at, e.ended_at
     from counted, unnest($3::text[], $4::timestamptz[]) with ordinality b (status, received_at, place)
     cross join lateral (select case when b.status in ('received', 'processing') then null else b.received_at end as ended_at) e
     order by b.place
     returning id`,
    [
      organizationId,
      batches.length,
      batches.map(({ status }) => status),
      batches.map(({ receivedAt }) => receivedAt),
    ],
  );
  return rows.map(({ id }) => Number(id));
}

/** Fills all rollups that are complete. @returns how many. */
export async function fillAllRollups(pool: Pool): Promise<number> {
  let filled = 0;
  let place = { organizationId: 0, rollup: 0 };
  do {
    const round = await fillRollups(pool, place, { known: 100, counted: 100 });
    filled += round.filled;
    place = round;
  } while (place.organizationId !== 0);
  return filled;
}

/**
 * Inserts the dependent rows of batches of one failed invoice. $1 is the organization, $2 the
 * batches.
 */
const OF_FAILED = [
  `insert into batch_bodies (batch_id, organization_id, body) select id, $1, 'x' from unnest($2::bigint[]) id`,
  `insert into batch_invoices (id, organization_id, batch_id, processing_error) select id * 1000, $1, id, 'x' from unnest($2::bigint[]) id`,
  `insert into idempotency_records (organization_id, key, batch_id, body_hash, response, created_at)
   select $1, gen_random_uuid(), b.id, '', json_build_object('data', json_build_object('id', b.id, 'invoices_count', 1)), b.received_at
   from batches b where b.id = any ($2)`,
];

/** Stores one rollup of batches without issued invoices, with all dependent rows, and counts it. */
export async function storeFailedRollup(pool: Pool, organizationId: number, receivedAt: Date): Promise<void> {
  const batches = Array.from({ length: 1000 }, () => ({ status: 'failed', receivedAt }) as const);
  const ids = await storeBatches(pool, organizationId, batches);
  for (const sql of OF_FAILED) await pool.query(sql, [organizationId, ids]);
  if ((await fillAllRollups(pool)) !== 1) throw new Error('The rollup was not counted');
}
