import { readdirSync } from 'node:fs';
import path from 'node:path';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

/**
 * The migrations that this version of the program knows, by their file names. The migration modules
 * are not loaded, because they load MikroORM.
 */
export const KNOWN_MIGRATIONS: readonly string[] = readdirSync(MIGRATIONS)
  .filter((file) => /^\d{4}-[^.]+\.sql$/.test(file))
  .map((file) => path.parse(file).name)
  .toSorted();

export const NEWEST_MIGRATION = KNOWN_MIGRATIONS.at(-1)!;
