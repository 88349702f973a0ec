import type { Connection } from '../../platform/postgres/database.ts';

/* How many years the law wants kept what an organization issued. */

/** @returns false where it is so already, or there is none. */
export async function changeKeepYears(connection: Connection, id: number, years: number): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'change-keep-years',
    text: 'update organizations set keep_years = $2 where id = $1 and keep_years <> $2',
    values: [id, years],
  });
  return rowCount === 1;
}
