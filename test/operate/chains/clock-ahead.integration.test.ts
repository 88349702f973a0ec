import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { readInstallation, readOverview } from '#src/monitor/statements/overview.ts';
import { listDueBatches } from '../../../src/issue/due-batches.ts';
import { NO_QUEUE_SNAPSHOT } from '../../../src/platform/jobs/queue-snapshot.ts';
import { listDueRenderings } from '../../../src/render/due-renderings.ts';
import { listDueRemissions } from '#src/remit/due-remissions.ts';
import { issueBatch } from '../../support/engine.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { runCli } from '../../support/run-cli.ts';

/*
 * The clock of the database was 33 days ahead for a while and is right again: nothing waits for the
 * times that were stored meanwhile.
 */

let test: TestRemission;
let redisUrl: string;
beforeAll(async () => {
  test = await openTestRemission({ now: Date.now });
  redisUrl = await takeRedisDatabase();
  test.api.clock.now = new Date();
  await issueBatch(test.api, test.organization, 1, 'A');
});
afterAll(() => test[Symbol.asyncDispose]());

const run = (command: string, args: readonly string[]) =>
  runCli(command, args, { DATABASE_URL: test.api.database.url, REDIS_URL: redisUrl });

/** Sets columns as a superuser, without the guards of the tables. */
async function store(sql: string): Promise<void> {
  const client = await test.api.database.pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  } finally {
    client.release();
  }
}

const due = async () => (await listDueRemissions(test.pool, new Date(), 10)).length;

describe('after a time in which the clock was ahead', () => {
  it.each(['sending_until', 'compare_after'])('a chain does not wait for its %s', async (column) => {
    const marked = column === 'compare_after' ? 'now()' : 'null';
    await store(`update remissions set ${column} = now() + interval '33 days', compare_since = ${marked}`);
    expect(await due()).toBe(1);
    await store(
      `update remissions set sending_until = now() + interval '2 minutes', compare_after = now() + interval '2 minutes'`,
    );
    expect(await due()).toBe(0);
    await store('update remissions set sending_until = null, compare_after = null, compare_since = null');
  });

  it('a chain whose next message waits for weeks is a finding, and one command corrects all of them', async () => {
    await store(
      `update remissions set next_allowed_at = now() + interval '33 days', sending_until = now() + interval '33 days'`,
    );
    const overview = await readOverview(test.pool, new Date());
    const installation = await readInstallation(test.pool);
    const found = judgeOverview({ overview, installation, queues: NO_QUEUE_SNAPSHOT });
    expect(found).toContainEqual(expect.objectContaining({ id: 'chains-ahead', urgency: 'act' }));
    expect(await due()).toBe(0);
    const sent = await run('chains', ['send', '--reason', 'the clock was wrong']);
    expect(sent).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The next message of chain \d+ .* may be sent at/),
    });
    const next = await test.read<{ soon: boolean }>(
      `select next_allowed_at <= now() + interval '61 seconds' as soon from remissions`,
    );
    expect(next).toEqual([{ soon: true }]);
    expect((await run('chains', ['send', '--reason', 'again'])).out).toBe(
      'No chain waits longer than is permitted\n',
    );
  });

  it('batches that were received or issued then are found again if their jobs are lost', async () => {
    const limits = { chunk: 25, longDocument: 32_000, mostLong: 16 };
    const before = new Date(Date.now() - 2000);
    await store(`update batches set processed_at = now() + interval '33 days', rendered_at = null`);
    expect(await listDueRenderings(test.pool, before, 10, 0, limits)).toHaveLength(1);
    await store(`update batches set processed_at = now() + interval '5 seconds'`);
    expect(await listDueRenderings(test.pool, before, 10, 0, limits)).toHaveLength(0);
    await store(
      `update batches set status = 'received', processed_at = null, received_at = now() + interval '33 days'`,
    );
    expect(await listDueBatches(test.pool, before, 10, 0)).toHaveLength(1);
  });
});
