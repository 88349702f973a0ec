import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Check } from 'typebox/schema';
import { UNFINISHED, writeLasting } from '../platform/files/durable-files.ts';

/*
 * A month as files: a directory with a manifest, and one for each organization, so that what its law no longer wants kept can be removed alone. What is to be read by people and other
 * programs lies in `documents` and `records`; `document-blocks`, `record-blocks` and `render-batches` are the rows as they were, to come back.
 */

/** The files of an organization, each a JSON object a line, compressed with zstd. */
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

/** Records of a chain without a gap: the huellas before and at its end. */
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
  /** Of the uncompressed lines. */
  sha256: Sha256,
});
export type ArchivedFile = Static<typeof ArchivedFile>;

const ArchivedOrganization = Type.Object({
  id: Id,
  name: Type.String(),
  /** Years from the end of the month's year on, as the organization was set then. */
  keepYears: Type.Integer({ minimum: 6, maximum: 30 }),
  files: Type.Array(ArchivedFile),
  runs: Type.Array(Run),
});
export type ArchivedOrganization = Static<typeof ArchivedOrganization>;

/** What the files of a month say of themselves. */
export const MonthManifest = Type.Object({
  format: Type.Literal(1),
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
  writtenAt: Type.String(),
  /** Ids from the first up to the end, which is not one of them. */
  batches: Type.Object({ first: Id, end: Id }),
  renderBatches: Type.Object({ first: Id, end: Id }),
  /** Invoices whose last record AEAT refused, which somebody let go with the others. */
  refused: Type.Integer({ minimum: 0 }),
  organizations: Type.Array(ArchivedOrganization),
});
export type MonthManifest = Static<typeof MonthManifest>;

const FILE = 'manifest.json';
/** Tens of thousands of organizations take less. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Where a month lies in the directory of all. @param month YYYY-MM. */
export const nameMonth = (into: string, month: string) => path.join(into, month);

/** Where an organization's files of a month lie. */
export const nameOrganization = (directory: string, id: number) => path.join(directory, `organization-${id}`);

/** Where a file of an organization is. */
export const nameArchived = (directory: string, id: number, name: Archived) =>
  path.join(nameOrganization(directory, id), `${name}.ndjson.zst`);

export function writeMonthManifest(directory: string, manifest: MonthManifest): Promise<void> {
  return writeLasting(path.join(directory, FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Reads what the files of a month say of themselves.
 * @returns it, and the SHA-256 of the file.
 * @throws where the directory holds no month that this version can read.
 */
export function readMonthManifest(directory: string): { manifest: MonthManifest; sha256: Buffer } {
  const file = path.join(directory, FILE);
  let bytes: Buffer;
  let manifest: unknown;
  try {
    if (realpathSync(directory).endsWith(UNFINISHED))
      throw new Error('it was not finished; nothing says that it is whole');
    if (statSync(file).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    bytes = readFileSync(file);
    manifest = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (!Check(MonthManifest, manifest))
    throw new Error(`${directory} holds no month that this version can read`);
  return { manifest, sha256: createHash('sha256').update(bytes).digest() };
}

/**
 * The last day on which an organization's files of a month must be kept: so many years after the end of its year.
 * Source: Código de Comercio, art. 30 (six years from the last entry of the year); LGT, art. 66 bis (ten).
 * @param month YYYY-MM. @returns YYYY-MM-DD.
 */
export function findLastDay(month: string, keepYears: number): string {
  return `${Number(month.slice(0, 4)) + keepYears}-12-31`;
}
