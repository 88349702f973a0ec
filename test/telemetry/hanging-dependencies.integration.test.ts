import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGIN } from '../dashboard/board-fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort, startProcess } from '../support/processes.ts';
import { testRedisUrl } from '../support/redis.ts';
import { openGateTo } from '../support/tcp-gate.ts';

/* A server that takes connections and answers nothing is told by name, and within the time that whoever asks for readiness waits. */

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const CASES = [
  ['ingress', 'database'],
  ['worker', 'database'],
  ['worker', 'redis'],
  ['dashboard', 'redis'],
] as const;

describe.each(CASES)('%s, its %s hanging', (kind, dependency) => {
  it('is not ready, says which one does not answer, and is ready again afterwards', async () => {
    const databaseUrl = database.urlOf(kind === 'dashboard' ? 'ingress' : kind);
    await using gate = await openGateTo(dependency === 'redis' ? testRedisUrl() : databaseUrl);
    await using started = await startProcess(kind, {
      DATABASE_URL: dependency === 'database' ? gate.url : databaseUrl,
      REDIS_URL: dependency === 'redis' ? gate.url : testRedisUrl(),
      WORKER_QUEUES: 'batches',
      DASHBOARD_PASSWORD: LOGIN.password,
      DASHBOARD_READ_ONLY: 'true',
      PORT: '0',
      DASHBOARD_PORT: String(await freePort()),
    });
    const read = async () => {
      const answer = await fetch(`${started.opsUrl}/readyz`);
      const { checks } = (await answer.json()) as { checks: Record<string, string> };
      return { status: answer.status, state: checks[dependency] };
    };
    expect(await read()).toEqual({ status: 200, state: 'ok' });
    gate.hold();
    expect(await read()).toEqual({ status: 503, state: 'does not answer' });
    gate.open();
    await expect.poll(read, { timeout: 30_000 }).toEqual({ status: 200, state: 'ok' });
  }, 90_000);
});
