import { KNOWN_MIGRATIONS, NEWEST_MIGRATION } from '../../../platform/postgres/newest-migration.ts';
import { fail, type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { withoutDatabase } from './postgres.ts';

/** Checks that the database has exactly the migrations of this version. */
export async function checkMigrations({ database }: Patient): Promise<Finding[]> {
  if (database === null) return withoutDatabase();
  const { rows } = await database
    .query<{ name: string }>('select name from migrations order by name')
    .catch((error: unknown) => {
      // The table does not exist.
      if ((error as { code?: string }).code === '42P01') return { rows: [] };
      throw error;
    });
  const applied = rows.map(({ name }) => name);
  const pending = KNOWN_MIGRATIONS.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !KNOWN_MIGRATIONS.includes(name));
  if (pending.length > 0)
    return [fail(`${pending.length} are pending, from ${pending[0]} on`, 'run npm run migrate')];
  if (newer.length > 0)
    return [
      warn(
        `the database has ${newer.join(', ')}, which this version does not know`,
        'start the version that applied them; the previous version may only run beside it during an upgrade (docs/year.md)',
      ),
    ];
  return [ok(`up to date at ${NEWEST_MIGRATION}`)];
}
