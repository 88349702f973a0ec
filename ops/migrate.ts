import { ConfigurationError, loadEnvironment } from '../src/config/environment.ts';
import { migrate } from '../src/persistence/migrate.ts';

/* Brings the database up to this version's schema, and lets the login of DATABASE_URL take the processes' roles. */
try {
  const { DATABASE_URL, MIGRATIONS_DATABASE_URL = DATABASE_URL } = loadEnvironment(process.env);
  const applied = await migrate(MIGRATIONS_DATABASE_URL, new URL(DATABASE_URL).username);
  console.log(applied.length === 0 ? 'The schema is up to date' : `Applied ${applied.join(', ')}`);
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : (error as Error).message);
  process.exit(1);
}
