import { createHash } from 'node:crypto';
import { createZstdDecompress } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import { recordAct } from '../../platform/audit/operator-acts.ts';
import { type Orm, withStatements } from '../../platform/postgres/open-database.ts';
import { skipIdsOf } from '../../platform/postgres/lineage/lost-ids.ts';
import { isLockTimeout, isTransactionConflict } from '../../platform/postgres/failures.ts';
import { listChains } from '../chains/chains.ts';
import { clearMonths, layPartitions } from '../../platform/postgres/partitions/lay-partitions.ts';
import { markAll } from '../../platform/postgres/lineage/restores.ts';
import { type ClosedCertificate, listClosedCertificates } from '../closed-certificates.ts';
import { verifyChain } from '../verify-chain.ts';
import { readLines } from '../../platform/files/read-lines.ts';
import { type LiveAccess, listLiveAccess } from './live-access.ts';
import { type Manifest, nameTableFile, readManifest } from './manifest.ts';
import { listMigrations, listSequences, listTables } from './tables.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './backup.sql.ts';

/** Maximum number of lines, and of characters, in one insert. */
const PAGE = { lines: 500, characters: 16_000_000 };

export type Restored = {
  readonly manifest: Manifest;
  readonly chains: number;
  /** Access that is valid again, as it was when the backup was taken. */
  readonly access: LiveAccess;
  /** Certificates that cannot be used for AEAT because none of the keys opens them. */
  readonly closed: readonly ClosedCertificate[];
};

export type RestoreOrder = Order & {
  /**
   * Keeps the sessions of the backup instead of ending them. A client whose key was revoked after
   * the backup could then continue with its token.
   */
  readonly keepsSessions: boolean;
  /** Keys that may have sealed the certificates. */
  readonly certificateKeys: readonly Uint8Array[];
};

/**
 * Fills an empty, migrated database from a backup in one transaction. Verifies row counts,
 * checksums and every chain. Marks all chains: nothing is issued in a chain until it was compared
 * with AEAT. Ends all sessions unless told otherwise, because a key that was revoked after the
 * backup is live again and cannot be identified here.
 * @throws Error that states what does not match.
 */
export function restoreBackup(
  orm: Orm,
  directory: string,
  now: Date,
  { keepsSessions, certificateKeys, ...order }: RestoreOrder,
): Promise<Restored> {
  const manifest = readManifest(directory);
  return withStatements(orm, async (em, client) => {
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await liftRowSecurity(client).catch(explainUse);
    await refuseMisfit(client, manifest);
    await clearMonths(client);
    await client.query('delete from installations');
    for (const { name, rows, sha256 } of manifest.tables.toSorted(monthsFirst)) {
      // The triggers check how rows change, but a restore inserts the rows as they were.
      await client.query(`alter table "${name}" disable trigger user`);
      const read = await fillTable(client, directory, name);
      await client.query(`alter table "${name}" enable trigger user`);
      if (read.rows !== rows || read.sha256 !== sha256) {
        throw new Error(
          `${nameTableFile(directory, name)} is damaged: it has ${read.rows} rows instead of ${rows}, or different rows`,
        );
      }
      if (name === MONTHS) await layPartitions(client, manifest.sequences);
    }
    for (const [name, last] of Object.entries(manifest.sequences)) {
      if (last > 0) await client.query('select setval($1::regclass, $2)', [name, last]);
    }
    await skipIdsOf(client, `restore of ${manifest.takenAt} at ${now.toISOString()}`);
    const chains = await listChains(client, null, null);
    for (const chain of chains) {
      const verdict = await verifyChain(client, chain);
      if (verdict.kind === 'broken')
        throw new Error(`chain ${chain.id}, record ${verdict.sequence}: ${verdict.problem}`);
    }
    await markAll(client, now);
    const access = await listLiveAccess(client, now);
    const closed = await listClosedCertificates(em, certificateKeys);
    const endedSessions = keepsSessions ? 0 : ((await client.query('delete from sessions')).rowCount ?? 0);
    await recordAct(em, order, {
      act: 'database.restore',
      details: {
        takenAt: manifest.takenAt,
        chains: chains.length,
        liveKeys: access.keys.length,
        certificates: access.certificates.length,
        closedCertificates: closed.length,
        endedSessions,
      },
    });
    await putRowSecurityBack(client);
    return { manifest, chains: chains.length, access, closed };
  });
}

