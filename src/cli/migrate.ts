import { Command, Option } from 'commander';
import { ConfigurationError } from '../platform/config/configuration-error.ts';
import { type Environment, loadEnvironment } from '../platform/config/environment.ts';
import { isGiven } from '../platform/config/is-given.ts';
import { openPool } from '../platform/postgres/database.ts';
import { LoginFault } from '../platform/postgres/logins/logins.ts';
import { PROCESS_ROLES, type ProcessRole } from '../platform/postgres/logins/process-roles.ts';
import { type Logger, openLogger } from '../platform/telemetry/logger.ts';
import { chooseLogins } from '../platform/process/choose-logins.ts';
import { explainDatabaseError } from '../platform/postgres/explain-database-error.ts';
import { printText } from './print.ts';

/*
 * Migrates the database to this version's schema and creates the logins of `<KIND>_DATABASE_URL`.
 * Without those settings it allows the login of DATABASE_URL to take the roles of all processes,
 * which production refuses.
 */
export const command = new Command('migrate')
  .description("migrate the database to this version's schema, and create the logins of the settings")
  .addOption(
    new Option(
      '--wait <kind>',
      'only wait until the database is migrated, using the login of this kind of process in DATABASE_URL; for init containers',
    ).choices(PROCESS_ROLES),
  )
  .action(async ({ wait }: { wait?: ProcessRole }) => {
    const lines: Promise<void>[] = [];
    let logger: Logger | undefined;
    try {
      const environment = loadEnvironment(process.env);
      const destination = { write: (text: string) => void lines.push(write(text)) };
      logger = openLogger({ level: environment.LOG_LEVEL, process: 'migrate', destination });
      await (wait === undefined
        ? migrateAll(environment, logger)
        : waitUntilMigrated(environment, logger, wait));
    } catch (error) {
      const explanation = logger === undefined ? (error as Error).message : explain(error);
      if (explanation !== undefined)
        throw new Error(explanation.replaceAll(/^/gm, 'migrate: '), { cause: error });
      logger?.fatal({ err: error }, 'Could not migrate');
      process.exitCode = 1;
      await Promise.all(lines).catch(() => {
        throw new Error(`migrate: ${(error as Error).message}`, { cause: error });
      });
    }
    await Promise.all(lines);
  });

/**
 * Writes a line of the log, which is the output of this command. The caller awaits the promise at
 * the end to report a failed write.
 */
function write(text: string): Promise<void> {
  const line = printText(text);
  // The rejection is handled at the end of the command.
  line.catch(() => {});
  return line;
}

async function waitUntilMigrated(environment: Environment, log: Logger, role: ProcessRole): Promise<void> {
  const options = { url: environment.DATABASE_URL, applicationName: 'ibe-wait', role, maxConnections: 1 };
  await using database = openPool(options);
  const { awaitSchema } = await import('../platform/postgres/await-schema.ts');
  await awaitSchema(database.pool, { role, report: (obstacle) => log.info({ obstacle }, 'Waiting') });
  log.info({ role }, 'The schema is there');
}

async function migrateAll(environment: Environment, log: Logger): Promise<void> {
  const { DATABASE_URL, MIGRATIONS_DATABASE_URL: url = DATABASE_URL } = environment;
  const { logins, sharedLogin, remarks } = chooseLogins(environment);
  const report = (line: string) => log.warn(line);
  remarks.forEach(report);
  // Loaded here because only this command needs MikroORM's migrations.
  const { migrate } = await import('../platform/postgres/migrate.ts');
  const applied = await migrate(url, { logins, report, ...(sharedLogin !== undefined && { sharedLogin }) });
  log.info({ applied }, applied.length === 0 ? 'The schema is up to date' : `Applied ${applied.join(', ')}`);
  if (logins.length > 0) log.info({ logins: logins.map(({ name }) => name) }, 'The logins are ready');
  await ensureBootstrapKey(url, environment);
}

/**
 * Explains an error of a setting, or of the server that it leads to, in one line; undefined for a
 * bug.
 */
function explain(error: unknown): string | undefined {
  const own = 'MIGRATIONS_DATABASE_URL';
  const variable = isGiven(own, process.env) ? own : 'DATABASE_URL';
  const { code, message } = error as { code?: string; message: string };
  if (error instanceof ConfigurationError || error instanceof LoginFault) return message;
  // The class is in a module that only migrations load.
  if ((error as Error).name === 'MigrationFault') return message;
  if (code !== '42501') return explainDatabaseError(error, variable);
  return message.includes(' must run: ')
    ? message
    : `The login of ${variable} must own the database and its tables: ${message}`;
}

/**
 * Creates the API key of BOOTSTRAP_API_KEY. The ingress cannot do it, because its login has no
 * right to create keys.
 */
async function ensureBootstrapKey(url: string, environment: Environment): Promise<void> {
  const { openDatabase } = await import('../platform/postgres/open-database.ts');
  const { BOOTSTRAP_API_KEY: key, BOOTSTRAP_ORGANIZATION: organization } = environment;
  if (key === undefined) return;
  const { ensureApiKey } = await import('../organizations/access/bootstrap.ts');
  await using database = openDatabase({
    url,
    applicationName: 'ibe-bootstrap',
    role: 'operator',
    maxConnections: 1,
  });
  await ensureApiKey(database.orm, key, organization);
}
