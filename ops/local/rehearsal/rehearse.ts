import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Verdict } from '../../../src/checker/invariant.ts';
import { checkInvariants } from '../../../src/checker/check-invariants.ts';
import { type Restored, restoreBackup } from '../../../src/operate/backup/restore-backup.ts';
import { nameTableFile, readManifest } from '../../../src/operate/backup/manifest.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { SetupError } from '../boot/boot-report.js';
import { LOCAL } from '../boot/layout.ts';
import { buildLogPath } from '../servers/logs.ts';
import { openPostgres } from '../servers/postgres.ts';

export type Rehearsal = {
  readonly restored: Restored;
  readonly verdicts: readonly Verdict[];
  /** The size of the restored database. */
  readonly bytes: number;
  readonly restoreMs: number;
  readonly checkMs: number;
};

/** The assumed ratio of a database, with indexes, to its compressed backup. */
const UNPACKED = 12;
/** The free space that is left for other programs on the disk. */
const SPARE_BYTES = 1024 ** 3;

/**
 * Restores a backup into a PostgreSQL that is started for it and removed afterwards, and proves the
 * invariants over it. Has no address of any other database, of Redis or of AEAT.
 * @param certificateKeys the keys that may have sealed the certificates.
 * @throws Error with the reason why the backup cannot be restored.
 */
export async function rehearseRestore(
  backup: string,
  certificateKeys: readonly Uint8Array[],
): Promise<Rehearsal> {
  refuseWithoutRoom(backup);
  const directory = path.join('rehearsal', String(process.pid));
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rmSync(path.join(LOCAL, directory), { recursive: true, force: true }));
  const server = resources.use(
    await openPostgres({
      directory: path.join(directory, 'postgres'),
      password: randomBytes(24).toString('base64url'),
      resetPassword: false,
      throwaway: true,
      // On disk, as a real restore: memory is smaller, and the engine needs it.
      durable: true,
      log: buildLogPath('rehearsal'),
      report: () => {},
    }),
  );
  await migrate(server.url);
  await using database = openDatabase({
    url: server.url,
    applicationName: 'ibe-rehearsal',
    maxConnections: 2,
  });
  const { pool, orm } = database;
  const begun = performance.now();
  const order = { operator: 'rehearsal', reason: null, keepsSessions: false, certificateKeys };
  const restored = await restoreBackup(orm, backup, new Date(), order);
  const restoreMs = performance.now() - begun;
  const verdicts = await checkInvariants(pool, {
    registerLog: null,
    book: null,
    spfe: null,
    answers: null,
    api: null,
    logFiles: [],
    secrets: [],
  });
  const checkMs = performance.now() - begun - restoreMs;
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return { restored, verdicts, bytes: rows[0]!.bytes, restoreMs, checkMs };
}

/** Refuses to start if the disk is too small, since the engine uses the same disk. */
function refuseWithoutRoom(backup: string): void {
  const { tables } = readManifest(backup);
  const packed = tables.reduce((sum, { name }) => sum + statSync(nameTableFile(backup, name)).size, 0);
  const { bavail, bsize } = statfsSync(LOCAL);
  const needed = packed * UNPACKED + SPARE_BYTES;
  if (bavail * bsize >= needed) return;
  throw new SetupError(
    `${LOCAL} has ${formatGigabytes(bavail * bsize)} of free space, but this backup may need ${formatGigabytes(needed)}`,
    'Nothing was done. Rehearse on another machine, or free space.',
  );
}

const formatGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
