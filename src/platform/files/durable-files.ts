import { lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectories } from './make-directories.ts';

/** Ends the names of files and directories that are not whole. */
export const UNFINISHED = '.unfinished';

/** Whether a directory cannot be synced at all, as on some shared disks; PostgreSQL lets that pass too. */
const NOT_SYNCED = ['EINVAL', 'EBADF', 'ENOTSUP'];

/** Resolves when the names in a directory would survive that the machine dies now. */
async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!NOT_SYNCED.includes((error as NodeJS.ErrnoException).code!)) throw error;
  }
}

/** Gives what was written and synced its name, for good. A directory is synced first: its files' names are part of it. */
export async function giveName(unfinished: string, name: string): Promise<void> {
  if ((await lstat(unfinished)).isDirectory()) await syncDirectory(unfinished);
  await rename(unfinished, name);
  await syncDirectory(path.dirname(name));
}

/** Writes a file that is whole and lasts, or is as it was before. Readable by its owner only. */
export async function writeLasting(file: string, text: string): Promise<void> {
  const unfinished = `${file}${UNFINISHED}`;
  await rm(unfinished, { force: true });
  await writeSynced(unfinished, text);
  await giveName(unfinished, file);
}

/**
 * Writes files that belong together: none has its name before all are whole, and the first gets its own last. Readable by their owner only.
 * @param directory is made where it is missing.
 * @returns the files; none where there were none to write.
 * @throws where one of them is there already; nothing of this run is left then, and nothing else is touched.
 */
export async function writeTogether(
  directory: string,
  files: AsyncIterable<{ readonly name: string; readonly text: string }>,
): Promise<string[]> {
  await makeLasting(directory);
  const written: string[] = [];
  const named: string[] = [];
  try {
    for await (const { name, text } of files) {
      const file = path.join(directory, name);
      await requireFree(file);
      await writeSynced(`${file}${UNFINISHED}`, text, () => written.push(file));
    }
    for (const file of written.toReversed()) {
      await rename(`${file}${UNFINISHED}`, file);
      named.push(file);
    }
    await syncDirectory(directory);
    return written;
  } catch (error) {
    for (const file of [...written.map((each) => `${each}${UNFINISHED}`), ...named])
      await rm(file, { force: true });
    throw error;
  }
}

async function requireFree(file: string): Promise<void> {
  // A link that leads nowhere is there, too.
  if (await isThere(file)) throw new Error(`${file} exists`);
  if (await isThere(`${file}${UNFINISHED}`))
    throw new Error(
      `${file}${UNFINISHED} exists: another run is writing it, or died; remove it when none runs`,
    );
}

/** Whether there is anything of this name. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** @param onMade when there is a file to remove if the rest fails. */
async function writeSynced(file: string, text: string, onMade?: () => void): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  onMade?.();
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    throw nameFile(error, file);
  }
}

async function makeLasting(directory: string): Promise<void> {
  // The innermost first: each is whole before its own name lasts.
  for (const made of makeDirectories(directory).toReversed()) await syncDirectory(path.dirname(made));
}

/** What a disk says that takes no more. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

/** Names the file in an error of the disk: those of writing and syncing name none. @returns any other error as it is. */
export function nameFile(error: unknown, file: string): unknown {
  const { code, path: named, message } = error as NodeJS.ErrnoException;
  if (named !== undefined || !OF_THE_DISK.includes(code!)) return error;
  return new Error(`${file} could not be written: ${message}`, { cause: error });
}
