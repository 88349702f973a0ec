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
 * Returns what a commit waits for, as far as every login can see it; most logins cannot see the
 * state of standbys. Base backups, WAL receivers and subscribers also follow the WAL but are not
 * standbys. WAL receivers are recognised by their application name, because the kind of a walsender
 * is not visible.
 */
export const readDurability: Statement<[], ReadDurabilityRow> = statement('readDurability');
