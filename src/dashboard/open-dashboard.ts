import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '../platform/config/configuration-error.ts';
import type { Environment } from '../platform/config/environment.ts';
import { VERSION } from '../platform/config/software.ts';
import { listenAs } from '../platform/config/listening.ts';
import { findDashboardFaults } from '../platform/config/process-rules.ts';
import { followSecret } from '../platform/config/follow-secret.ts';
import { explainRefusedLogin, openRedisCheck } from '../platform/jobs/check-redis.ts';
import { openProducerConnection } from '../platform/jobs/connection.ts';
import { type JobQueues, openJobQueues } from '../platform/jobs/job-queues.ts';
import { DEFAULT_PREFIX } from '../platform/jobs/keys.ts';
import { readOperatorAlerts } from '../platform/jobs/operator-alerts.ts';
import { logOutages } from '../platform/telemetry/log-outages.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { showRedis } from '../platform/telemetry/metrics/connection-metrics.ts';
import { openRegistry } from '../platform/telemetry/metrics/open-registry.ts';
import { openOpsServer } from '../platform/telemetry/ops-server.ts';
import { countQueues } from '../platform/telemetry/queue-metrics.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import type { ActsOfDashboard } from './acts/act-routes.ts';
import { buildDashboard } from './build-dashboard.ts';
import type { ReadJobTruths } from './jobs-now/describe-now.ts';
import type { OperationsSource } from './operations/operations-options.ts';
import type { BeginAct } from './record-changes.ts';
import { reportFaults } from '../platform/process/report-faults.ts';
import { type Installation, watchInstallation } from '../platform/process/installation-watch.ts';

type Settings = Pick<
  Environment,
  | 'REDIS_URL'
  | 'HOST'
  | 'DASHBOARD_PORT'
  | 'DASHBOARD_USER'
  | 'DASHBOARD_PASSWORD'
  | 'DASHBOARD_READ_ONLY'
  | 'TRUSTED_PROXIES'
  | 'OPS_HOST'
  | 'OPS_PORT'
>;

export type Dashboard = AsyncDisposable & {
  /** URL at which it listens: `http://127.0.0.1:3001`. */
  readonly url: string;
  readonly opsPort: number;
};

/**
 * The dashboard's access to its database: the state of the product, the logins of operators, and
 * the record of changes.
 */
export type Book = {
  readonly source: OperationsSource;
  readonly begin: BeginAct;
  readonly sessions: OperatorSessions;
  readonly readJobTruths: ReadJobTruths;
  readonly openActs: (jobQueues: JobQueues) => ActsOfDashboard;
  /** Registers this dashboard as running until it is disposed of. */
  readonly register: (jobQueues: JobQueues) => AsyncDisposable;
  /** Reads the installation of the database; null if it is not migrated. */
  readonly readInstallation: () => Promise<Installation | null>;
  /** Returns `ok`, or why changes cannot be recorded. */
  readonly check: () => Promise<string>;
};

/**
 * Opens the dashboard and its operations port. It also starts without Redis: the board then shows
 * errors and the process is not ready.
 * @param book null if the dashboard has no database.
 * @param prefix prefix of the queues' keys.
 * @throws ConfigurationError without a password, if changes could not be recorded, if Redis belongs
 *   to another installation, or if an address cannot be listened on.
 */
export async function openDashboard(
  environment: Settings,
  logger: Logger,
  book: Book | null,
  prefix = DEFAULT_PREFIX,
): Promise<Dashboard> {
  const { DASHBOARD_USER: user, DASHBOARD_PASSWORD: password } = environment;
  const faults = findDashboardFaults(environment, book !== null);
  if (password === undefined || faults.length > 0) throw new ConfigurationError(faults);
  await using stack = new AsyncDisposableStack();
  const redis = stack.adopt(openProducerConnection(followSecret(environment, 'REDIS_URL')), (connection) =>
    connection.disconnect(),
  );
  logOutages(redis, logger, explainRefusedLogin);
  // Without a database it only shows what is in Redis, and nobody can change anything.
  const { readInstallation: readOwn = null } = book ?? {};
  const installation =
    readOwn && stack.use(watchInstallation({ connection: redis, prefix, readOwn, logger }));
  await installation?.begin();
  const checkRedis = openRedisCheck(redis, prefix);
  const jobQueues = stack.use(openJobQueues(redis, prefix));
  const { queues } = jobQueues;

  let isListening = false;
  const isReady = async () => {
    const [state, database] = await Promise.all([checkRedis(), book?.check()]);
    const checks = { redis: state, ...(database !== undefined && { database }) };
    return { ready: isListening && Object.values(checks).every((found) => found === 'ok'), checks };
  };
  if (installation !== null) stack.use(reportFaults({ installation, logger, prefix }, 'dashboard', isReady));
  const registry = openRegistry('dashboard');
  countQueues(registry, queues);
  showRedis(registry, redis);
  const ops = stack.use(
    await listenAs('OPS_HOST', 'OPS_PORT', () =>
      openOpsServer({
        host: environment.OPS_HOST,
        port: environment.OPS_PORT,
        registry,
        isReady,
        logger,
      }),
    ),
  );

  const app = buildDashboard({
    jobQueues,
    source: book?.source ?? null,
    version: VERSION,
    credentials: { user, password },
    sharedMayAct: !environment.DASHBOARD_READ_ONLY,
    sessions: book?.sessions ?? null,
    beginAct: book?.begin ?? null,
    acts: book?.openActs(jobQueues) ?? null,
    readJobTruths: book?.readJobTruths ?? null,
    readOperatorAlerts: () => readOperatorAlerts(jobQueues, new Date()),
    trustedProxies: environment.TRUSTED_PROXIES,
    logger,
  });
  stack.defer(() => app.close());
  stack.defer(() => ops.markDraining());
  await listenAs('HOST', 'DASHBOARD_PORT', () =>
    app.listen({
      host: environment.HOST,
      port: environment.DASHBOARD_PORT,
      listenTextResolver: (address) => `Dashboard is listening at ${address}`,
    }),
  );
  isListening = true;

  if (book !== null) stack.use(book.register(jobQueues));
  const { address, family, port } = app.server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const opened = stack.move();
  return { url, opsPort: ops.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
