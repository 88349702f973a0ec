import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { runCli } from '../support/run-cli.ts';
import { openStack, type TestStack } from '../support/stack.ts';
import { openReceiver, type Receiver } from '../notify/support/receiver.ts';

describe('webhooks delivered by real processes', () => {
  let stack: TestStack;
  let receiver: Receiver;
  const key = randomBytes(32).toString('base64');
  beforeAll(async () => {
    receiver = await openReceiver();
    stack = await openStack({ CERTIFICATE_KEY: key, WEBHOOKS_ALLOW_PRIVATE: 'true' });
  });
  afterAll(async () => {
    await stack[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const add = async (url: string) => {
    const settings = { ...stack.settings, DATABASE_URL: stack.database.urlOf('operator') };
    const { out } = await runCli('webhooks', ['add', '1', url], settings);
    return /Secret (\S+)/.exec(out)![1]!;
  };
  const types = () => receiver.arrivals.map(({ event }) => event.type);

  it('arrive at least once and in order although the worker is killed during a delivery and Redis loses all data', async () => {
    const secret = await add(receiver.url);
    receiver.answer = () => {};
    const first = await stack.startWorker({ WORKER_QUEUES: 'batches,remission,webhooks' });
    await stack.client.create(buildBatchBody(3, 'KILLED'));
    await eventually(() => receiver.arrivals.length > 0, { within: 20_000 });
    await first.end('SIGKILL');
    await stack.redis.flushdb();
    receiver.answer = (response) => response.writeHead(204).end();
    await stack.startWorker({ WORKER_QUEUES: 'batches,remission,webhooks' });
    await eventually(() => types().filter((type) => type === 'invoice.accepted').length === 3, {
      within: 90_000,
    });
    expect(types()).toEqual([
      'batch.finished',
      'batch.finished',
      'invoice.accepted',
      'invoice.accepted',
      'invoice.accepted',
    ]);
    const [killed, again] = receiver.arrivals;
    expect([again!.id, again!.body]).toEqual([killed!.id, killed!.body]);
    receiver.verify(secret);
  });
});
