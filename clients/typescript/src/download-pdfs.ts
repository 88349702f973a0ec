import type { Caller, Query } from './call.ts';
import { EngineError } from './engine-error.ts';
import { pause } from './pause.ts';
import { type ArchivedFile, readZip } from './read-zip.ts';
import { choosePause, isPassing } from './retry.ts';
import { makeSafeName } from './safe-name.ts';
import type { ElectronicFormat, UblProfile } from './shapes.ts';

/** The entry of an archive's manifest with the invoice of a file. */
export type ManifestEntry = {
  readonly file: string;
  readonly batch_invoice_id: number;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string;
};
/** A PDF or another document of an archive. */
export type ArchivedPdf = ArchivedFile & {
  /** Null if the engine's release writes no manifest. */
  readonly invoice: ManifestEntry | null;
};

const MANIFEST = 'manifest.json';

type Abortable = { readonly signal?: AbortSignal | undefined };

/** The path and the query of an archive. */
type ArchivePlace = { readonly path: string; readonly query: Query };

/** Returns the archive of the PDFs of a batch. */
export function placeOfPdfs(batchId: number, partial = false): ArchivePlace {
  // With `partial`, the engine refuses the request only if no PDF is available yet.
  return { path: `/invoice_batches/${batchId}/pdfs`, query: partial ? { partial } : {} };
}

/** Returns the archive of the electronic invoices of a batch in one format. */
export function placeOfDocuments(
  batchId: number,
  format: ElectronicFormat,
  profile: UblProfile | undefined,
): ArchivePlace {
  return { path: `/invoice_batches/${batchId}/documents`, query: { format, profile } };
}

/** Downloads an archive as a ZIP, in pieces. The request is repeated until the download begins. */
export async function* downloadArchive(
  call: Caller['call'],
  place: ArchivePlace,
  { signal }: Abortable,
): AsyncGenerator<Uint8Array, void, void> {
  const request = { ...place, isAwaited: true, signal };
  const answer = await call(request, (begun) => Promise.resolve(begun));
  try {
    yield* answer.chunks;
  } finally {
    answer.discard();
  }
}

/**
 * Yields each file of an archive once, with its entry in the manifest. After a broken connection it
 * downloads the archive again and continues with the next file. File names are made safe for any
 * folder.
 */
export async function* downloadPdfs(
  download: () => AsyncIterable<Uint8Array>,
  patienceMs: number,
  { signal }: Abortable,
): AsyncGenerator<ArchivedPdf, void, void> {
  const given = new Set<string>();
  const taken = new Set<string>();
  let failures = 0;
  let deadline = performance.now() + patienceMs;
  for (;;) {
    const files = readZip(download());
    let invoices: ReadonlyMap<string, ManifestEntry> = new Map();
    try {
      for (;;) {
        const next = await takeNext(files);
        if (next instanceof EngineError) {
          if (!isPassing(next, failures, {})) throw next;
          const wanted = choosePause(failures, next.retryAfter, Math.random());
          if (performance.now() + wanted > deadline) throw next;
          failures += 1;
          await pause(wanted, signal);
          break;
        }
        if (next === null) return;
        if (next.name === MANIFEST) invoices = readManifest(next);
        if (next.name === MANIFEST || given.has(next.name)) continue;
        given.add(next.name);
        const invoice = invoices.get(next.name);
        const name = makeSafeName(next.name, taken);
        yield { ...next, name, invoice: invoice === undefined ? null : { ...invoice, file: name } };
        failures = 0;
        deadline = performance.now() + patienceMs;
      }
    } finally {
      await files.return();
    }
  }
}

/**
 * Takes the next file. Catches only errors of the archive, not those of the consumer of the files.
 */
async function takeNext(
  files: AsyncGenerator<ArchivedFile, void, void>,
): Promise<ArchivedFile | EngineError | null> {
  try {
    const { value } = await files.next();
    return value ?? null;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/** Reads a manifest. @throws EngineError `unreadable` if it is invalid. */
function readManifest({ content }: ArchivedFile): ReadonlyMap<string, ManifestEntry> {
  try {
    const entries = JSON.parse(new TextDecoder().decode(content)) as ManifestEntry[];
    return new Map(entries.map((entry) => [entry.file, entry]));
  } catch {
    throw new EngineError({
      status: 0,
      code: 'unreadable',
      message: `The archive's ${MANIFEST} cannot be read`,
    });
  }
}
