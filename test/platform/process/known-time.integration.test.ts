import { expect, it } from 'vitest';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { isDatabaseUnavailable } from '../../../src/platform/postgres/failures.ts';
import { openOps, openRuntime } from '../../../src/platform/process/runtime.ts';
import { openTestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { openGateTo } from '../../support/tcp-gate.ts';
import { testLogger } from '../../support/test-logger.ts';

it.each(['ingress', 'worker'] as const)(
  'A process that can store nothing because it does not know the time of the database is not ready: %s',
  async (kind) => {
    await using opened = new AsyncDisposableStack();
    const database = opened.use(await openTestDatabase());
    const gate = opened.use(await openGateTo(database.urlOf(kind)));
    gate.close();
    const environment = loadEnvironment({
      DATABASE_URL: gate.url,
      REDIS_URL: await takeRedisDatabase(),
      OPS_PORT: '0',
    });
    const runtime = await openRuntime(environment, testLogger, kind);
    opened.use(runtime.resources);
    // The other checks may already pass when the clock has not been measured, as under load.
    const isReady = async () => ({ ready: true, checks: { database: 'ok' } });
    const ops = opened.use(await openOps(runtime, kind, isReady));
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${ops.port}/readyz`);
      return { code: answer.status, ...((await answer.json()) as object) };
    };
    expect(() => runtime.timeToStore()).toThrow(expect.toSatisfy(isDatabaseUnavailable));
    expect(await ask()).toEqual({
      code: 503,
      status: 'not ready',
      checks: { database: 'its time is not known yet' },
    });
    gate.open();
    await eventually(async () => (await ask()).code === 200, { what: 'the process to be ready' });
    expect(runtime.timeToStore()).toBeInstanceOf(Date);
  },
);
