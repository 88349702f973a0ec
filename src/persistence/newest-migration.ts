import { readdirSync } from 'node:fs';
import path from 'node:path';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** The newest migration that this version of the program knows, by its file: the migrations themselves load MikroORM. */
export const NEWEST_MIGRATION = path.parse(
  readdirSync(MIGRATIONS)
    .filter((file) => /^\d{4}-[^.]+\.ts$/.test(file))
    .toSorted()
    .at(-1)!,
).name;