/** The months table determines the partitions that hold the rows of the other tables. */
const MONTHS = 'months';
/** The tables that have rows in a new database. A restore replaces them. */
const OF_NEW_DATABASE = [MONTHS, 'installations'];
const monthsFirst = (one: { readonly name: string }, other: { readonly name: string }) =>
  Number(other.name === MONTHS) - Number(one.name === MONTHS);

/**
 * Lifts row-level security, which otherwise applies to the owner too: the owner would see no rows
 * and could insert none. It is lifted for this transaction, in which no other session sees the
 * tables.
 */
async function liftRowSecurity(client: PoolClient): Promise<void> {
  // Shorter than PostgreSQL's deadlock timeout of one second, after which PostgreSQL might cancel a
  // statement of the product.
  await client.query(`set local lock_timeout = '500ms'`);
  for (const name of await listTables(client))
    await client.query(`alter table "${name}" no force row level security`);
}

function explainUse(error: unknown): never {
  if (!isLockTimeout(error) && !isTransactionConflict(error)) throw error;
  const message =
    'Processes are connected to the database. Stop the engine (npm start, or its containers), then restore';
  throw new Error(message, { cause: error });
}

async function putRowSecurityBack(client: PoolClient): Promise<void> {
  const { rows } = await query(client, sql.listSecuredTables());
  for (const { name } of rows) await client.query(`alter table "${name}" force row level security`);
}

async function refuseMisfit(client: PoolClient, manifest: Manifest): Promise<void> {
  const migrations = await listMigrations(client);
  if (migrations.join() !== manifest.migrations.join()) {
    throw new Error(
      `The backup has the migration ${manifest.migrations.at(-1)}, the database has ${migrations.at(-1)}. Restore with the version that made the backup, then migrate`,
    );
  }
  const tables = await listTables(client);
  for (const name of tables.filter((table) => !OF_NEW_DATABASE.includes(table))) {
    const { rowCount } = await client.query(`select from "${name}" limit 1`);
    if (rowCount !== 0)
      throw new Error(
        `The database is not empty: ${name} has rows. Stop the engine, which writes to an empty database too, then create the database again and migrate it`,
      );
  }
  if (
    tables.toSorted().join() !==
    manifest.tables
      .map(({ name }) => name)
      .toSorted()
      .join()
  )
    throw new Error('The tables of the backup differ from those of the database');
  // With a missing sequence, ids would be assigned twice.
  const sequences = Object.keys(await listSequences(client));
  if (sequences.toSorted().join() !== Object.keys(manifest.sequences).toSorted().join())
    throw new Error('The sequences of the backup differ from those of the database');
}

async function fillTable(
  client: PoolClient,
  directory: string,
  name: string,
): Promise<{ rows: number; sha256: string }> {
  const sha256 = createHash('sha256');
  const columns = await listStoredColumns(client, name);
  const insert = (lines: readonly string[]) =>
    client.query(
      `insert into "${name}" (${columns.join()}) select ${columns.join()} from unnest($1::text[]) as l, json_populate_record(null::"${name}", l::json) as r`,
      [lines],
    );
  let rows = 0;
  let characters = 0;
  let page: string[] = [];
  const take = async (line: string) => {
    sha256.update(`${line}\n`);
    rows += 1;
    page.push(line);
    characters += line.length;
    if (page.length < PAGE.lines && characters < PAGE.characters) return;
    await insert(page);
    page = [];
    characters = 0;
  };
  await readLines(nameTableFile(directory, name), take, createZstdDecompress());
  if (page.length > 0) await insert(page);
  return { rows, sha256: sha256.digest('hex') };
}

/** Returns the quoted columns of a table that an insert sets. PostgreSQL generates the others. */
async function listStoredColumns(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await query(client, sql.listStoredColumns(`"${table}"`));
  return rows.map(({ name }) => name);
}
