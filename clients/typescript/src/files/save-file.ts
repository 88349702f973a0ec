import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { withRetries } from '../retry.ts';

const PATIENCE_MS = 120_000;

/**
 * Saves a download, by way of another file in its folder, so that a failure never damages what
 * exists: the file is replaced only by a complete one.
 * @param file the path of the file.
 * @param download begins the download, for example `() => engine.archive(batchId)`. It is called
 *   again after a connection broke.
 * @param options `patienceMs`: the time for which a broken download is repeated; default: 2
 *   minutes.
 * @throws EngineError if the download fails, the error of the system if the file cannot be written.
 */
export async function saveFile(
  file: string,
  download: () => AsyncIterable<Uint8Array>,
  { patienceMs = PATIENCE_MS, signal }: { patienceMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  const handle = await open(temporary, 'wx');
  try {
    await withRetries(
      async () => {
        // What an attempt wrote before its connection broke.
        await handle.truncate(0);
        let written = 0;
        for await (const piece of download()) {
          for (let at = 0; at < piece.length;) {
            const { bytesWritten } = await handle.write(piece, at, piece.length - at, written);
            at += bytesWritten;
            written += bytesWritten;
          }
        }
      },
      { patienceMs, signal },
    );
    await handle.close();
    await rename(temporary, file);
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
}
