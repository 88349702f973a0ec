import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Check } from 'typebox/schema';
import { UNFINISHED, writeLasting } from '../../platform/files/durable-files.ts';

/** Manifest of a backup. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  takenAt: Type.String(),
  /** Migrations of the database. The target of a restore must have the same ones. */
  migrations: Type.Array(Type.String()),
  sequences: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  tables: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
      rows: Type.Integer({ minimum: 0 }),
      /** SHA-256 of the uncompressed lines. */
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
});
export type Manifest = Static<typeof Manifest>;

const FILE = 'manifest.json';
const ENDING = '.ndjson.zst';

/**
 * Writes the manifest of a backup into its directory, durably and atomically. An existing manifest
 * is replaced. Only the owner of the file can read it.
 */
export function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  return writeLasting(path.join(directory, FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Reads the manifest of a backup.
 * @throws Error if the directory does not contain a complete backup of this format.
 */
export function readManifest(directory: string): Manifest {
  let value: unknown;
  try {
    if (realpathSync(directory).endsWith(UNFINISHED))
      throw new Error('the backup was not finished and may be incomplete');
    value = JSON.parse(readFileSync(path.join(directory, FILE), 'utf8'));
  } catch (error) {
    throw new Error(`${path.join(directory, FILE)} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (!Check(Manifest, value) || Number.isNaN(Date.parse(value.takenAt)))
    throw new Error(`${directory} does not contain a backup that this version can read`);
  const files = value.tables.map(({ name }) => path.basename(nameTableFile(directory, name)));
  const stranger = readdirSync(directory).find((file) => file.endsWith(ENDING) && !files.includes(file));
  if (stranger !== undefined) throw new Error(`${path.join(directory, stranger)} is not part of this backup`);
  return value;
}

/** Returns the file with the rows of a table: one JSON object per line, compressed with zstd. */
export function nameTableFile(directory: string, table: string): string {
  return path.join(directory, `${table}${ENDING}`);
}
