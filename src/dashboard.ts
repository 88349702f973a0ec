import { findDeclaration } from './platform/process/declarations.ts';
import { type Environment, isProduction, loadEnvironment } from './platform/config/environment.ts';
import { followSecret } from './platform/config/follow-secret.ts';
import { findDashboardFaults } from './platform/config/process-rules.ts';
import { isGiven } from './platform/config/is-given.ts';
import { type Book, openDashboard } from './dashboard/open-dashboard.ts';
import { openActs } from './dashboard/acts/open-acts.ts';
import { findOrder } from './operate/orders/orders.ts';
import { beginAct } from './platform/audit/operator-acts.ts';
import { recordDashboardAct } from './operate/statements/dashboard-acts.ts';
import { openOperatorSessions } from './operators/operator-sessions.ts';
import { openPool } from './platform/postgres/database.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { readBatchView, readChainView } from './monitor/statements/drill-down.ts';
import { readJobTruths } from './monitor/statements/job-truths.ts';
import { readInstallation, readOverview } from './monitor/statements/overview.ts';
import { readInstallation as readOwnInstallation } from './platform/process/installation-watch.ts';
import { checkDatabase } from './platform/postgres/readiness.ts';
import { registerProcess } from './platform/process/register-process.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import { runProcess } from './platform/process/run-process.ts';

/*
 * The settings of all processes require a database. The dashboard uses it to read the status of the
 * engine and the operators' logins, and to record operators' changes. Its role may do nothing else.
 * A read-only dashboard with only the shared login may run without a database, and then shows no
 * status.
 */
const NO_DATABASE = { DATABASE_URL: 'postgres://unused/unused', DATABASE_URL_FILE: '' };
const hasDatabase = isGiven('DATABASE_URL', process.env);

async function open(environment: Environment, logger: Logger): Promise<AsyncDisposable> {
  if (!hasDatabase) return openDashboard(environment, logger, null);
  const resources = new AsyncDisposableStack();
  const options = {
    url: followSecret(environment, 'DATABASE_URL'),
    applicationName: 'ibe-dashboard',
    role: 'dashboard',
    refusesExcess: isProduction(environment),
    onExcess: (message: string) => logger[isProduction(environment) ? 'error' : 'warn'](message),
  } as const;
  // Each statement reads or writes single rows.
  const { pool, orm } = resources.use(
    openDatabase({ ...options, maxConnections: 4, longestStatementMs: 5000 }),
  );
  // A statement that exceeds this limit is omitted from the page.
  const reading = resources.use(openPool({ ...options, maxConnections: 2, longestStatementMs: 2000 }));
  const begin: Book['begin'] = (order, act) => beginAct(orm, order, act, recordDashboardAct);
  const book: Book = {
    begin,
    register: (jobQueues) =>
      registerProcess({ environment, role: 'dashboard', connection: pool, jobQueues, logger }),
    sessions: openOperatorSessions(pool),
    openActs: (jobQueues) => ({
      offered: openActs({ pool, orm, jobQueues, begin }),
      findOrder: (id) => findOrder(orm.em.fork(), id),
    }),
    readJobTruths: (asked) => readJobTruths(reading.pool, asked),
    readInstallation: () => readOwnInstallation(pool, options.url()),
    check: () => checkDatabase(pool, 'dashboard', isProduction(environment)),
    source: {
      readOverview: (now) => readOverview(reading.pool, now),
      readInstallation: () => readInstallation(reading.pool),
      readBatch: (batchId) => readBatchView(reading.pool, batchId),
      readChain: (chainId) => readChainView(reading.pool, chainId),
      readDeclaration: (version) => findDeclaration(orm.em.fork(), version),
      recordLook: (order, act) => recordDashboardAct(orm.em.fork(), order, act),
    },
  };
  resources.use(await openDashboard(environment, logger, book));
  return resources;
}

await runProcess({
  name: 'dashboard',
  loadEnvironment: () =>
    loadEnvironment(hasDatabase ? process.env : { ...process.env, ...NO_DATABASE }, (environment) =>
      findDashboardFaults(environment, hasDatabase),
    ),
  open,
});
