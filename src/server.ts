import { setTimeout as wait } from 'node:timers/promises';
import { type Environment, isProduction, loadEnvironment } from './platform/config/environment.ts';
import { followSecret } from './platform/config/follow-secret.ts';
import { readRenderStoreSettings } from './platform/config/render-store-settings.ts';
import { findIngressFaults } from './platform/config/process-rules.ts';
import { describeSoftware } from './platform/config/software.ts';
import { listenAs } from './platform/config/listening.ts';
import { buildApp } from './api/app.ts';
import { drainConnections } from './api/limits/drain-connections.ts';
import { openExaminer } from './accept/examiner.ts';
import { openExtractor } from './render/postprocess/open-extractor.ts';
import { ensureApiKey } from './organizations/access/bootstrap.ts';
import { isKeyKnown } from './organizations/access/sessions.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { checkUsedDatabase } from './platform/postgres/readiness.ts';
import { openRenderStore } from './render/store/open-render-store.ts';
import { declareAtStart } from './platform/process/declare-version.ts';
import { registerProcess } from './platform/process/register-process.ts';
import { openOps, openRuntime, type Runtime } from './platform/process/runtime.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import { createDocumentWriter } from './deliver/writing/document-writer.ts';
import { createIngressMetrics } from './api/ingress-metrics.ts';
import { openThreads } from './platform/process/threads.ts';
import { runProcess } from './platform/process/run-process.ts';

/** Opens the API process: the API on HOST:PORT, and its operations port. */
async function openIngress(environment: Environment, logger: Logger): Promise<AsyncDisposable> {
  const runtime = await openRuntime(environment, logger, 'ingress');
  const { database, durability, resources, tracker, registry } = runtime;
  const bootstrap = { done: environment.BOOTSTRAP_API_KEY === undefined };
  const outside = resources.use(await openRenderStore(readRenderStoreSettings(environment)));
  const threads = resources.use(openThreads());
  const examiner = resources.use(openExaminer(threads));
  const extractor = resources.use(openExtractor());
  const writer = createDocumentWriter(threads);
  const app = await buildApp({
    ...runtime,
    // A correction stores a record, and sessions and batches store their times.
    now: runtime.timeToStore,
    pool: database.pool,
    orm: database.orm,
    examiner,
    extractor,
    writer,
    software: describeSoftware(environment),
    metrics: createIngressMetrics(registry),
    outside,
  });
  resources.defer(() => app.close());
  // The API accepts batches without Redis, so an outage of Redis must not make it unready.
  const ops = await openOps(runtime, 'ingress', async () => {
    // Batches that are accepted into a superseded database are not issued, so clients must be sent
    // to another process.
    const state =
      durability.whyRefused() ??
      (await checkUsedDatabase(database.pool, tracker, 'ingress', isProduction(environment)));
    const checks = { database: state, bootstrap: bootstrap.done ? 'ok' : 'pending' };
    return { ready: app.server.listening && state === 'ok' && bootstrap.done, checks };
  });
  resources.use(ops);
  resources.defer(() => drainConnections(app));
  resources.defer(() => ops.markDraining());
  const { HOST: host, PORT: port } = environment;
  await listenAs('HOST', 'PORT', () => app.listen({ host, port }));
  logger.info({ host, port }, 'API is listening');
  Promise.all([examiner.warmUp(), writer.warmUp()]).catch((error: unknown) =>
    logger.warn({ err: error }, 'The threads could not be started in advance'),
  );
  void declareAtStart(runtime);
  resources.use(registerProcess({ ...runtime, role: 'ingress', connection: database.pool }));
  void ensureBootstrapKey(runtime).then(() => (bootstrap.done = true));
  return resources;
}

/**
 * Waits without limit for the database; the process is not ready until then. With a login of its
 * own the process may not create keys, and `npm run migrate` has already created this one.
 */
async function ensureBootstrapKey({ environment, logger, database, resources }: Runtime): Promise<void> {
  const { BOOTSTRAP_API_KEY: key } = environment;
  if (key === undefined) return;
  let make: (() => Promise<void>) | undefined;
  await using operators = new AsyncDisposableStack();
  let told = '';
  while (!resources.disposed) {
    try {
      if (await isKeyKnown(database.pool, key)) return;
      make ??= prepareKey(key, environment, operators);
      return await make();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const advice = code === '42501' ? ': set BOOTSTRAP_API_KEY for npm run migrate, which creates it' : '';
      if (message !== told)
        logger.warn({ err: error }, `The API key of BOOTSTRAP_API_KEY could not be created yet${advice}`);
      told = message;
      await wait(1000);
    }
  }
}

/** Opens the database with the operator's role, which may create keys. */
function prepareKey(
  key: string,
  environment: Environment,
  resources: AsyncDisposableStack,
): () => Promise<void> {
  const { orm } = resources.use(
    openDatabase({
      url: followSecret(environment, 'DATABASE_URL'),
      applicationName: 'ibe-bootstrap',
      role: 'operator',
      refusesExcess: isProduction(environment),
      maxConnections: 1,
    }),
  );
  return () => ensureApiKey(orm, key, environment.BOOTSTRAP_ORGANIZATION);
}

await runProcess({
  name: 'ingress',
  loadEnvironment: () => loadEnvironment(process.env, findIngressFaults),
  open: openIngress,
});
