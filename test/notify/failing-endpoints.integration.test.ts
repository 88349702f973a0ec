import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GIVEN_UP_AFTER_MS } from '../../src/notify/backoff.ts';
import { enableEndpoint, replayDeliveries } from '../../src/notify/webhook-endpoints.ts';
import {
  deleteOldWebhooks,
  listDueEndpoints,
  countFailingEndpoints,
} from '../../src/notify/statements/due-endpoints.ts';
import { listDeliveries, listEndpoints } from '../../src/notify/statements/endpoints.ts';
import { openNameResolver } from '../../src/notify/name-resolver.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openDnsServer } from './support/dns-server.ts';
import { openTestWebhooks, type TestWebhooks } from './support/open-test-webhooks.ts';
import type { Receiver } from './support/receiver.ts';

let hooks: TestWebhooks;
let receiver: Receiver;
beforeEach(async () => {
  hooks = await openTestWebhooks();
  receiver = await hooks.openReceiver();
});
afterEach(() => hooks[Symbol.asyncDispose]());

const issue = (series: string) => hooks.issue(1, series);
const now = () => hooks.test.api.clock.now;
const due = async () =>
  (await listDueEndpoints(hooks.operator.pool, now(), 10, 0)).map(({ endpointId }) => endpointId);
const show = async () =>
  (
    await listDeliveries(hooks.operator.orm.em.fork(), {
      organizationId: null,
      endpointId: null,
      failedOnly: false,
      most: 100,
    })
  ).map(({ outcome, lastFailure }) => [outcome, lastFailure]);

