import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ArchivedPdf,
  type DownloadedFormat,
  EngineError,
  type ManifestEntry,
  type UblProfile,
} from '../../engine.ts';
import { type Command, readText, type Run } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { readNumber } from '../numbers.ts';
import { drawTable } from '../output.ts';
import { readBatchIds } from './batches-of.ts';
import { BATCHES, STATE } from './status.ts';

/** The files of a completely downloaded batch. If it exists, nothing is downloaded. */
type Index = { readonly files: Readonly<Record<string, string>> };
const INDEX = 'complete.ibe.json';
/** The manifest of the engine's archive, with the invoice of each PDF. */
const MANIFEST = 'manifest.json';

export const pdf: Command = {
  summary:
    'download the PDFs or electronic invoices of batches, each batch into its own folder; repeated, only missing files',
  operands: BATCHES,
  options: {
    ...STATE,
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'electronic invoices instead of PDFs: ubl, cii, or hybrid (PDFs with the invoice in them)',
    },
    profile: { type: 'string', value: 'PROFILE', about: 'of ubl: cen or peppol (default: cen)' },
    out: {
      type: 'string',
      value: 'FOLDER',
      about: 'the parent folder (default: pdfs, or format and profile)',
    },
    partial: { type: 'boolean', about: 'download the available PDFs without waiting for the others' },
    again: {
      type: 'boolean',
      about: 'download existing files again, since an annulled invoice has another PDF',
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      about: 'the time limit for the rendering of a batch (default: none)',
    },
  },
  async run(run) {
    const { output } = run;
    const wanted = readWanted(run);
    const out = readText(run, 'out') ?? (wanted === null ? 'pdfs' : Object.values(wanted).join('-'));
    const told = [];
    for (const id of readBatchIds(run)) {
      const folder = path.join(out, String(id));
      const one = { id, folder, ...(await fetchBatch(run, id, folder, wanted)) };
      told.push(one);
      const what = wanted === null ? 'PDFs' : 'electronic invoices';
      output.note(`batch ${id}: ${one.written} ${what} written, ${one.kept} already existed`);
      if (one.lacking > 0)
        output.note(
          `batch ${id}: the format ${wanted!.format} cannot express ${one.lacking} of the invoices`,
        );
    }
    const rows = told.map(({ id, folder, written, kept }) => [id, folder, written, kept]);
    output.result({ batches: told }, drawTable([['BATCH', 'FOLDER', 'WRITTEN', 'THERE'], ...rows]));
    return told.some(({ written, kept }) => written + kept === 0) ? EXIT.invoices : EXIT.ok;
  },
};

const FORMATS: readonly DownloadedFormat[] = ['ubl', 'cii', 'hybrid'];
const PROFILES: readonly UblProfile[] = ['cen', 'peppol'];

/** The format of electronic invoices. */
type Wanted = { readonly format: DownloadedFormat; readonly profile?: UblProfile };

/** Returns null if PDFs are wanted. @throws InputFault for options that do not fit. */
function readWanted(run: Run): Wanted | null {
  const format = readChoice(run, 'format', FORMATS);
  const profile = readChoice(run, 'profile', PROFILES);
  if (profile !== undefined && format !== 'ubl') throw new InputFault('--profile needs --format ubl');
  if (format === undefined) return null;
  if (run.options['partial'] === true) throw new InputFault('--partial is for PDFs only');
  return { format, ...(profile !== undefined && { profile }) };
}

function readChoice<C extends string>(run: Run, name: string, choices: readonly C[]): C | undefined {
  const given = readText(run, name);
  const choice = choices.find((each) => each === given);
  if (given !== undefined && choice === undefined)
    throw new InputFault(`--${name} must be one of ${choices.join(', ')}`);
  return choice;
}

type Fetched = {
  readonly written: number;
  readonly kept: number;
  /** The number of issued invoices that the format cannot express. */
  readonly lacking: number;
};

async function fetchBatch(run: Run, id: number, folder: string, wanted: Wanted | null): Promise<Fetched> {
  const { engine, options, signal } = run;
  const kept = options['again'] === true ? null : countWhole(folder);
  if (kept !== null) return { written: 0, kept, lacking: 0 };
  const partial = options['partial'] === true;
  if (!partial) {
    const seconds = readNumber(readText(run, 'timeout'), 'timeout', 1, 999_999_999);
    const until = wanted === null || wanted.format === 'hybrid' ? 'printed' : 'issued';
    await engine.wait(id, { until, signal, ...(seconds && { withinMs: seconds * 1000 }) });
  }
  const { processed } = await engine.summary(id, { signal });
  if (processed === 0) return { written: 0, kept: 0, lacking: 0 };
  const files: Record<string, string> = {};
  const invoices: ManifestEntry[] = [];
  let written = 0;
  make(folder);
  const archive =
    wanted === null
      ? engine.pdfs(id, { partial, signal })
      : engine.documents(id, wanted.format, { ...wanted, signal });
  for await (const file of takeFiles(archive, partial)) {
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
  return { written, kept: count - written, lacking: wanted === null ? 0 : processed - count };
}

/** Returns the files. With `partial`, does not fail if there are none. */
async function* takeFiles(files: AsyncIterable<ArchivedPdf>, partial: boolean): AsyncGenerator<ArchivedPdf> {
  try {
    yield* files;
  } catch (error) {
    if (!partial || !(error instanceof EngineError) || error.status !== 422) throw error;
  }
}

/** Returns the number of PDFs if the batch was downloaded completely; otherwise null. */
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

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

function readHash(file: string): string | null {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return null;
  }
}

function make(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new InputFault(`${folder} cannot be created: ${(error as Error).message}`);
  }
}

/** Writes a file completely or not at all. */
function writeWhole(folder: string, name: string, content: Uint8Array | string): void {
  const file = path.join(folder, name);
  const temporary = path.join(folder, `.${name}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, file);
  } catch (error) {
    throw new InputFault(`${file} cannot be written: ${(error as Error).message}`);
  }
}
