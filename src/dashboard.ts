import { type Environment, isProduction, loadEnvironment } from './config/environment.ts';
import { type Book, openDashboard } from './dashboard/open-dashboard.ts';
import { beginAct } from './persistence/operating/acts.ts';
import { openOperatorSessions } from './persistence/operators/sessions.ts';
import { openDatabase } from './persistence/connection/database.ts';
import { checkDatabase } from './persistence/readiness.ts';
import type { Logger } from './telemetry/logger.ts';
import { runProcess } from './process/run-process.ts';

/*
 * The settings of all processes ask for a database. The dashboard writes down there what operators change, and learns who has a login of their own, with a role that
 * may do little else; one with the shared login alone, which is read-only, needs none.
 */
const NO_DATABASE = { DATABASE_URL: 'postgres://unused/unused', DATABASE_URL_FILE: '' };
const hasDatabase = Boolean(process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE']);

async function open(environment: Environment, logger: Logger): Promise<AsyncDisposable> {
  if (!hasDatabase) return openDashboard(environment, logger, null);
  const resources = new AsyncDisposableStack();
  const { pool } = resources.use(
    openDatabase({
      url: environment.DATABASE_URL,
      applicationName: 'ibe-dashboard',
      role: 'dashboard',
      refusesExcess: isProduction(environment),
      onExcess: (message) => logger[isProduction(environment) ? 'error' : 'warn'](message),
      maxConnections: 4,
      // A row is read or written.
      longestStatementMs: 5000,
    }),
  );
  const book: Book = {
    begin: (order, act) => beginAct(pool, order, act),
    sessions: openOperatorSessions(pool),
    check: () => checkDatabase(pool, 'dashboard', isProduction(environment)),
  };
  resources.use(await openDashboard(environment, logger, book));
  return resources;
}

await runProcess({
  name: 'dashboard',
  loadEnvironment: () => loadEnvironment(hasDatabase ? process.env : { ...process.env, ...NO_DATABASE }),
  open,
});
