import { ConfigurationError, type Environment, loadEnvironment } from '../src/config/environment.ts';
import { ensureApiKey } from '../src/ingestion/bootstrap.ts';
import { openDatabase } from '../src/persistence/database.ts';
import { migrate } from '../src/persistence/migrate.ts';
import { type Logger, openLogger } from '../src/telemetry/logger.ts';
import { chooseLogins } from './choose-logins.ts';
import { explainDatabaseError } from './cli/explain-database-error.ts';

/*
 * Brings the database up to this version's schema and makes the logins of `<KIND>_DATABASE_URL`. Where there are none it lets the login of
 * DATABASE_URL take the processes' roles, which production refuses.
 */
let logger: Logger | undefined;
try {
  const environment = loadEnvironment(process.env);
  logger = openLogger({ level: environment.LOG_LEVEL, process: 'migrate' });
  const { DATABASE_URL, MIGRATIONS_DATABASE_URL: url = DATABASE_URL } = environment;
  const { logins, sharedLogin } = chooseLogins(environment);
  const applied = await migrate(url, { logins, ...(sharedLogin !== undefined && { sharedLogin }) });
  logger.info(
    { applied },
    applied.length === 0 ? 'The schema is up to date' : `Applied ${applied.join(', ')}`,
  );
  if (logins.length > 0) logger.info({ logins: logins.map(({ name }) => name) }, 'The logins are ready');
  await ensureBootstrapKey(url, environment);
} catch (error) {
  const variable = process.env['MIGRATIONS_DATABASE_URL'] ? 'MIGRATIONS_DATABASE_URL' : 'DATABASE_URL';
  const isTold = logger === undefined || error instanceof ConfigurationError;
  const explanation = isTold ? (error as Error).message : explainDatabaseError(error, variable);
  if (explanation !== undefined) process.stderr.write(`migrate: ${explanation}\n`);
  else logger?.fatal({ err: error }, 'Could not migrate');
  process.exit(1);
}

/** Here, because the ingress may make no keys with a login of its own. */
async function ensureBootstrapKey(url: string, environment: Environment): Promise<void> {
  const { BOOTSTRAP_API_KEY: key, BOOTSTRAP_ORGANIZATION: organization } = environment;
  if (key === undefined) return;
  await using database = await openDatabase({
    url,
    applicationName: 'ibe-bootstrap',
    role: 'operator',
    maxConnections: 1,
  });
  await ensureApiKey(database.orm, key, organization);
}
