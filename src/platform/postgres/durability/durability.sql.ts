/* Generated from durability.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type ReadDurabilityRow = {
  readonly isStandby: boolean;
  readonly commits: string;
  readonly names: string;
  readonly standbys: number;
};

/**
 * What a commit waits for, as far as any login is told: the states of standbys are hidden from most. A base backup, a receiver of the log and a subscriber
 * follow the log, too, and are no standbys. A receiver is known by the name that its program gives itself, the kind of a walsender is not told to a login.
 */
export const readDurability: Statement<[], ReadDurabilityRow> = statement('readDurability');
