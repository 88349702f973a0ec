import type { RedisConnection } from '../jobs/connection.ts';
import { type Environment, isProduction } from '../config/environment.ts';
import { followSecret } from '../config/follow-secret.ts';
import { listenAs } from '../config/listening.ts';
import { describeSoftware } from '../config/software.ts';
import { openPool } from '../postgres/database.ts';
import { type Database, openDatabase } from '../postgres/open-database.ts';
import { startDatabaseClock } from '../postgres/database-clock.ts';
import { isRefusal } from '../postgres/failures.ts';
import { createDurabilityGuard, type DurabilityGuard } from '../postgres/durability/durability-guard.ts';
import { createPrimaryTracker, type PrimaryTracker } from '../postgres/lineage/primary-tracker.ts';
import { listBlockingSessions } from './list-blocking-sessions.ts';
import { type InstallationWatch, readInstallation, watchInstallation } from './installation-watch.ts';
import { watchDurability } from './watch-durability.ts';
import { reportDatabases } from './report-databases.ts';
import { reportFaults } from './report-faults.ts';
import { explainRefusedLogin } from '../jobs/check-redis.ts';
import { JOBS } from '../jobs/catalog.ts';
import { openProducerConnection } from '../jobs/connection.ts';
import { type JobQueues, openJobQueues } from '../jobs/job-queues.ts';
import { DEFAULT_PREFIX } from '../jobs/keys.ts';
import { logOutages, createOutageReporter } from '../telemetry/log-outages.ts';
import { createRefusalReporter } from '../telemetry/report-refused-jobs.ts';
import type { Logger } from '../telemetry/logger.ts';
import { countPool, showRedis } from '../telemetry/metrics/connection-metrics.ts';
import { createEnqueueMetrics } from '../telemetry/metrics/enqueue-metrics.ts';
import { openRegistry, type Registry } from '../telemetry/metrics/open-registry.ts';
import { openTraces } from '../telemetry/traces/open-traces.ts';
import type { Traces } from '../telemetry/traces/traces.ts';
import { type OpsServer, openOpsServer, type Readiness } from '../telemetry/ops-server.ts';

export type Runtime = {
  readonly environment: Environment;
  readonly logger: Logger;
  /** The metrics of the process. Each duty adds its own. */
  readonly registry: Registry;
  readonly traces: Traces;
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly jobQueues: JobQueues;
  /** Whether Redis belongs to this installation. */
  readonly installation: InstallationWatch;
  readonly tracker: PrimaryTracker;
  readonly durability: DurabilityGuard;
  /** The database's clock, independent of this machine's clock. */
  readonly now: () => Date;
  /** The time for what is stored; throws until the database answers for the first time. */
  readonly timeToStore: () => Date;
  /** Whether `timeToStore` returns a time. */
  readonly isTimeKnown: () => boolean;
  /** The resources of the process. They are disposed of in reverse order when it ends. */
  readonly resources: AsyncDisposableStack;
};

/**
 * Opens the resources that the API and the workers share. Nothing is connected yet: a process
 * starts while PostgreSQL or Redis is unavailable, and its readiness reports that.
 */
