import type { ClientBase, Pool } from 'pg';
import { query } from '../statement.ts';
import * as sql from './durability.sql.ts';

/** The settings that determine what a commit waits for. */
export type Durability = {
  readonly isStandby: boolean;
  /** `synchronous_commit` */
  readonly commits: string;
  /** `synchronous_standby_names` */
  readonly names: string;
  /** The number of connected standbys. */
  readonly standbys: number;
};

/**
 * Reads the settings that apply to the connection, and counts the connected standbys. Base backups,
 * WAL receivers and subscribers are not counted.
 */
export async function readDurability(connection: Pool | ClientBase): Promise<Durability> {
  const { rows } = await query(connection, sql.readDurability());
  return rows[0]!;
}

/**
 * Returns whether a commit waits for no standby, because none is named or because
 * `synchronous_commit` does not require it.
 */
export const waitsForNone = ({ commits, names }: Durability): boolean =>
  names.trim() === '' || commits === 'local' || commits === 'off';

export type Promised = {
  /** One line that describes what a 201 answer guarantees. */
  readonly promise: string;
  /**
   * `asynchronous`: a standby is connected that may lack the latest acknowledged commits. `stuck`:
   * commits wait for a standby, and none is connected.
   */
  readonly standing: 'kept' | 'asynchronous' | 'stuck';
};

/** Reads what a commit guarantees now, and whether an operator must act. */
export async function readPromise(connection: Pool | ClientBase): Promise<Promised> {
  const durability = await readDurability(connection);
  const standing = isCommitStuck(durability)
    ? 'stuck'
    : isOnlyAsynchronous(durability)
      ? 'asynchronous'
      : 'kept';
  return { promise: describePromise(durability), standing };
}

/** Returns whether a commit waits for standbys and none is connected. */
function isCommitStuck(durability: Durability): boolean {
  return !durability.isStandby && durability.standbys === 0 && !waitsForNone(durability);
}

/**
 * Returns whether there are standbys and none is synchronous. A promoted standby may then lack the
 * latest acknowledged commits.
 */
export function isOnlyAsynchronous(durability: Durability): boolean {
  return !durability.isStandby && durability.standbys > 0 && waitsForNone(durability);
}

const ON_STANDBY: Readonly<Record<string, string>> = {
  remote_write: 'handed to the operating system of a standby',
  remote_apply: 'on the disk of a standby, and visible there',
};

/** Describes in one line what a 201 answer guarantees. */
export function describePromise(durability: Durability): string {
  const { isStandby, commits, names, standbys } = durability;
  if (isStandby) return 'No batch can be accepted: this server is a standby';
  const own =
    commits === 'off'
      ? 'is in the memory of PostgreSQL, and on its disk a moment later (synchronous_commit = off)'
      : "is on the disk of PostgreSQL's primary";
  if (!waitsForNone(durability)) {
    const there = isCommitStuck(durability)
      ? '; no standby is connected, so no transaction can be committed'
      : '';
    return `A batch answered with 201 ${own} and ${ON_STANDBY[commits] ?? 'on that of a standby'} (synchronous_standby_names = ${names}${there})`;
  }
  if (standbys === 0) return `A batch answered with 201 ${own}, and nowhere else: no standby is connected`;
  return `A batch answered with 201 ${own}; ${standbys === 1 ? 'the standby follows' : `${standbys} standbys follow`} asynchronously, and promoting one loses the last batches`;
}
