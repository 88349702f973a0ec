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

/** Rows that are read at a time; the widest, PDFs, have some ten kilobytes. */
const PAGE = 500;
const LEFT = 'a run that died left it, or one is writing it; remove it when none runs';

/**
 * Writes every row of a database to a directory, as of one moment, beside a product that goes on working.
 * @param output is made; nothing is there under its name until the backup is whole and would survive that the machine dies.
 * @returns what the backup says of itself.
 * @throws where the directory exists, or an unfinished one of its name, which another run may be writing; it leaves nothing then.
 */
export async function writeBackup(pool: Pool, output: string): Promise<Manifest> {
  // Without a slash at its end, behind which the unfinished one would lie within it.
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

/** What backups that died left beside the new one; a line each. Nothing is removed: another run may be writing there. */
export async function describeSuperseded(output: string): Promise<string[]> {
  const parent = path.dirname(path.resolve(output));
  const names = await readdir(parent);
  const left = names.filter((name) => name.endsWith(UNFINISHED)).toSorted();
  return left.map((name) => `${path.join(parent, name)} is no backup: ${LEFT}`);
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
      // Not of the snapshot: never behind its rows.
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
    // Else it may be empty after a machine has died.
    flush: true,
  });
  await pipeline(Readable.from(readLines()), createZstdCompress(), file).catch((error: unknown) => {
    throw nameFile(error, target);
  });
  return { name, rows: count, sha256: sha256.digest('hex') };
}