export async function openRuntime(
  environment: Environment,
  logger: Logger,
  process: 'ingress' | 'worker',
): Promise<Runtime> {
  const resources = new AsyncDisposableStack();
  const traces = resources.use(
    await openTraces({
      endpoint: environment.OTEL_EXPORTER_OTLP_ENDPOINT,
      process,
      version: describeSoftware(environment).version,
      logger,
    }),
  );
  const redis = openProducerConnection(followSecret(environment, 'REDIS_URL'));
  resources.defer(() => redis.disconnect());
  logOutages(redis, logger, explainRefusedLogin);
  const installation = resources.use(watchOwnInstallation(redis, environment, logger, process));
  await installation.begin();
  const registry = openRegistry(process);
  const refused = createEnqueueMetrics(registry, Object.keys(JOBS));
  const jobQueues = resources.use(
    openJobQueues(redis, DEFAULT_PREFIX, createRefusalReporter(logger, refused)),
  );
  const tracker = createPrimaryTracker(redis, DEFAULT_PREFIX, reportDatabases(logger));
  const durability = createDurabilityGuard(
    isProduction(environment) && environment.ASYNCHRONOUS_STANDBY === 'refuse',
  );
  const database = resources.use(
    openDatabase({
      url: followSecret(environment, 'DATABASE_URL'),
      applicationName: `ibe-${process}`,
      role: process,
      refusesExcess: isProduction(environment),
      onExcess: (message) => logger[isProduction(environment) ? 'error' : 'warn'](message),
      onConnect: async (client) => {
        await durability.check(client);
        if (process === 'worker') await tracker.look(client);
      },
    }),
  );
  durability.hold(database.pool);
  resources.use(watchDurability(database.pool, durability, logger));
  const outages = createOutageReporter('The database', logger);
  const clock = resources.use(
    startDatabaseClock(
      database.pool,
      (seconds) =>
        logger.warn(
          { seconds },
          'The clock of this machine differs from that of the database, which the engine uses',
        ),
      (error) =>
        error === null
          ? outages.worked()
          : outages.failed(isRefusal(error) ? 'refuses this process' : 'is not available', error),
    ),
  );
  countPool(registry, database.pool);
  showRedis(registry, redis);
  return {
    environment,
    logger,
    registry,
    traces,
    database,
    redis,
    jobQueues,
    installation,
    tracker,
    durability,
    now: clock.now,
    timeToStore: clock.timeToStore,
    isTimeKnown: clock.isKnown,
    resources,
  };
}

/**
 * Reads the mark with a connection of its own, because the others may lead to Redis before it is
 * known whose Redis it is.
 */
function watchOwnInstallation(
  redis: RedisConnection,
  environment: Environment,
  logger: Logger,
  process: 'ingress' | 'worker',
): InstallationWatch {
  const url = followSecret(environment, 'DATABASE_URL');
  return watchInstallation({
    connection: redis,
    prefix: DEFAULT_PREFIX,
    logger,
    async readOwn() {
      await using opened = openPool({
        url,
        applicationName: `ibe-${process}`,
        role: process,
        refusesExcess: isProduction(environment),
        maxConnections: 1,
      });
      return await readInstallation(opened.pool, url());
    },
  });
}

/**
 * Opens the operations port of the process, and reports to the operations page why it is not ready.
 * Its readiness also lists sessions that block others in the database. They do not make the process
 * unready, because every other process would find the same. Until the time of the database is
 * known, the process is not ready, because it can store nothing.
 */
export function openOps(
  runtime: Runtime,
  role: 'ingress' | 'worker',
  isReady: () => Promise<Readiness>,
  readOtherFaults?: () => Readonly<Record<string, string>>,
): Promise<OpsServer> {
  const { environment, registry, logger, database, now, isTimeKnown, resources } = runtime;
  const { OPS_HOST: host, OPS_PORT: port } = environment;
  const isReadyAndWhat = async () => {
    const [state, notices] = await Promise.all([isReady(), listBlockingSessions(database.pool, now())]);
    const found = isTimeKnown() ? state : refuseWithoutTime(state);
    return notices.length === 0 ? found : { ...found, notices };
  };
  resources.use(reportFaults(runtime, role, isReadyAndWhat, readOtherFaults));
  const options = { host, port, registry, logger, isReady: isReadyAndWhat };
  return listenAs('OPS_HOST', 'OPS_PORT', () => openOpsServer(options));
}

/** Names the missing time unless the database has another fault. */
function refuseWithoutTime({ checks, ...found }: Readiness): Readiness {
  const database = checks['database'] === 'ok' ? 'its time is not known yet' : checks['database'];
  return { ...found, ready: false, checks: database === undefined ? checks : { ...checks, database } };
}
