import type { Connection } from '../platform/postgres/database.ts';
import type { LogEntry } from '../../packages/aeat-sandbox/src/registry/log-entry.ts';

/**
 * Refuses the log of a stand-in for AEAT that received nothing from this database, since a
 * comparison with it would be meaningless. The log may belong to the stand-in of another engine on
 * this machine, or to one that was emptied.
 * @throws if nothing in the log belongs to this database.
 */
export async function refuseStrangeRegister(connection: Connection, log: readonly LogEntry[]): Promise<void> {
  const receipts = log.flatMap(({ csv }) => csv ?? []);
  const {
    rows: [found],
  } = await connection.query<{ answered: number; known: boolean; installations: string[] }>(
    `select count(*)::float8 as answered, coalesce(bool_or(csv = any ($1)), false) as known,
            array(select installation_number from chains) as installations
     from submission_attempts where csv is not null`,
    [receipts],
  );
  const { answered, known, installations } = found!;
  if (known) return;
  if (answered > 0)
    throw new Error(
      `--aeat: the records of this database were not sent to this register: it has none of the ${answered} envelopes that were answered here. It is the stand-in of another engine, or was emptied since`,
    );
  const theirs = new Set(log.flatMap(({ chains }) => chains.map(readInstallation)));
  const isStrange = theirs.size > 0 && !installations.some((installation) => theirs.has(installation));
  if (isStrange)
    throw new Error(
      `--aeat: not the register of this database: none of the ${theirs.size} installations in the register is among the ${installations.length} of this database. It is the stand-in of another engine, or was used with another database`,
    );
}

/**
 * Returns the installation from the stand-in's name of a chain, which consists of issuer, producer,
 * system and installation.
 */
export function readInstallation(chain: string): string {
  return chain.split('|').slice(3).join('|');
}
