import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { withSnapshot } from '../../src/persistence/snapshot.ts';
import { type Manifest, nameTableFile, writeManifest } from './manifest.ts';
import { listMigrations, listSequences, listTables, refuseHiddenRows } from './tables.ts';

/** Rows that are read at a time; the widest, PDFs, have some ten kilobytes. */
const PAGE = 500;

/**
 * Writes every row of a database to a directory, as of one moment, beside a product that goes on working.
 * @param directory is made; nothing is there under its name until the backup is whole.
 * @returns what the backup says of itself.
 * @throws where the directory exists.
 */
export async function writeBackup(pool: Pool, directory: string): Promise<Manifest> {
  const unfinished = `${directory}.unfinished`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  return withSnapshot(pool, async (client) => {
    const { rows } = await client.query<{ now: string }>('select to_json(now())::text as now');
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
    writeManifest(unfinished, manifest);
    renameSync(unfinished, directory);
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
  const file = createWriteStream(nameTableFile(directory, name), { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(readLines()), createZstdCompress(), file);
  return { name, rows: count, sha256: sha256.digest('hex') };
}
