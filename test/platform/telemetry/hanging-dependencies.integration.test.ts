import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGIN } from '../../dashboard/board-fixture.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { freePort, startProcess } from '../../support/processes.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { openGateTo } from '../../support/tcp-gate.ts';
import { everyNth } from '../../support/long.ts';

/*
 * A server that accepts connections but does not answer is named by /readyz, within the time limit
 * of a readiness probe.
 */

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const CASES = [
  ['ingress', ['database']],
  ['worker', ['database']],
  ['worker', ['redis']],
  ['worker', ['database', 'redis']],
  ['dashboard', ['redis']],
  ['dashboard', ['database']],
  ['dashboard', ['redis', 'database']],
] as const;

describe.each(everyNth(4, CASES))('a %s whose %j hangs', (kind, names) => {
  const dependencies: readonly string[] = names;
  it('is not ready, names the dependency that does not answer, and is ready again afterwards', async () => {
    await using toDatabase = await openGateTo(database.urlOf(kind));
    await using toRedis = await openGateTo(await takeRedisDatabase());
    const gates = [
      ...(dependencies.includes('database') ? [toDatabase] : []),
      ...(dependencies.includes('redis') ? [toRedis] : []),
    ];
    await using started = await startProcess(kind, {
      DATABASE_URL: toDatabase.url,
      REDIS_URL: toRedis.url,
      WORKER_QUEUES: 'batches',
      DASHBOARD_PASSWORD: LOGIN.password,
      // The dashboard needs the database only if it is not read-only.
      DASHBOARD_READ_ONLY: String(!dependencies.includes('database')),
      PORT: '0',
      DASHBOARD_PORT: String(await freePort()),
    });
    const read = async () => {
      const answer = await fetch(`${started.opsUrl}/readyz`);
      const { checks } = (await answer.json()) as { checks: Record<string, string> };
      return { status: answer.status, states: dependencies.map((name) => checks[name]) };
    };
    const all = (state: string) => dependencies.map(() => state);
    expect(await read()).toEqual({ status: 200, states: all('ok') });
    for (const gate of gates) gate.hold();
    expect(await read()).toEqual({ status: 503, states: all('does not answer') });
    for (const gate of gates) gate.open();
    await expect.poll(read, { timeout: 30_000 }).toEqual({ status: 200, states: all('ok') });
  }, 90_000);
});