describe('delivery to a webhook receiver', () => {
  it.each(['retry_after', 'leased_until', 'next_attempt_at'])(
    'does not wait for a %s that was stored while the clock was ahead',
    async (column) => {
      const { id } = await hooks.add(receiver.url);
      await issue('AHEAD');
      const table = column === 'next_attempt_at' ? 'webhook_deliveries' : 'webhook_endpoints';
      const wait = (ms: number) =>
        hooks.test.pool.query(`update ${table} set ${column} = $1`, [new Date(now().getTime() + ms)]);
      await wait(3_600_000);
      expect(await due()).toEqual([]);
      await wait(33 * 24 * 3_600_000);
      expect(await due()).toEqual([id]);
      await hooks.deliver(id);
      expect(receiver.arrivals.length).toBeGreaterThan(0);
    },
  );

  it('fails when the receiver redirects, and does not follow the redirect', async () => {
    const elsewhere = await hooks.openReceiver();
    receiver.answer = (response) => response.writeHead(307, { location: elsewhere.url }).end();
    const { id } = await hooks.add(receiver.url);
    await issue('REDIRECT');
    await hooks.deliver(id);
    expect(elsewhere.arrivals).toEqual([]);
    expect(await show()).toEqual([[null, '307, a redirect, which is not followed']]);
  });

  it('times out when the receiver never answers, and succeeds on a 2xx answer whose body never ends', async () => {
    receiver.answer = () => {};
    const endless = await hooks.openReceiver();
    endless.answer = (response) => {
      response.writeHead(200);
      const write = () => {
        if (!response.destroyed) response.write(Buffer.alloc(64 * 1024), () => setImmediate(write));
      };
      write();
    };
    const [silent, talker] = [await hooks.add(receiver.url), await hooks.add(endless.url)];
    await issue('HANG');
    expect(await hooks.deliver(silent.id, { timeoutMs: 300 })).toMatchObject({ failed: 1 });
    expect(await hooks.deliver(talker.id)).toMatchObject({ delivered: 1, failed: 0 });
    expect(await show()).toEqual(
      expect.arrayContaining([
        [null, 'no answer within 0.3 s'],
        ['delivered', null],
      ]),
    );
  });

  it('succeeds on the headers of a 2xx answer and sends the next event at once, even without the body', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': '5' });
      response.flushHeaders();
    };
    const { id } = await hooks.add(receiver.url);
    // Each batch has one event, and there are more batches than connections.
    for (let batch = 0; batch < 6; batch += 1) await issue(`HEADS-${batch}`);
    expect(await hooks.deliver(id)).toEqual({ delivered: 6, failed: 0, hasMore: false });
  });

  it('delays neither another organization nor another receiver when DNS does not answer for one name', async () => {
    await using silent = await openDnsServer(() => null);
    const names = openNameResolver({ servers: [silent.address], hostsFile: '', resolvConf: '' });
    const other = await hooks.test.api.createOrganization();
    const dead = await hooks.add('http://dead.example.com/');
    const own = await hooks.add(receiver.url.replace('127.0.0.1', 'localhost'));
    const foreign = await hooks.openReceiver();
    const theirs = await hooks.add(foreign.url.replace('127.0.0.1', 'localhost'), {
      organizationId: other.id,
    });
    await issue('SLOW');
    await issueBatch(hooks.test.api, other, 1, 'OTHER');
    const waiting = hooks.deliver(dead.id, { names });
    await eventually(() => silent.questions.length > 0);
    expect(await hooks.deliver(theirs.id, { names })).toMatchObject({ delivered: 1, failed: 0 });
    expect(await hooks.deliver(own.id, { names })).toEqual({ delivered: 0, failed: 0, hasMore: true });
    expect(await waiting).toMatchObject({ delivered: 0, failed: 1 });
    expect(await hooks.deliver(own.id, { names })).toMatchObject({ delivered: 1, failed: 0 });
    const failed = (await show()).filter(([outcome]) => outcome === null);
    expect(failed.map(([, why]) => why)).toContain(
      'its host name dead.example.com could not be resolved by DNS in time',
    );
    expect(failed.map(([, why]) => why).filter((why) => why !== null)).toHaveLength(1);
  });

  it('fails at once when the receiver sends endless 1xx responses', async () => {
    let announced = 0;
    receiver.answer = (response) => {
      const announce = () => {
        if (response.destroyed || announced > 100_000) return;
        announced += 1;
        response.writeEarlyHints({ link: '</a>; rel=preload' }, () => setImmediate(announce));
      };
      announce();
    };
    const { id } = await hooks.add(receiver.url);
    await issue('HINTS');
    await hooks.deliver(id);
    expect(announced).toBeLessThan(10_000);
    expect(await show()).toEqual([[null, 'it sends too many informational answers (1xx)']]);
  });

  it('is retried when the receiver refuses the connection or its address is not allowed', async () => {
    const { id } = await hooks.add('http://127.0.0.1:1/');
    await issue('NOBODY');
    await hooks.deliver(id);
    expect((await show())[0]![1]).toMatch(/ECONNREFUSED/);
    hooks.test.pass(60);
    await hooks.deliver(id, { allowsPrivate: false });
    expect((await show())[0]![1]).toContain('its address must begin with https://');
    expect((await show())[0]![1]).toContain('WEBHOOKS_ALLOW_PRIVATE');
  });

  it('waits as long as Retry-After asks, and returns to normal after one success', async () => {
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '1800' }).end();
    const { id } = await hooks.add(receiver.url);
    await issue('A');
    await issue('B');
    await hooks.deliver(id);
    hooks.test.pass(1700);
    expect(await due()).toEqual([]);
    expect(await hooks.deliver(id)).toEqual({ delivered: 0, failed: 0, hasMore: false });
    hooks.test.pass(101);
    expect(await due()).toEqual([id]);
    receiver.answer = (response) => response.end();
    await hooks.deliverAll(id);
    expect(await listEndpoints(hooks.operator.orm.em.fork(), null)).toMatchObject([
      { failures: 0, failingSince: null, waiting: 0 },
    ]);
  });

  it('stops after 410 Gone until an operator enables the endpoint, and a replay sends the missed events', async () => {
    receiver.answer = (response) => response.writeHead(410).end();
    const { id } = await hooks.add(receiver.url);
    await issue('GONE');
    await hooks.deliver(id);
    await issue('LATER');
    expect(await due()).toEqual([]);
    expect(hooks.log.join('')).toContain('answered 410 Gone');
    const filter = { messageId: null, failedOnly: true, since: null };
    expect(await replayDeliveries(hooks.operator.orm, id, filter, BY_TEST)).toBeNull();
    // A refused replay is not recorded as an act.
    const acts = await hooks.test.api.database.pool.query(
      `select from operator_acts where act = 'webhook.replay'`,
    );
    expect(acts.rowCount).toBe(0);
    await enableEndpoint(hooks.operator.orm, id, BY_TEST);
    expect(await replayDeliveries(hooks.operator.orm, id, filter, BY_TEST)).toBe(1);
    receiver.answer = (response) => response.end();
    hooks.test.pass(600);
    await hooks.deliverAll(id);
    expect(receiver.arrivals).toHaveLength(2);
  });

  it('sends and gives up nothing while no key can unseal the secret of the endpoint', async () => {
    const { id } = await hooks.add(receiver.url);
    await issue('CLOSED');
    hooks.test.pass((2 * GIVEN_UP_AFTER_MS) / 1000);
    await hooks.deliver(id, { keys: [] });
    expect(hooks.log.join('')).toContain('CERTIFICATE_KEY');
    expect(await show()).toEqual([[null, null]]);
    hooks.test.pass(301);
    await hooks.deliverAll(id);
    expect(receiver.arrivals).toHaveLength(1);
  });
});

