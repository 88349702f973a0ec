import type { ClientBase, Pool } from 'pg';

/*
 * The ids of one month are never used in another month, and the largest tables are partitioned by
 * id (ops/adr/0040).
 */

/** SQLSTATE of a missing function: the database is not migrated yet. */
const NO_FUNCTION = '42883';

/**
 * Creates partitions for future ids if few are left.
 * @returns whether it created any; false also if the database is not migrated yet.
 */
export async function makePartitions(connection: Pool | ClientBase): Promise<boolean> {
  let made = false;
  while (await ask(connection, 'select make_partitions() as "isDone"')) made = true;
  return made;
}

/**
 * Begins the month of a day unless it has begun: the ids advance to an empty partition, which must
 * exist.
 * @param today YYYY-MM-DD, in Madrid.
 * @returns whether it began the month; false also if the database is not migrated yet.
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
