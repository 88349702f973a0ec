import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

/** What a backup says of itself. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  takenAt: Type.String(),
  /** The restored database must be at the same ones. */
  migrations: Type.Array(Type.String()),
  sequences: Type.Record(Type.String(), Type.Integer()),
  tables: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z_]+$' }),
      rows: Type.Integer(),
      /** Of the uncompressed lines. */
      sha256: Type.String(),
    }),
  ),
});
export type Manifest = Static<typeof Manifest>;

const FILE = 'manifest.json';

export function writeManifest(directory: string, manifest: Manifest): void {
  writeFileSync(path.join(directory, FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  });
}

/** @throws where the directory holds no backup of this format. */
export function readManifest(directory: string): Manifest {
  const value: unknown = JSON.parse(readFileSync(path.join(directory, FILE), 'utf8'));
  if (!Value.Check(Manifest, value))
    throw new Error(`${directory} holds no backup that this version can read`);
  return value;
}

/** Where the rows of a table are: one JSON object per line, compressed with zstd. */
export function nameTableFile(directory: string, table: string): string {
  return path.join(directory, `${table}.ndjson.zst`);
}
