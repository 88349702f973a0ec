import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markChains } from '../../src/platform/postgres/lineage/restores.ts';
import { DEFAULT_PREFIX } from '../../src/platform/jobs/keys.ts';
import { readJobLogEntry } from '../../src/platform/jobs/job-log.ts';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { buildRemitRecords } from '../../workers/remit-records.ts';
import { openAeatRelay } from '../support/aeat-relay.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { runCli } from '../support/run-cli.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

/** The commands always use the product's key prefix, so this file has its own Redis database. */
const REDIS_URL = await takeRedisDatabase();

describe('the chains command, for a chain that is closed because AEAT does not answer', () => {
  let test: TestRemission;
  let queues: TestQueues;
  beforeEach(async () => {
    test = await openTestRemission({ now: Date.now });
    queues = await openTestQueues(REDIS_URL, DEFAULT_PREFIX);
  });
  afterEach(async () => {
    for (const queue of queues.jobQueues.queues.values()) await queue.obliterate({ force: true });
    await queues[Symbol.asyncDispose]();
    await test[Symbol.asyncDispose]();
  });

  const now = () => new Date();
  const run = (args: string[], redisUrl = REDIS_URL) =>
    runCli('chains', args, { DATABASE_URL: test.api.database.url, REDIS_URL: redisUrl });

  it(
    'lists the chain with the reason, and reports on resume that the chain is not halted',
    { timeout: 60_000 },
    async () => {
      test.api.clock.now = now();
      await issueBatch(test.api, test.organization, 1, 'C');
      const chainId = await test.chainOf();
      await markChains(test.pool, now(), chainId);
      test.sandbox.control.addFaults({ kind: 'http-status', status: 503, operation: 'consulta' });
      expect((await run([])).out).toContain('a worker queries AEAT at once');

      const job = {
        name: 'remit-records' as const,
        payload: { organizationId: test.organization.id, chainId, records: 1, isFull: false },
      };
      queues.work('remission', {
        'remit-records': buildRemitRecords({
          ...test.context(),
          now,
          jobQueues: queues.jobQueues,
          shares: createPerOrganizationConcurrency(8),
        }),
      });
      await queues.jobQueues.send([job]);
      const note = await eventually(() => readJobLogEntry(queues.jobQueues.queues, job));
      expect(note.text).toBe('AEAT answers with an error: HTTP status 503');
      const { out } = await run([]);
      expect(out).toContain(`chain ${chainId}  organization ${test.organization.id}  issuer B12345674`);
      expect(out).toMatch(/CLOSED since 20\S+Z: nothing is issued or sent in it/);
      expect(out).toMatch(/why: AEAT answers with an error: HTTP status 503 \(queried at 20\S+Z\)\n/);
      expect(out).toMatch(/a worker queries AEAT again at 20\S+Z/);
      expect((await run([], 'redis://127.0.0.1:1')).out).toContain('is not available (REDIS_URL)');
      expect(test.log.join('')).toContain('"why":"AEAT answers with an error: HTTP status 503"');

      // Once the chain is open, the list shows why its messages failed before.
      await test.pool.query('update remissions set compare_since = null');
      await test.remit(chainId, 1000, 'http://127.0.0.1:1');
      await test.pool.query(`update remissions set next_allowed_at = now() + interval '1 hour'`);
      const failing = (await run([])).out;
      expect(failing).toMatch(
        /incident since 20\S+Z, 1 failure in a row\n {4}why: .*ECONNREFUSED.* \(attempt at 20\S+Z\)\n/,
      );
      expect(failing).toMatch(/next: a worker .* retries it at 20\S+Z/);
      expect(failing).toContain('repair the network from the workers to AEAT_URL');
      await test.pool.query('update remissions set next_allowed_at = null');
      await markChains(test.pool, now(), chainId);

      const resumed = await run(['resume', String(chainId)]);
      expect(resumed).toMatchObject({ code: 1, out: '' });
      expect(resumed.err).toContain(`Chain ${chainId} is not halted: it waits for its comparison with AEAT`);

      await test.pool.query(
        `update remissions set halted_at = now(), halted_reason = 'AEAT 4141: suspended'`,
      );
      const again = await run(['compare', String(chainId)]);
      expect(again.out).toContain(`chain ${chainId} is halted: it is compared when it is resumed`);
      const { out: told } = await run(['resume', String(chainId)]);
      expect(told).toContain('is compared with AEAT next');
      expect(told).not.toContain('goes on');
    },
  );

  it(
    'shows that a worker compares the chain, its progress and its last failure',
    { timeout: 60_000 },
    async () => {
      test.api.clock.now = now();
      await issueBatch(test.api, test.organization, 1, 'U');
      const chainId = await test.chainOf();
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      await using aeat = await openAeatRelay(test.sandbox.url, async () => {
        asked.resolve();
        await answered.promise;
        return null;
      });
      // A comparison that fails because of an error in the engine.
      await test.pool.query('revoke select on registration_records from engine_worker');
      expect((await run(['compare', String(chainId)])).code).toBe(0);
      queues.work('remission', {
        'remit-records': buildRemitRecords({
          ...test.context(10_000, aeat.url),
          now,
          jobQueues: queues.jobQueues,
          shares: createPerOrganizationConcurrency(8),
        }),
      });
      const payload = { organizationId: test.organization.id, chainId, records: 1, isFull: false };
      await queues.jobQueues.send([{ name: 'remit-records', payload }]);
      const failed = await eventually(
        async () => {
          const { out } = await run([]);
          return out.includes('FAILED') && out;
        },
        { within: 20_000 },
      );
      expect(failed).toMatch(/why: a worker failed during the comparison, see below\n/);
      expect(failed).toMatch(
        /FAILED at 20\S+Z: permission denied for table registration_records\. A worker retries it/,
      );
      expect(failed).not.toContain('no worker serves');
      // The failure is still shown after the job used up its attempts and is gone.
      await test.pool.query('grant select on registration_records to engine_worker');
      await asked.promise;
      const under = (await run([])).out;
      expect(under).toMatch(
        /why: a worker compares it now; it has read 0 pages of AEAT's register so far, with 0 records, up to the month 20\d\d-\d\d \(at 20\S+Z\)\n/,
      );
      expect(under).toContain('FAILED at 20');
      expect(under).not.toContain('was not asked');
      answered.resolve();
      await eventually(
        async () => (await test.read('select from remissions where compare_since is null')).length > 0,
      );
      expect((await run([])).out).not.toContain('CLOSED');
    },
  );

  it('reports in every subcommand that a retired chain stays retired', { timeout: 60_000 }, async () => {
    test.api.clock.now = now();
    await issueBatch(test.api, test.organization, 1, 'R');
    const chainId = await test.chainOf();
    await markChains(test.pool, now(), chainId);
    expect((await run(['renew', String(chainId), '--reason', 'x'])).code).toBe(0);
    for (const args of [['compare'], ['resume'], ['renew', '--reason', 'x']]) {
      const { code, out, err } = await run([args[0]!, String(chainId), ...args.slice(1)]);
      expect({ args, code, out, err }).toEqual({
        args,
        code: 1,
        out: '',
        err: expect.stringMatching(
          new RegExp(
            `^Chain ${chainId} is .*retired permanently.*, and its last 1 record is sent to AEAT without an order\n$`,
          ),
        ),
      });
    }
  });

  it(
    'sends a message at once on an operator’s order although AEAT asked for a wait of days',
    { timeout: 60_000 },
    async () => {
      test.api.clock.now = now();
      const batchId = await issueBatch(test.api, test.organization, 1, 'W');
      const chainId = await test.chainOf();
      test.sandbox.control.addFaults({ kind: 'raised-wait', seconds: 999_999, count: 1 });
      const work = buildRemitRecords({
        ...test.context(),
        now,
        jobQueues: queues.jobQueues,
        shares: createPerOrganizationConcurrency(8),
      });
      queues.work('remission', { 'remit-records': work });
      const send = async () => {
        const payload = { organizationId: test.organization.id, chainId, records: 1, isFull: false };
        await queues.jobQueues.send([{ name: 'remit-records', payload }]);
      };
      await send();
      await eventually(async () => (await test.states(batchId))[0] === 'accepted');
      const next = await issueBatch(test.api, test.organization, 1, 'X');
      const queue = queues.jobQueues.queues.get('remission')!;
      await eventually(async () => (await queue.getActiveCount()) === 0);
      await send();
      await eventually(async () => (await queue.getDelayedCount()) === 1);
      expect((await run([])).out).toMatch(
        /NEXT MESSAGE at 20\S+Z: AEAT asked for 999,999 s .* workers wait 600 s instead\n {4}earlier: npm run engine -- chains send \d+ /,
      );
      // The ordinary wait that AEAT asks for after a message is kept.
      const kept = await run(['send', String(chainId), '--reason', 'AEAT said so']);
      expect(kept.out).toMatch(/is sent at 20\S+Z, when AEAT's waiting time is over, with 1 record\n$/);
      const again = await run(['send', String(chainId), '--reason', 'x']);
      expect(again).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('must wait 60 s between two messages'),
      });
      await test.pool.query(
        `update remissions set next_allowed_at = now() + interval '10 minutes', sending_until = now() - interval '2 minutes'`,
      );
      const sent = await run(['send', String(chainId), '--reason', 'AEAT said so']);
      expect(sent.out).toContain(
        `The next message of chain ${chainId} of issuer B12345674 is sent now, with 1 record`,
      );
      await eventually(async () => (await test.states(next))[0] === 'accepted');
      expect(
        await test.read(
          `select act, reason, subject_id::int as chain from operator_acts where act = 'chain.send' order by id`,
        ),
      ).toEqual(
        Array.from({ length: 2 }, () => ({ act: 'chain.send', reason: 'AEAT said so', chain: chainId })),
      );
    },
  );
});
