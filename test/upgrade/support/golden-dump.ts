import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Dump, DumpedTable } from './write-dump.ts';

const DIRECTORY = path.resolve(import.meta.dirname, '../../golden/upgrade');

/** The dump of the next release. `npm run release` writes the dump of its version instead. */
export const UNRELEASED = 'unreleased';

/** Facts about the dumped database, with which the restored and migrated database is compared. */
export type Facts = {
  /** The product's clock when the dump was written, in ISO 8601. */
  readonly moment: string;
  readonly tables: readonly DumpedTable[];
  /** The number of records of each chain. */
  readonly chains: Readonly<Record<string, number>>;
  readonly organizations: readonly DumpedOrganization[];
  /** The endpoint that receives the events of the first organization. */
  readonly webhook: { readonly endpointId: number; readonly secret: string; readonly sealingKey: string };
  /** An accepted invoice of the first organization, which can be annulled. */
  readonly accepted: number;
};

export type DumpedOrganization = {
  readonly id: number;
  /** For tests only; no installation uses it. */
  readonly apiKey: string;
  /** Answers of the API by path below /api/v1. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** SHA-256 of the PDFs by invoice id. */
  readonly pdfs: Readonly<Record<string, string>>;
};

const locate = (version: string, ending: string) => path.join(DIRECTORY, `${version}.${ending}`);

/** Lists the versions that have a dump, the newest last; `unreleased` counts as the newest. */
export function listDumps(): string[] {
  return readdirSync(DIRECTORY)
    .flatMap((file) => /^(.+)\.sql\.gz$/.exec(file)?.[1] ?? [])
    .toSorted(
      (one, other) =>
        Number(one === UNRELEASED) - Number(other === UNRELEASED) ||
        one.localeCompare(other, 'en', { numeric: true }),
    );
}

/** Reads the SQL script of a version's dump. */
export const readDump = (version: string) =>
  gunzipSync(readFileSync(locate(version, 'sql.gz'))).toString('utf8');

export const readFacts = (version: string) =>
  JSON.parse(readFileSync(locate(version, 'json'), 'utf8')) as Facts;

/** Returns the bytes that a dump takes in the repository. */
export const measureDump = (version: string) => readFileSync(locate(version, 'sql.gz')).length;

/**
 * Stores a dump and removes the unreleased one.
 * @throws Error if the version already has a dump, because the dump of a release never changes.
 */
export function storeDump(version: string, { sql }: Dump, facts: Facts): void {
  if (version !== UNRELEASED && existsSync(locate(version, 'sql.gz')))
    throw new Error(`test/golden/upgrade/${version}.sql.gz belongs to a release and must not change`);
  for (const ending of ['sql.gz', 'json']) rmSync(locate(UNRELEASED, ending), { force: true });
  writeFileSync(locate(version, 'sql.gz'), gzipSync(sql, { level: 9 }));
  writeFileSync(locate(version, 'json'), `${JSON.stringify(facts, null, 1)}\n`);
}
