import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Check } from 'typebox/schema';
import { UNFINISHED, writeLasting } from '../platform/files/durable-files.ts';

/*
 * An archived month is a directory with a manifest and one directory per organization, so that the
 * files of an organization can be removed when its retention period is over. `documents` and
 * `records` are for people and other programs; `document-blocks`, `record-blocks` and
 * `render-batches` are the rows to be restored.
 */

/**
 * The files of an organization. Each contains one JSON object per line and is compressed with zstd.
 */
export const ARCHIVED = [
  'documents',
  'records',
  'document-blocks',
  'record-blocks',
  'render-batches',
] as const;
export type Archived = (typeof ARCHIVED)[number];

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Huella = Type.String({ pattern: '^[0-9A-F]{64}$' });
const Id = Type.Integer({ minimum: 1 });

/** Consecutive records of a chain, with the huella before the first one and that of the last. */
const Run = Type.Object({
  chainId: Id,
  issuerNif: Type.String(),
  installationNumber: Type.String(),
  firstSequence: Id,
  lastSequence: Id,
  hashBefore: Type.Union([Huella, Type.Null()]),
  lastHash: Huella,
});
export type Run = Static<typeof Run>;

const ArchivedFile = Type.Object({
  name: Type.Enum([...ARCHIVED]),
  lines: Id,
  /** SHA-256 of the uncompressed lines. */
  sha256: Sha256,
});
export type ArchivedFile = Static<typeof ArchivedFile>;

const ArchivedOrganization = Type.Object({
  id: Id,
  name: Type.String(),
  /**
   * The retention period in years from the end of the month's year, as the organization was set
   * when the files were written.
   */
  keepYears: Type.Integer({ minimum: 6, maximum: 30 }),
  files: Type.Array(ArchivedFile),
  runs: Type.Array(Run),
});
export type ArchivedOrganization = Static<typeof ArchivedOrganization>;

/** The manifest of a month's files. */
export const MonthManifest = Type.Object({
  format: Type.Literal(1),
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
  writtenAt: Type.String(),
  /** Ranges of ids; `end` is exclusive. */
  batches: Type.Object({ first: Id, end: Id }),
  renderBatches: Type.Object({ first: Id, end: Id }),
  /**
   * The number of invoices whose last record AEAT refused and that an operator agreed to archive.
   */
  refused: Type.Integer({ minimum: 0 }),
  organizations: Type.Array(ArchivedOrganization),
});
export type MonthManifest = Static<typeof MonthManifest>;

const FILE = 'manifest.json';
/** Enough for tens of thousands of organizations. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Returns the directory of a month within the directory of all months.
 * @param month YYYY-MM.
 */
export const nameMonth = (into: string, month: string) => path.join(into, month);

/** Returns the directory of an organization's files of a month. */
export const nameOrganization = (directory: string, id: number) => path.join(directory, `organization-${id}`);

/** Returns the path of a file of an organization. */
export const nameArchived = (directory: string, id: number, name: Archived) =>
  path.join(nameOrganization(directory, id), `${name}.ndjson.zst`);

/**
 * Writes the manifest of a month into its directory, durably and atomically. An existing manifest
 * is replaced. Only the owner of the file can read it.
 */
export function writeMonthManifest(directory: string, manifest: MonthManifest): Promise<void> {
  return writeLasting(path.join(directory, FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Reads the manifest of a month.
 * @returns the manifest, and the SHA-256 of its file.
 * @throws if the directory contains no month that this version can read.
 */
export function readMonthManifest(directory: string): { manifest: MonthManifest; sha256: Buffer } {
  const file = path.join(directory, FILE);
  let bytes: Buffer;
  let manifest: unknown;
  try {
    if (realpathSync(directory).endsWith(UNFINISHED))
      throw new Error('it was not finished and may be incomplete');
    if (statSync(file).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    bytes = readFileSync(file);
    manifest = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (!Check(MonthManifest, manifest))
    throw new Error(`${directory} does not contain a month that this version can read`);
  return { manifest, sha256: createHash('sha256').update(bytes).digest() };
}

/**
 * Returns the last day on which an organization's files of a month must be kept: `keepYears` years
 * after the end of its year. Source: Código de Comercio, art. 30 (six years from the last entry of
 * the year); LGT, art. 66 bis (ten).
 * @param month YYYY-MM.
 * @returns YYYY-MM-DD.
 */
export function findLastDay(month: string, keepYears: number): string {
  return `${Number(month.slice(0, 4)) + keepYears}-12-31`;
}
