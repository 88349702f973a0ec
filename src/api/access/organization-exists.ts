import type { Connection } from '../../platform/postgres/database.ts';

/** Whether there is an organization with this id. */
export async function organizationExists(connection: Connection, id: number): Promise<boolean> {
  const { rowCount } = await connection.query('select from organizations where id = $1', [id]);
  return rowCount === 1;
}
