import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ArchivedPdf, EngineError, type ManifestEntry, type Stage } from '../../engine.ts';
import { pause } from '../../pause.ts';
import { type Option, readText, type Run } from '../command.ts';
import { readNumber } from '../numbers.ts';
import { hashOf, makeFolder, readHash, writeWhole } from './whole-files.ts';

/** The files of a completely downloaded batch. If it exists, nothing is downloaded. */
type Index = { readonly files: Readonly<Record<string, string>> };
const INDEX = 'complete.ibe.json';
/** The manifest of the engine's archive, with the invoice of each file. */
const MANIFEST = 'manifest.json';

/** The options of commands that download the files of a batch. */
export const FETCHING: Readonly<Record<string, Option>> = {
  again: {
    type: 'boolean',
    about: 'download existing files again, since an annulled invoice has another PDF',
  },
  timeout: {
    type: 'string',
    value: 'SECONDS',
    about: 'the time limit for the files of a batch (default: none)',
  },
};

/** What is downloaded. */
type Wanted = {
  /** The stage in which the files exist or can be requested. */
  readonly until: Stage;
  /** Whether the available files are downloaded without waiting for the others. */
  readonly partial?: boolean;
  readonly open: (id: number) => AsyncIterable<ArchivedPdf>;
};

export type Fetched = {
  readonly written: number;
  readonly kept: number;
  /**
   * The number of issued invoices; null if the folder was complete, so that the engine was not
   * asked.
   */
  readonly issued: number | null;
};

/**
 * Downloads the files of a batch that its folder does not contain yet.
 * @throws EngineError, also if they do not exist in time.
 */
export async function fetchBatch(
  run: Run,
  id: number,
  folder: string,
  { until, partial = false, open }: Wanted,
): Promise<Fetched> {
  const { engine, options, signal } = run;
  const kept = options['again'] === true ? null : countWhole(folder);
  if (kept !== null) return { written: 0, kept, issued: null };
  const seconds = readNumber(readText(run, 'timeout'), 'timeout', 1, 999_999_999);
  const withinMs = seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000;
  const deadline = performance.now() + withinMs;
  if (!partial) await engine.wait(id, { until, signal, withinMs });
  const { processed } = await engine.summary(id, { signal });
  if (processed === 0) return { written: 0, kept: 0, issued: 0 };
  const files: Record<string, string> = {};
  const invoices: ManifestEntry[] = [];
  let written = 0;
  makeFolder(folder);
  for await (const file of takeFiles(() => open(id), { partial, deadline, signal })) {
    const hash = hashOf(file.content);
    files[file.name] = hash;
    if (file.invoice !== null) invoices.push(file.invoice);
    if (readHash(path.join(folder, file.name)) === hash) continue;
    writeWhole(folder, file.name, file.content);
    written += 1;
  }
  const count = Object.keys(files).length;
  if (invoices.length > 0) writeWhole(folder, MANIFEST, `${JSON.stringify(invoices, null, 2)}\n`);
  if (count === processed) writeWhole(folder, INDEX, `${JSON.stringify({ files } satisfies Index)}\n`);
  return { written, kept: count - written, issued: processed };
}

/**
 * Returns the files. Requests an archive again while the engine still renders or signs its files,
 * because the client itself gives up after its patience. With `partial`, it does not fail if there
 * are none.
 */
async function* takeFiles(
  open: () => AsyncIterable<ArchivedPdf>,
  { partial, deadline, signal }: { partial: boolean; deadline: number; signal: AbortSignal },
): AsyncGenerator<ArchivedPdf> {
  for (;;)
    try {
      yield* open();
      return;
    } catch (error) {
      if (!(error instanceof EngineError) || ![409, 422].includes(error.status)) throw error;
      if (partial) return;
      const seconds = error.retryAfter;
      if (seconds === null || performance.now() + seconds * 1000 > deadline) throw error;
      await pause(seconds * 1000, signal);
    }
}

/** Returns the number of files if the batch was downloaded completely; otherwise null. */
function countWhole(folder: string): number | null {
  let index: Index;
  try {
    index = JSON.parse(readFileSync(path.join(folder, INDEX), 'utf8')) as Index;
  } catch {
    return null;
  }
  const files = Object.entries(index.files ?? {});
  const isThere = ([name, hash]: [string, string]) => readHash(path.join(folder, name)) === hash;
  return files.length > 0 && files.every(isThere) ? files.length : null;
}
