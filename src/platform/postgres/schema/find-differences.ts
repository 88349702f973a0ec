import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { KNOWN_MIGRATIONS } from '../newest-migration.ts';
import { compareSchemas, type Difference, readSections } from './compare-schema.ts';
import { describeSchema } from './describe-schema.ts';

/**
 * The schema that the migrations of this version make, which a test compares with a migrated
 * database.
 */
const EXPECTED = new URL('../../../generated/schema.txt', import.meta.url);

/**
 * Compares the schema of a database with what the migrations of this version make.
 * @returns null if the database does not have exactly the migrations of this version, so that it
 *   cannot be compared.
 */
export async function findDifferences(pool: Pool): Promise<Difference[] | null> {
  const { rows } = await pool.query<{ name: string }>('select name from public.migrations order by name');
  if (rows.map(({ name }) => name).join() !== KNOWN_MIGRATIONS.join()) return null;
  return compareSchemas(readFileSync(EXPECTED, 'utf8'), await describeSchema(pool));
}

/**
 * Returns the owner of each function that does not belong to who migrates, by its name with its
 * arguments.
 */
export function readFunctionOwners(): ReadonlyMap<string, string> {
  const sections = readSections(readFileSync(EXPECTED, 'utf8'));
  const owners = sections.get('owners of functions, where they are not who migrates')!;
  return new Map([...owners].map(([name, line]) => [name, line.slice(name.length + 1)]));
}
