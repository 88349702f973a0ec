import { ConfigurationError, loadEnvironment } from '../src/config/environment.ts';
import { migrate } from '../src/persistence/migrate.ts';

/* Brings the database of DATABASE_URL up to this version's schema. */
try {
  const { DATABASE_URL } = loadEnvironment(process.env);
  const applied = await migrate(DATABASE_URL);
  console.log(applied.length === 0 ? 'The schema is up to date' : `Applied ${applied.join(', ')}`);
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : (error as Error).message);
  process.exit(1);
}
