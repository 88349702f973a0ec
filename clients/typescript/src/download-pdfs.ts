import type { Caller } from './call.ts';
import { EngineError } from './engine-error.ts';
import { pause } from './pause.ts';
import { type ArchivedFile, readZip } from './read-zip.ts';
import { choosePause, isPassing } from './retry.ts';
import { makeSafeName } from './safe-name.ts';

/** Which invoice a file of an archive is of, as the manifest of the archive says it. */
export type ManifestEntry = {
  readonly file: string;
  readonly batch_invoice_id: number;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string;
};
/** A PDF of an archive. */
export type ArchivedPdf = ArchivedFile & {
  /** Null where the engine is of a release that wrote no manifest. */
  readonly invoice: ManifestEntry | null;
};

const MANIFEST = 'manifest.json';

type Wanted = { readonly partial?: boolean; readonly signal?: AbortSignal | undefined };

/** All PDFs of a batch as a ZIP, in pieces. Until it begins it is asked for again. */
export async function* downloadArchive(
  call: Caller['call'],
  batchId: number,
  { partial = false, signal }: Wanted,
): AsyncGenerator<Uint8Array, void, void> {
  const path = `/invoice_batches/${batchId}/pdfs`;
  const query = partial ? { partial } : {};
  // With `partial`, nothing at all is there yet where it is refused.
  const request = { path, query, isAwaited: true, signal };
  const answer = await call(request, (begun) => Promise.resolve(begun));
  try {
    yield* answer.chunks;
  } finally {
    answer.discard();
  }
}

/** The PDFs of an archive with what its manifest says of them, each once. Where it breaks off it is downloaded anew, and given from where it broke. Names are made safe for any folder. */
export async function* downloadPdfs(
  download: () => AsyncIterable<Uint8Array>,
  patienceMs: number,
  { signal }: Wanted,
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

/** Only what comes from the archive is caught, and nothing of whoever takes the files. */
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

/** @throws EngineError `unreadable` for what is no manifest. */
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
