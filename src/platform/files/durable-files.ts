import { lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectories } from './make-directories.ts';

/** The suffix of files and directories that are incomplete. */
export const UNFINISHED = '.unfinished';

/**
 * Errors of file systems that cannot sync a directory, such as some shared disks. PostgreSQL
 * ignores them too.
 */
const NOT_SYNCED = ['EINVAL', 'EBADF', 'ENOTSUP'];

/** A text, or the bytes of a file piece by piece. */
type Content = string | AsyncIterable<Uint8Array>;

/** Resolves when the names in a directory would survive a crash of the machine. */
async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!NOT_SYNCED.includes((error as NodeJS.ErrnoException).code!)) throw error;
  }
}

/**
 * Renames a synced file or directory durably. A directory is synced first, because it contains the
 * names of its files.
 */
export async function giveName(unfinished: string, name: string): Promise<void> {
  if ((await lstat(unfinished)).isDirectory()) await syncDirectory(unfinished);
  await rename(unfinished, name);
  await syncDirectory(path.dirname(name));
}

/**
 * Writes a file durably and atomically: after a crash it has either its new or its old content.
 * Only its owner can read it.
 */
export async function writeLasting(file: string, text: string): Promise<void> {
  const unfinished = `${file}${UNFINISHED}`;
  await rm(unfinished, { force: true });
  await writeSynced(unfinished, text);
  await giveName(unfinished, file);
}

/**
 * Writes several files as one unit: none gets its name before all are complete, and the first file
 * gets its name last. Only their owner can read them.
 * @param directory is created if it is missing.
 * @returns the paths of the files; empty if there were none to write.
 * @throws if one of the files exists already. Then all files of this call are removed and nothing
 *   else is changed.
 */
export async function writeTogether(
  directory: string,
  files: AsyncIterable<{ readonly name: string; readonly content: Content }>,
): Promise<string[]> {
  await makeLasting(directory);
  const written: string[] = [];
  const named: string[] = [];
  try {
    for await (const { name, content } of files) {
      const file = path.join(directory, name);
      await requireFree(file);
      await writeSynced(`${file}${UNFINISHED}`, content, () => written.push(file));
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
  // A dangling symbolic link also counts as existing.
  if (await isThere(file)) throw new Error(`${file} exists`);
  if (await isThere(`${file}${UNFINISHED}`))
    throw new Error(
      `${file}${UNFINISHED} exists: another run is writing it, or an aborted run left it; remove it if no run is writing it`,
    );
}

/** Returns whether a file system entry with this name exists. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * @param onMade called once the file exists, so that the caller can remove it if a later step
 *   fails.
 */
async function writeSynced(file: string, content: Content, onMade?: () => void): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  onMade?.();
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    throw nameFile(error, file);
  }
}

async function makeLasting(directory: string): Promise<void> {
  // The innermost directory first, so that each is complete before its own name is durable.
  for (const made of makeDirectories(directory).toReversed()) await syncDirectory(path.dirname(made));
}

/** Codes of a disk that accepts no more data. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

/**
 * Adds the path of the file to an error of the disk, since errors of writing and syncing contain
 * none.
 * @returns any other error unchanged.
 */
export function nameFile(error: unknown, file: string): unknown {
  const { code, path: named, message } = error as NodeJS.ErrnoException;
  if (named !== undefined || !OF_THE_DISK.includes(code!)) return error;
  return new Error(`${file} could not be written: ${message}`, { cause: error });
}
