import { setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError, loadEnvironment } from './config/environment.ts';
import { buildApp } from './http/app.ts';
import { ensureApiKey } from './ingestion/bootstrap.ts';
import { checkDatabase } from './persistence/readiness.ts';
import { openRuntime, type Runtime } from './runtime.ts';
import { runUntilSignal } from './telemetry/drain.ts';
import { openOpsServer } from './telemetry/ops-server.ts';

/** The ingress: the API on HOST:PORT, and its operations port. */
async function main(): Promise<void> {
  const runtime = await openRuntime(loadEnvironment(process.env), 'ingress');
  const { environment, logger, database, metrics } = runtime;
  const bootstrap = { done: environment.BOOTSTRAP_API_KEY === undefined };
  const app = await buildApp({ ...runtime, pool: database.pool });
  const ops = await openOpsServer({
    host: environment.OPS_HOST,
    port: environment.OPS_PORT,
    registry: metrics.registry,
    logger,
    // Without Redis the ingress still accepts: an outage of Redis must not take it out of rotation.
    isReady: async () => {
      const databaseState = await checkDatabase(database.pool);
      const checks = { database: databaseState, bootstrap: bootstrap.done ? 'ok' : 'pending' };
      return { ready: databaseState === 'ok' && bootstrap.done, checks };
    },
  });
  runUntilSignal({
    logger,
    drain: async () => {
      ops.markDraining();
      await app.close();
      await ops[Symbol.asyncDispose]();
      await runtime[Symbol.asyncDispose]();
    },
  });
  await app.listen({ host: environment.HOST, port: environment.PORT });
  const key = environment.BOOTSTRAP_API_KEY;
  if (key !== undefined) await bootstrapKey(runtime, key);
  bootstrap.done = true;
}

/** Waits for the database as long as it takes; the ingress is not ready until then. */
async function bootstrapKey({ environment, database, logger }: Runtime, key: string): Promise<void> {
  for (;;) {
    try {
      return await ensureApiKey(database.orm, key, environment.BOOTSTRAP_ORGANIZATION);
    } catch (error) {
      logger.warn({ err: error }, 'BOOTSTRAP_API_KEY could not be ensured yet');
      await wait(1000);
    }
  }
}

try {
  await main();
} catch (error) {
  // One line for the operator; the stack only for what is our fault.
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
