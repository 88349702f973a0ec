import type { Connection } from '../../src/platform/postgres/database.ts';
import type { LogEntry } from '../aeat-sandbox/registry/log-entry.ts';

/**
 * Refuses the log of a stand-in that never heard of this database: every comparison with it would be nonsense. Two engines on one machine have one
 * each, and whoever emptied one has none.
 * @throws where nothing in it is of this database.
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
      `--aeat: not the register that these records went to: it knows none of the ${answered} envelopes that were answered here. It is another engine's stand-in, or was emptied since`,
    );
  const theirs = new Set(log.flatMap(({ chains }) => chains.map(readInstallation)));
  const isStrange = theirs.size > 0 && !installations.some((installation) => theirs.has(installation));
  if (isStrange)
    throw new Error(
      `--aeat: not the register of this database: none of the ${theirs.size} installations that it knows is one of its ${installations.length}. It is another engine's stand-in, or this database is another one than was used with it`,
    );
}

/** The stand-in names a chain by issuer, producer, system and installation. */
export function readInstallation(chain: string): string {
  return chain.split('|').slice(3).join('|');
}
