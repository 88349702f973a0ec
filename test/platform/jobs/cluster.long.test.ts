import { expect, it } from 'vitest';
import type { ProcessBatchJob } from '../../../src/contracts/jobs.ts';
import { QUEUE_NAMES } from '../../../src/contracts/codes.ts';
import { openRedisCheck } from '../../../src/platform/jobs/check-redis.ts';
import { identify, recordRefusal } from '../../../src/platform/jobs/job-queues.ts';
import { prefixOf } from '../../../src/platform/jobs/keys.ts';
import { readOperatorAlerts, writeOperatorAlert } from '../../../src/platform/jobs/operator-alerts.ts';
import { readPauses } from '../../../src/platform/jobs/pauses.ts';
import { sendHeartbeat, readDuties } from '../../../src/platform/jobs/worker-heartbeats.ts';
import { recordJobFailure } from '../../../src/platform/jobs/failing-jobs.ts';
import { readJobStatus } from '../../../src/platform/jobs/job-status.ts';
import { examine } from '../../monitor/doctor/examine.ts';
import { eventually } from '../../support/eventually.ts';
import { openRedisCluster } from '../../support/redis-servers.ts';
import { openTestQueues } from '../../support/worker.ts';

const NOW = new Date('2026-11-24T08:00:00Z');

it(
  'queues work in a Redis cluster and continue when one of its masters is lost',
  { timeout: 120_000 },
  async () => {
    await using cluster = await openRedisCluster();
    let { url } = cluster;
    await using queues = await openTestQueues(() => url);
    const { jobQueues, prefix } = queues;
    const { connection } = jobQueues;
    const done: number[] = [];
    queues.work('batches', {
      'process-batch': async ({ batchId }: ProcessBatchJob) => {
        done.push(batchId);
        return {};
      },
    });
    const job = (batchId: number) =>
      ({ name: 'process-batch', payload: { organizationId: 1, batchId, invoices: 100, work: 100 } }) as const;
    await jobQueues.send([1, 2, 3].map((batchId) => ({ ...job(batchId), work: 100 })));
    await eventually(() => done.length === 3);

    // The other data that the engine stores in Redis.
    await sendHeartbeat(jobQueues, { host: 'one', pid: 1, duties: ['pdfs'] }, NOW);
    expect((await readDuties(jobQueues)).find(({ duty }) => duty === 'pdfs')).toMatchObject({ workers: 1 });
    await jobQueues.queues.get('pdfs')!.pause();
    expect(await readPauses(jobQueues, NOW)).toEqual([{ queue: 'pdfs', since: NOW.getTime() }]);
    await recordRefusal(connection, prefix, 'process-batch-7');
    expect(await jobQueues.repeat([job(7), job(8)])).toEqual([job(8)]);
    const failed = { deduplicationId: identify(job(9)), name: job(9).name, data: job(9).payload };
    await recordJobFailure(connection, prefix, failed, { at: 1, text: 'no' });
    expect((await readJobStatus(jobQueues, [job(9)])).failure).toMatchObject({ at: 1, text: 'no' });
    await writeOperatorAlert(connection, prefix, 'issuers-without-address', ['somebody']);
    expect(await readOperatorAlerts(jobQueues, NOW)).toContain('somebody');
    expect(
      await examine('redis', {
        ingress: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', REDIS_URL: cluster.url },
      }),
    ).not.toContainEqual(expect.stringMatching(/^fail/));

    // The queues have different slots, so that they are distributed over the nodes.
    const slots = await Promise.all(
      QUEUE_NAMES.map((name) => cluster.nodes[0]!.admin.cluster('KEYSLOT', prefixOf(name, prefix))),
    );
    expect(new Set(slots).size).toBe(QUEUE_NAMES.length);

    const slot = await cluster.nodes[0]!.admin.cluster('KEYSLOT', prefixOf('batches', prefix));
    await cluster.nodes[Math.min(Math.floor(slot / 5461), 2)]!.kill();
    await eventually(
      async () =>
        jobQueues.send([job(11)]).then(
          () => done.includes(11),
          () => false,
        ),
      {
        within: 60_000,
        every: 200,
        what: 'a job that runs with the new master',
      },
    );

    const nodes = cluster.nodes.filter(({ admin }) => admin.status === 'ready');
    for (const { admin } of nodes)
      await admin.config('SET', 'requirepass', 'rotated', 'masterauth', 'rotated');
    url = url.replace(':of-nodes@', ':rotated@');
    for (const { admin } of nodes) await admin.call('client', 'kill', 'type', 'normal', 'skipme', 'yes');
    await eventually(
      async () =>
        jobQueues.send([job(12)]).then(
          () => done.includes(12),
          () => false,
        ),
      { within: 60_000, every: 200, what: 'a job with the new password' },
    );
    const check = openRedisCheck(connection, prefix);
    await eventually(async () => (await check()) === 'ok', { within: 20_000 });
  },
);
