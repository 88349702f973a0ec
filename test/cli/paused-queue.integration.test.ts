import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueBatch } from '../support/engine.ts';
import { openOwnRedis, type OwnRedis } from '../support/own-redis.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { runCli } from '../support/run-cli.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';
import { DEFAULT_PREFIX } from '../../src/platform/jobs/keys.ts';

/* The commands about chains while the queue remission is paused. */

let test: TestRemission;
let redis: OwnRedis;
let queues: TestQueues;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  test = resources.use(await openTestRemission({ now: Date.now }));
  test.api.clock.now = new Date();
  redis = resources.use(await openOwnRedis('paused-queue'));
  queues = resources.use(await openTestQueues(redis.url, DEFAULT_PREFIX));
  await issueBatch(test.api, test.organization, 1, 'P');
  await queues.jobQueues.queues.get('remission')!.pause();
}, 60_000);
afterAll(() => resources.disposeAsync());

const run = (args: string[]) =>
  runCli('chains', args, { DATABASE_URL: test.api.database.url, REDIS_URL: redis.url });
const PAUSED =
  /The queue remission is PAUSED since 20\S+Z: no record is sent to AEAT, .*Resume it in the dashboard, or with npm run engine -- queues resume remission/;

describe('the chains command while the queue remission is paused', () => {
  it('reports the pause for pending records, and for a chain that waits for its comparison', async () => {
    expect((await run([])).out).toMatch(/1 records, 1 pending\n {4}The queue remission is PAUSED/);
    const compared = await run(['compare']);
    expect(compared.out).toContain('1 chains are compared');
    expect(compared.err).toMatch(PAUSED);
    const { out } = await run([]);
    expect(out).toMatch(PAUSED);
    expect(out).toContain('why: AEAT is not queried while the queue remission is paused');
    expect(out).not.toContain('no worker serves');
    await test.pool.query('update remissions set compare_since = null');
  });

  it('reports the pause when a halted chain is resumed, and no longer after the queue is resumed', async () => {
    const chainId = await test.chainOf();
    const halt = () =>
      test.pool.query(`update remissions set halted_at = now(), halted_reason = 'AEAT 4141: suspended'`);
    await halt();
    const resumed = await run(['resume', String(chainId)]);
    expect(resumed).toMatchObject({ code: 0, err: expect.stringMatching(PAUSED) });
    await queues.jobQueues.queues.get('remission')!.resume();
    expect((await run([])).out).not.toContain('PAUSED');
    await halt();
    expect((await run(['resume', String(chainId)])).err).toBe('');
  });
});
