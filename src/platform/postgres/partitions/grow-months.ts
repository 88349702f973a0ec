import type { ClientBase, Pool } from 'pg';

/* Ids of a month are none of another month, and what takes the room lies in partitions by id (ops/adr/0040). */

/** The database is not migrated yet. */
const NO_FUNCTION = '42883';

/**
 * Makes partitions for ids to come where there are few left.
 * @returns whether it made some; false, too, where the database is not migrated yet.
 */
export async function makePartitions(connection: Pool | ClientBase): Promise<boolean> {
  let made = false;
  while (await ask(connection, 'select make_partitions() as "isDone"')) made = true;
  return made;
}

/**
 * Begins the month of a day, if it has not begun: ids leap to a partition that has none, which must have been made.
 * @param today YYYY-MM-DD, in Madrid.
 * @returns whether it began; false, too, where the database is not migrated yet.
 */
export function beginMonth(connection: Pool | ClientBase, today: string): Promise<boolean> {
  return ask(connection, 'select begin_month($1) as "isDone"', [today]);
}

async function ask(connection: Pool | ClientBase, text: string, values: unknown[] = []): Promise<boolean> {
  try {
    const { rows } = await connection.query<{ isDone: boolean }>(text, values);
    return rows[0]!.isDone;
  } catch (error) {
    if ((error as { code?: string }).code === NO_FUNCTION) return false;
    throw error;
  }
}
