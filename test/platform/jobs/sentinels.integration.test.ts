import { expect, it } from 'vitest';
import { openRedisCheck } from '../../../src/platform/jobs/check-redis.ts';
import { openProducerConnection } from '../../../src/platform/jobs/connection.ts';
import { examine } from '../../monitor/doctor/examine.ts';
import { eventually } from '../../support/eventually.ts';
import { openSentinels } from '../../support/redis-servers.ts';
import { openTestQueues } from '../../support/worker.ts';
import { workOff } from '../../support/work-off.ts';

it('jobs continue by themselves when the sentinels elect another master', { timeout: 90_000 }, async () => {
  await using servers = await openSentinels();
  await using queues = await openTestQueues(servers.url);
  const { bring } = workOff(queues);
  await bring(1);
  expect(
    await examine('redis', {
      ingress: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', REDIS_URL: servers.url },
    }),
  ).not.toContainEqual(expect.stringMatching(/^fail/));

  // These connections retry so often that the change of the master happens during an attempt.
  const leaks: string[] = [];
  const recordLeak = ({ name, message }: Error) => {
    if (name === 'MaxListenersExceededWarning') leaks.push(message);
  };
  process.on('warning', recordLeak);
  const others = Array.from({ length: 20 }, () => openProducerConnection(servers.url));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => void process.off('warning', recordLeak));
  for (const connection of others) {
    connection.on('error', () => {});
    Object.assign(connection.options, { retryStrategy: () => 1 });
    opened.defer(() => connection.disconnect());
  }
  await eventually(() => others.every(({ status }) => status === 'ready'));

  await servers.master.kill();
  await eventually(async () => (await servers.replica.admin.info('replication')).includes('role:master'), {
    within: 30_000,
    what: 'the election of another master',
  });
  const check = openRedisCheck(queues.jobQueues.connection, queues.jobQueues.prefix);
  await eventually(async () => (await check()) === 'ok', { within: 20_000, what: 'a connection to it' });
  await bring(2);
  await eventually(() => others.every(({ status }) => status === 'ready'), {
    what: 'the connection of every client to it',
  });
  // An outage can be long, and no attempt may leak a listener.
  expect(leaks).toEqual([]);
});
