import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { nameFile } from '../platform/files/durable-files.ts';
import { type Archived, type ArchivedFile, nameArchived, nameOrganization } from './manifest.ts';

type OpenFile = {
  readonly organizationId: number;
  write(line: string): Promise<void>;
  close(): Promise<ArchivedFile>;
};

/**
 * Writes lines to one file per organization.
 * @param lines must be grouped by organization.
 * @returns the files by organization.
 */
export async function writeByOrganization(
  directory: string,
  name: Archived,
  lines: AsyncIterable<{ readonly organizationId: number; readonly line: string }>,
): Promise<Map<number, ArchivedFile>> {
  const written = new Map<number, ArchivedFile>();
  let open: OpenFile | null = null;
  for await (const { organizationId, line } of lines) {
    if (open?.organizationId !== organizationId) {
      if (open !== null) written.set(open.organizationId, await open.close());
      open = await openFile(directory, name, organizationId);
    }
    await open.write(line);
  }
  if (open !== null) written.set(open.organizationId, await open.close());
  return written;
}

async function openFile(directory: string, name: Archived, organizationId: number): Promise<OpenFile> {
  await mkdir(nameOrganization(directory, organizationId), { recursive: true, mode: 0o700 });
  const target = nameArchived(directory, organizationId, name);
  const packer = createZstdCompress();
  // Without a flush the file may be empty after a machine has crashed.
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  const done = pipeline(packer, file).catch((error: unknown) => {
    throw nameFile(error, target);
  });
  done.catch(() => {});
  const sha256 = createHash('sha256');
  let count = 0;
  return {
    organizationId,
    async write(line) {
      sha256.update(`${line}\n`);
      count += 1;
      // A full disk emits no further `drain` event.
      if (!packer.write(`${line}\n`)) await Promise.race([once(packer, 'drain'), done]);
    },
    async close() {
      packer.end();
      await done;
      return { name, lines: count, sha256: sha256.digest('hex') };
    },
  };
}
