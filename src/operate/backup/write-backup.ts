import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { withSnapshot } from '../../platform/postgres/snapshot.ts';
import { giveName, isThere, nameFile, UNFINISHED } from '../../platform/files/durable-files.ts';
import { type Manifest, nameTableFile, writeManifest } from './manifest.ts';
import { listMigrations, listSequences, listTables, refuseHiddenRows } from './tables.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './backup.sql.ts';

/** Number of rows per read. The widest rows, with PDFs, have some tens of kilobytes. */
const PAGE = 500;
const LEFT = 'another run is writing it, or an aborted run left it; remove it if no backup is running';

/**
 * Writes every row of a database to a directory, from one snapshot, while the product keeps
 * running.
 * @param output directory to create. It appears under this name only when the backup is complete
 *   and durable on disk.
 * @returns the manifest of the backup.
 * @throws Error if the directory exists, or an unfinished backup of its name that another run may
 *   be writing. A failed run leaves nothing behind.
 */
export async function writeBackup(pool: Pool, output: string): Promise<Manifest> {
  // Without a trailing slash: with one, the path of the unfinished backup would lie inside the
  // directory.
  const directory = path.resolve(output);
  if (await isThere(directory)) throw new Error(`${output} exists`);
  const unfinished = `${directory}${UNFINISHED}`;
  if (await isThere(unfinished)) throw new Error(`${unfinished} exists: ${LEFT}`);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const manifest = await writeRows(pool, unfinished);
    await giveName(unfinished, directory);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns one line per unfinished backup beside the new one. Nothing is removed, because another
 * run may be writing it.
 */
export async function describeSuperseded(output: string): Promise<string[]> {
  const parent = path.dirname(path.resolve(output));
  const names = await readdir(parent);
  const left = names.filter((name) => name.endsWith(UNFINISHED)).toSorted();
  return left.map((name) => `${path.join(parent, name)} is not a finished backup: ${LEFT}`);
}

async function writeRows(pool: Pool, unfinished: string): Promise<Manifest> {
  return withSnapshot(pool, async (client) => {
    const { rows } = await query(client, sql.readMoment());
    await refuseHiddenRows(client);
    const tables = [];
    for (const name of await listTables(client)) tables.push(await writeTable(client, unfinished, name));
    const manifest: Manifest = {
      format: 1,
      takenAt: JSON.parse(rows[0]!.now) as string,
      migrations: await listMigrations(client),
      // Sequences are not part of the snapshot; they are never behind its rows.
      sequences: await listSequences(client),
      tables,
    };
    await writeManifest(unfinished, manifest);
    return manifest;
  });
}

async function writeTable(
  client: PoolClient,
  directory: string,
  name: string,
): Promise<Manifest['tables'][number]> {
  const sha256 = createHash('sha256');
  let count = 0;
  async function* readLines(): AsyncGenerator<string> {
    await client.query(
      `declare backup no scroll cursor for select row_to_json(t)::text as line from "${name}" t`,
    );
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${PAGE} from backup`);
      if (rows.length === 0) break;
      const text = rows.map(({ line }) => `${line}\n`).join('');
      sha256.update(text);
      count += rows.length;
      yield text;
    }
    await client.query('close backup');
  }
  const target = nameTableFile(directory, name);
  const file = createWriteStream(target, {
    flags: 'wx',
    mode: 0o600,
    // Without a flush the file may be empty after the machine fails.
    flush: true,
  });
  await pipeline(Readable.from(readLines()), createZstdCompress(), file).catch((error: unknown) => {
    throw nameFile(error, target);
  });
  return { name, rows: count, sha256: sha256.digest('hex') };
}