describe('an event that its receiver does not accept', () => {
  it('is given up after three days of attempts, logged once, and then the next event of its batch is sent', async () => {
    receiver.answer = (response, { event }) =>
      response.writeHead(event.type === 'batch.finished' ? 500 : 200).end();
    const { id } = await hooks.add(receiver.url);
    const started = now().getTime();
    await issue('POISON');
    await hooks.test.remit(await hooks.test.chainOf());
    for (let tries = 0; (await show()).some(([outcome]) => outcome === null) && tries < 200; tries += 1) {
      await hooks.deliverAll(id);
      hooks.test.pass(1800);
    }
    const counts = new Map<string, number>();
    for (const { event } of receiver.arrivals) counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
    expect([...counts.keys()]).toEqual(['batch.finished', 'invoice.accepted']);
    expect(counts.get('batch.finished')).toBeGreaterThan(20);
    expect(now().getTime() - started).toBeGreaterThanOrEqual(GIVEN_UP_AFTER_MS);
    expect(await show()).toEqual([
      ['delivered', null],
      ['given_up', '500'],
    ]);
    expect(hooks.log.filter((line) => line.includes('given up'))).toHaveLength(1);
    expect((await hooks.metrics.webhooksGivenUp.get()).values[0]!.value).toBe(1);
  });

  it('is one of 10,000 for a dead endpoint, which is tried with one event at a time, and all are given up together', async () => {
    const { id } = await hooks.add(receiver.url);
    receiver.answer = (response) => response.writeHead(500).end();
    const batchId = await issue('FIRST');
    // Simulates 10,000 batches that have finished meanwhile.
    await hooks.test.read(
      `with v as (insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
                  select organization_id, batch_id + n, type, occurred_at, data
                  from webhook_events, generate_series(1, 10000) n where batch_id = $1 returning *)
       insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
       select id, $2, organization_id, batch_id, occurred_at, occurred_at from v`,
      [batchId, id],
    );
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await hooks.deliver(id);
      await due();
      hooks.test.pass(300);
    }
    // Four concurrent events the first time, then one event each time.
    expect(receiver.arrivals.length).toBeLessThanOrEqual(4 + 19);
    hooks.test.pass(GIVEN_UP_AFTER_MS / 1000);
    await hooks.deliver(id);
    hooks.test.pass(300);
    await hooks.deliver(id);
    expect(await countFailingEndpoints(hooks.operator.pool)).toBe(1);
    expect((await hooks.metrics.webhooksGivenUp.get()).values[0]!.value).toBe(10_001);
    receiver.answer = (response) => response.end();
    await issue('AFTER');
    hooks.test.pass(300);
    await hooks.deliverAll(id);
    expect(await countFailingEndpoints(hooks.operator.pool)).toBe(0);
  });

  it('is deleted 30 days after its delivery ended, and not before', async () => {
    const { id } = await hooks.add(receiver.url);
    await issue('OLD');
    await issue('WAITS');
    await hooks.test.read(
      `update webhook_deliveries set ended_at = now() - interval '31 days', outcome = 'delivered'
       where event_id = (select min(event_id) from webhook_deliveries)`,
    );
    await hooks.test.read(`update webhook_events set occurred_at = now() - interval '40 days'`);
    await deleteOldWebhooks(hooks.test.api.workers.pool, new Date());
    expect(await hooks.test.read('select event_id from webhook_deliveries')).toHaveLength(1);
    expect(await hooks.test.read('select id from webhook_events')).toHaveLength(1);
    await hooks.deliverAll(id);
    expect(receiver.arrivals).toHaveLength(1);
  });
});
