import type { Connection } from '../database.ts';
import { query } from '../statement.ts';
import * as sql from './partitions.sql.ts';

/*
 * Partitions of a database that is filled from a backup. They are split where the months begin, so
 * that each month can be archived.
 */

/** The partitioned tables, by the column of `months` that holds the first id of each month. */
export const PARTITIONED = {
  first_batch_id: ['document_blocks', 'record_blocks'],
  first_render_batch_id: ['render_batches'],
} as const;

/** The sequences that generate the ids of the partitions. */
const SEQUENCES = {
  first_batch_id: 'batches_id_seq',
  first_render_batch_id: 'render_batches_id_seq',
} as const;

/** The minimum number of ids of the newest month. */
const ROOM = 100_000;

/**
 * Deletes the months of an empty database, which begin on the day when it was created. Must run as
 * the owner.
 */
export async function clearMonths(connection: Connection): Promise<void> {
  await connection.query('alter table months disable trigger user');
  await connection.query('delete from months');
  await connection.query('alter table months enable trigger user');
}

/**
 * Partitions empty tables by the months in the database; archived months get no partition. Must run
 * as the owner.
 * @param sequences the last id that was given out, by sequence.
 */
export async function layPartitions(
  connection: Connection,
  sequences: Readonly<Record<string, number>>,
): Promise<void> {
  const { rows } = await query(connection, sql.listPartitionDrops(Object.values(PARTITIONED).flat()));
  for (const { statement } of rows) await connection.query(statement);
  for (const [column, tables] of Object.entries(PARTITIONED)) {
    const last = sequences[SEQUENCES[column as keyof typeof PARTITIONED]] ?? 0;
    await connection.query(
      `select make_partition(t.name, m.first, m.until)
       from (select case when row_number() over (order by month) = 1 then 0 else ${column} end as first,
                    coalesce(lead(${column}) over (order by month), ($2::bigint / $3 + 1) * $3) as until,
                    archived_at is not null and restored_at is null as is_away
             from months) m, unnest($1::text[]) as t (name)
       where not m.is_away and m.until > m.first`,
      [tables, last, ROOM],
    );
  }
}
