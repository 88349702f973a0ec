import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { dropEndpoint, replayDeliveries, rotateSecret } from '../../src/notify/webhook-endpoints.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestWebhooks, type TestWebhooks } from './support/open-test-webhooks.ts';
import type { Arrival, Receiver } from './support/receiver.ts';

let hooks: TestWebhooks;
let receiver: Receiver;
beforeEach(async () => {
  hooks = await openTestWebhooks();
  receiver = await hooks.openReceiver();
});
afterEach(() => hooks[Symbol.asyncDispose]());

const types = (arrivals: readonly Arrival[]) => arrivals.map(({ event }) => event.type);
const issue = (count: number, series: string) => hooks.issue(count, series);
const remit = async () => hooks.test.remit(await hooks.test.chainOf());

describe('a webhook endpoint', () => {
  it('receives signed events of a batch and the answers of AEAT in order, with ids and states but no personal data', async () => {
    const { id, secret } = await hooks.add(receiver.url);
    hooks.test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    const batchId = await issue(3, 'TOLD');
    await remit();
    const { operator } = hooks;
    const accepted = batchId * 1000;
    const context = { ...hooks.test.correcting(), pool: operator.pool, orm: operator.orm };
    await correctInvoice(context, { action: 'annul', invoiceId: accepted, reason: 'x', operator: 'test' });
    await hooks.deliverAll(id);
    receiver.verify(secret);
    expect(types(receiver.arrivals)).toEqual([
      'batch.finished',
      'invoice.accepted',
      'invoice.accepted',
      'invoice.rejected',
      'invoice.annulled',
    ]);
    const [finished, , , rejected, annulled] = receiver.arrivals.map(({ event }) => event);
    expect(finished).toEqual({
      type: 'batch.finished',
      version: 1,
      timestamp: hooks.test.api.clock.now.toISOString(),
      data: {
        invoice_batch: {
          id: batchId,
          external_batch_id: 'TOLD',
          status: 'processed',
          invoices_count: 3,
          processed_count: 3,
          failed_count: 0,
        },
      },
    });
    expect(rejected!.data).toEqual({
      invoice_batch: { id: batchId, external_batch_id: 'TOLD' },
      batch_invoice: {
        id: batchId * 1000 + 2,
        external_invoice_id: 'TOLD-ext-2',
        invoice_number: 'TOLD-3',
        verifactu_state: 'rejected',
        aeat_code: 1110,
        aeat_message: expect.any(String) as string,
      },
    });
    expect(annulled!.data.batch_invoice).toMatchObject({
      id: accepted,
      annulled_at: expect.any(String) as string,
    });
    for (const { body } of receiver.arrivals) expect(body).not.toMatch(/Cliente|A12345674|Calle/);
  });

  it('receives only the event types of its subscription and its organization, and no events exist without an endpoint', async () => {
    const other = await hooks.test.api.createOrganization('Ajena SL');
    const { id } = await hooks.add(receiver.url, { eventTypes: ['batch.finished'] });
    const ofOther = await hooks.openReceiver();
    const { id: otherId } = await hooks.add(ofOther.url, { organizationId: other.id });
    const nobody = await hooks.test.api.createOrganization('Nadie SL');
    const batchId = await issue(2, 'OWN');
    const otherBatch = await issueBatch(hooks.test.api, other, 1, 'OTHER');
    await issueBatch(hooks.test.api, nobody, 1, 'NOBODY');
    await remit();
    await hooks.deliverAll(id);
    await hooks.deliverAll(otherId);
    expect(receiver.arrivals.map(({ event }) => [event.type, event.data.invoice_batch.id])).toEqual([
      ['batch.finished', batchId],
    ]);
    expect(ofOther.arrivals.map(({ event }) => event.data.invoice_batch.id)).toEqual([otherBatch]);
    expect(
      await hooks.test.read('select from webhook_events where organization_id = $1', [nobody.id]),
    ).toEqual([]);
  });

  it('receives its events independently of a failing endpoint of the same organization', async () => {
    const second = await hooks.openReceiver();
    second.answer = (response) => response.writeHead(500).end();
    const [a, b] = [await hooks.add(receiver.url), await hooks.add(second.url)];
    await issue(2, 'TWO');
    await remit();
    await hooks.deliver(b.id);
    await hooks.deliverAll(a.id);
    expect(types(receiver.arrivals)).toEqual(['batch.finished', 'invoice.accepted', 'invoice.accepted']);
    expect(second.arrivals).toHaveLength(1);
    expect(receiver.arrivals[0]!.id).toBe(second.arrivals[0]!.id);
  });

  it('receives the events of a batch in order, and a failing batch does not delay other batches', async () => {
    const { id } = await hooks.add(receiver.url);
    const stuck = await issue(1, 'STUCK');
    const free = await issue(1, 'FREE');
    await remit();
    receiver.answer = (response, { event }) =>
      response.writeHead(event.data.invoice_batch.id === stuck ? 422 : 204).end();
    for (let round = 0; round < 4; round += 1) {
      await hooks.deliver(id);
      hooks.test.pass(3600);
    }
    const of = (batchId: number) =>
      receiver.arrivals.filter(({ event }) => event.data.invoice_batch.id === batchId);
    expect(types(of(free))).toEqual(['batch.finished', 'invoice.accepted']);
    expect(new Set(types(of(stuck)))).toEqual(new Set(['batch.finished']));
    expect(of(stuck).length).toBeGreaterThan(1);
    expect(new Set(of(stuck).map((arrival) => arrival.id)).size).toBe(1);
    receiver.answer = (response) => response.end();
    hooks.test.pass(6 * 3600);
    await hooks.deliverAll(id);
    expect(types(of(stuck)).slice(-2)).toEqual(['batch.finished', 'invoice.accepted']);
  });

  it('receives signatures with the old and the new secret during a rotation, and only with the new one afterwards', async () => {
    const { id, secret } = await hooks.add(receiver.url);
    const rotated = await rotateSecret(hooks.operator.orm, hooks.key, id, 24, BY_TEST);
    await issue(1, 'BOTH');
    await hooks.deliver(id);
    receiver.verify(secret);
    receiver.verify(rotated!.secret);
    hooks.test.pass(25 * 3600);
    await issue(1, 'NEW');
    await hooks.deliver(id);
    const { body, headers } = receiver.arrivals.at(-1)!;
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(1);
    const signed = { ...(headers as Record<string, string>) };
    // The clock of the test is a day ahead. Therefore only the signature is verified, not its time.
    const at = new Date(Number(signed['webhook-timestamp']) * 1000);
    expect(signed['webhook-signature']).toBe(
      new Webhook(rotated!.secret).sign(signed['webhook-id']!, at, body),
    );
  });

  it('receives an event again with the same id and body when an operator replays it', async () => {
    const { id } = await hooks.add(receiver.url);
    await issue(1, 'AGAIN');
    await hooks.deliverAll(id);
    const filter = { messageId: receiver.arrivals[0]!.id, failedOnly: false, since: null };
    expect(await replayDeliveries(hooks.operator.orm, id, filter, BY_TEST)).toBe(1);
    hooks.test.pass(600);
    await hooks.deliverAll(id);
    const [first, second] = receiver.arrivals;
    expect(receiver.arrivals).toHaveLength(2);
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
  });

  it('receives nothing from a superseded database, and no event twice from concurrent workers', async () => {
    const { id } = await hooks.add(receiver.url);
    await issue(1, 'LEFT');
    const left = { explain: () => Promise.resolve('another database is in use') };
    expect(await hooks.deliver(id, {}, left)).toMatchObject({ delivered: 0, failed: 0 });
    const both = await Promise.all([hooks.deliver(id), hooks.deliver(id), hooks.deliver(id)]);
    expect(both.filter(({ delivered }) => delivered === 1)).toHaveLength(1);
    expect(receiver.arrivals).toHaveLength(1);
  });

  it('receives nothing after it was removed', async () => {
    const { id } = await hooks.add(receiver.url);
    await issue(1, 'LAST');
    expect(await dropEndpoint(hooks.operator.orm, id, BY_TEST)).toBe(1);
    await issue(1, 'LATER');
    await hooks.deliverAll(id);
    await wait(50);
    expect(receiver.arrivals).toEqual([]);
  });
});

describe('the webhook tables', () => {
  it('let no operator change an endpoint without an act, and no worker delete unfinished deliveries', async () => {
    const { id } = await hooks.add(receiver.url);
    await issue(1, 'KEPT');
    const { operator } = hooks;
    const { pool: worker } = hooks.test.api.workers;
    await expect(
      operator.pool.query('update webhook_endpoints set removed_at = now() where id = $1', [id]),
    ).rejects.toThrow('must be recorded in operator_acts');
    await expect(
      operator.pool.query(`update webhook_deliveries set ended_at = now(), outcome = 'dropped'`),
    ).rejects.toThrow('must be recorded in operator_acts');
    expect((await worker.query('delete from webhook_deliveries')).rowCount).toBe(0);
    expect((await worker.query('delete from webhook_events')).rowCount).toBe(0);
    await expect(worker.query('update webhook_endpoints set url = $1', ['x'])).rejects.toThrow(
      'permission denied',
    );
    for (const sql of [
      'select sealed_secret from webhook_endpoints',
      'update webhook_endpoints set disabled_at = null',
      'select from webhook_events',
      'select event_id from webhook_deliveries',
    ])
      await expect(hooks.test.api.ingress.pool.query(sql)).rejects.toThrow('permission denied');
  });
});
