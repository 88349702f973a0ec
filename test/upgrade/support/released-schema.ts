import { ALL_MIGRATIONS } from '../../../migrations/all-migrations.ts';

/** A migration with the SQL that it executes. */
export type MigrationText = { readonly name: string; readonly sql: string };

/** Collects the SQL that each migration of this version executes, in order, without a database. */
export const collectMigrations = (): MigrationText[] =>
  ALL_MIGRATIONS.map(({ name, readSql }) => ({ name, sql: readSql().trim() }));

const BEGIN = '-- golden: migration ';
const END = '-- golden: end of migrations';

/** Writes migrations as a script that creates their schema in an empty database. */
export function writeMigrations(migrations: readonly MigrationText[]): string {
  return [...migrations.map(({ name, sql }) => `${BEGIN}${name}\n${sql}`), END].join('\n');
}

/** Reads the migrations of a dump. @throws Error if the dump has none. */
export function readMigrations(dump: string): MigrationText[] {
  const end = dump.indexOf(`\n${END}\n`);
  if (end < 0) throw new Error(`The dump has no line "${END}": it was not written by this test`);
  const [, ...parts] = dump.slice(0, end).split(new RegExp(`^${BEGIN}`, 'm'));
  return parts.map((part) => {
    const line = part.indexOf('\n');
    return { name: part.slice(0, line), sql: part.slice(line + 1).trim() };
  });
}

/** Splits a dump into what creates its schema, and what writes its rows. */
export function splitDump(dump: string): { schema: string; rows: string } {
  const end = dump.indexOf(END);
  return { schema: dump.slice(0, end), rows: dump.slice(end) };
}
