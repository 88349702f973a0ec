import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGIN } from '../../dashboard/board-fixture.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openOwnRedis, type OwnRedis } from '../../support/own-redis.ts';
import { freePort, startProcess, type StartOptions, type TestProcess } from '../../support/processes.ts';
import { openGateTo } from '../../support/tcp-gate.ts';
import { everyNth } from '../../support/long.ts';

/* A Redis that answers reads but refuses writes: no job runs, although the connection works. */

let database: TestDatabase;
let redis: OwnRedis;
const started = new Map<string, TestProcess>();
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  redis = resources.use(await openOwnRedis('only-reads'));
  started.set('worker', resources.use(await startWorker(redis.url)));
  started.set(
    'dashboard',
    resources.use(
      await startProcess('dashboard', {
        REDIS_URL: redis.url,
        DASHBOARD_PASSWORD: LOGIN.password,
        DASHBOARD_PORT: String(await freePort()),
      }),
    ),
  );
}, 60_000);
afterAll(() => resources.disposeAsync());

const startWorker = (redisUrl: string, options: StartOptions = {}) =>
  startProcess(
    'worker',
    { DATABASE_URL: database.urlOf('worker'), REDIS_URL: redisUrl, WORKER_QUEUES: 'batches' },
    options,
  );

async function readState({ opsUrl }: TestProcess) {
  const answer = await fetch(`${opsUrl}/readyz`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return { status: answer.status, redis: checks['redis'] };
}

type Command = readonly [string, ...string[]];
const CASES: readonly (readonly [state: string, refuse: Command, mend: Command])[] = [
  ['refuses writes: out of memory', ['config', 'set', 'maxmemory', '1'], ['config', 'set', 'maxmemory', '0']],
  ['read-only: the server is a replica', ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one']],
  [
    'refuses writes: too few replicas follow it',
    ['config', 'set', 'min-replicas-to-write', '1'],
    ['config', 'set', 'min-replicas-to-write', '0'],
  ],
  [
    'refuses writes: the login may not write',
    ['acl', 'setuser', 'default', '-@write'],
    ['acl', 'setuser', 'default', '+@all'],
  ],
  [
    'refuses commands of the engine: the login may not run eval',
    ['acl', 'setuser', 'default', '-eval'],
    ['acl', 'setuser', 'default', '+@all'],
  ],
  [
    'refuses commands of the engine: the login may not run bzpopmin, xadd',
    ['acl', 'setuser', 'default', '-bzpopmin', '-xadd'],
    ['acl', 'setuser', 'default', '+@all'],
  ],
  [
    'refuses commands of the engine: the login may not use the key {ibe:batches}:batches:wait; allow the pattern ~{ibe*',
    ['acl', 'setuser', 'default', 'resetkeys', '~{ibe}:*'],
    ['acl', 'setuser', 'default', '~*'],
  ],
  ['does not answer', ['client', 'pause', '600000', 'write'], ['client', 'unpause']],
];

describe.each(['worker', 'dashboard'])('a %s', (kind) => {
  it.each(everyNth(6, CASES))(
    'is not ready while Redis %s, and ready again afterwards',
    async (state, [refuse, ...how], [mend, ...so]) => {
      const read = () => readState(started.get(kind)!);
      expect(await read()).toEqual({ status: 200, redis: 'ok' });
      await redis.admin.call(refuse, ...how);
      try {
        // A connection to a replica is replaced meanwhile.
        await expect.poll(read, { timeout: 20_000 }).toEqual({ status: 503, redis: state });
      } finally {
        await redis.admin.call(mend, ...so);
      }
      await expect.poll(read, { timeout: 20_000 }).toEqual({ status: 200, redis: 'ok' });
    },
    60_000,
  );
});

it.each([
  ['with another password', 'refuses the login: wrong password or user (WRONGPASS)', 'wrong'],
  ['without a password', 'refuses the login: it requires a password (NOAUTH)', ''],
])(
  'a worker %s reports that Redis refuses the login',
  async (_name, state, password) => {
    const url = new URL(redis.url);
    url.password = password;
    await using worker = await startWorker(url.href, { untilReady: false });
    const read = () => readState(worker).catch(() => null);
    await expect.poll(read, { timeout: 30_000 }).toEqual({ status: 503, redis: state });
    expect(worker.output()).toContain(`Redis ${state}`);
  },
  60_000,
);

it('a worker moves all connections from a Redis that became a replica to the current server of its address', async () => {
  // Uses its own servers, because the test counts their connections.
  await using first = await openOwnRedis('before-failover');
  await using next = await openOwnRedis('after-failover');
  await using gate = await openGateTo(first.url);
  const count = async ({ admin }: OwnRedis) =>
    String(await admin.client('LIST'))
      .trim()
      .split('\n').length;
  const others = await count(first);
  await using worker = await startWorker(gate.url);
  const own = (await count(first)) - others;
  gate.leadTo(next.url);
  await first.admin.replicaof('127.0.0.1', '1');
  try {
    await expect.poll(() => readState(worker), { timeout: 30_000 }).toEqual({ status: 200, redis: 'ok' });
    // Plus the connection of the test.
    await expect.poll(() => count(next), { timeout: 30_000 }).toBe(own + 1);
    await expect.poll(() => count(first), { timeout: 30_000 }).toBe(others);
  } finally {
    await first.admin.replicaof('NO', 'ONE');
  }
}, 90_000);
