import { ConfigurationError, loadEnvironment } from '../src/config/environment.ts';
import { migrate } from '../src/persistence/migrate.ts';
import { explainDatabaseError } from './cli/explain-database-error.ts';

/* Brings the database up to this version's schema, and lets the login of DATABASE_URL take the processes' roles. */
try {
  const { DATABASE_URL, MIGRATIONS_DATABASE_URL = DATABASE_URL } = loadEnvironment(process.env);
  const applied = await migrate(MIGRATIONS_DATABASE_URL, new URL(DATABASE_URL).username);
  console.log(applied.length === 0 ? 'The schema is up to date' : `Applied ${applied.join(', ')}`);
} catch (error) {
  const variable = process.env['MIGRATIONS_DATABASE_URL'] ? 'MIGRATIONS_DATABASE_URL' : 'DATABASE_URL';
  const told = error instanceof ConfigurationError;
  console.error((told ? undefined : explainDatabaseError(error, variable)) ?? (error as Error).message);
  process.exit(1);
}
