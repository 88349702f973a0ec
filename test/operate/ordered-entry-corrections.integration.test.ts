import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RegistrationAnswer } from '../../src/contracts/answers.ts';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import { carryOutOrders } from '../../src/operate/carry-out-orders.ts';
import { seeEntry } from '#src/dashboard/acts/entry-acts.ts';
import { findCorrectable, listPastVersions } from '#src/operate/orders/correctable.ts';
import { insertOrder } from '../../src/operate/orders/orders.ts';
import { openDatabase } from '../../src/platform/postgres/open-database.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestSii, type TestSii } from '../support/sii.ts';

/* Corrections of invoices in SII by API keys and by orders of the operations page, with the rights of their roles. */

let test: TestSii;
beforeEach(async () => {
  test = await openTestSii();
});
afterEach(() => test[Symbol.asyncDispose]());

const entries = async () => (await test.entries()).map(({ version, kind, state }) => [version, kind, state]);

it('a key that may correct annuls an invoice in SII, and a repeated request adds nothing', async () => {
  const { api, organization } = test;
  await test.pool.query('update api_keys set rights = $1', [`{${KEY_RIGHTS.join(',')}}`]);
  const invoice = (await issueBatch(api, organization, 1, 'K')) * 1000;
  await test.sendAll();
  const annul = (reason: string) =>
    api.inject({
      method: 'POST',
      url: `/api/v1/batch_invoices/${invoice}/annul`,
      headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ reason }),
    });
  api.jobs.length = 0;
  const answer = await annul('Emitida dos veces');
  expect(answer.statusCode).toBe(202);
  expect(answer.json<RegistrationAnswer>().data.annulled_at).toMatch(/Z$/);
  expect(api.jobs.map(({ name }) => name)).toEqual(['send-sii-entries', 'render-pdfs']);
  expect((await annul('Emitida dos veces')).statusCode).toBe(202);
  const refused = await annul('Otra razón');
  expect(refused.json()).toMatchObject({ error: { code: 'not_answered_yet' } });
  expect(await entries()).toEqual([[2, 'baja', 'pending']]);
  await test.sendAll();
  expect(await entries()).toEqual([[2, 'baja', 'withdrawn']]);
  expect(
    await test.read(
      `select act, details - 'prefix' as details from operator_acts where starts_with(operator, 'key:')`,
    ),
  ).toEqual([{ act: 'invoice.annul', details: { number: 'K-1', kind: 'baja', version: 2 } }]);
});

it('the operations page says what a correction of an invoice in SII does, and why it is refused', async () => {
  await using dashboard = openDatabase({
    url: test.api.database.urlOf('dashboard'),
    applicationName: 'test',
    role: 'dashboard',
  });
  const invoice = (await issueBatch(test.api, test.organization, 1, 'P')) * 1000;
  const see = async (action: 'annul' | 'resend') =>
    seeEntry(
      (await findCorrectable(dashboard.pool, invoice))!,
      await listPastVersions(dashboard.pool, invoice),
      action,
      null,
    );
  expect((await see('annul')).refusal).toMatch(/^SII has not answered its entry yet/);
  await test.sendAll();
  expect(await see('annul')).toMatchObject({
    refusal: null,
    will: 'A worker adds a version that withdraws the entry (baja), and sends it to SII.',
    stands: [expect.any(String), 'Version 1 of its entry in SII (A0, period 2026-11): accepted by AEAT.'],
  });
  expect((await see('resend')).refusal).not.toBeNull();
});

it('a worker carries out an order of the operations page to resend an entry', async () => {
  await using resources = new AsyncDisposableStack();
  const open = (role: 'dashboard' | 'worker') =>
    resources.use(openDatabase({ url: test.api.database.urlOf(role), applicationName: 'test', role }));
  test.sandbox.control.replaceCensus({ unknown: ['12345678Z'] });
  const invoice =
    (await issueBatch(test.api, test.organization, 1, 'O', () => ({
      recipient_document_number: '12345678Z',
      recipient_legal_name: 'Persona de Prueba',
    }))) * 1000;
  await test.sendAll();
  const orderId = await insertOrder(
    open('dashboard').orm.em.fork(),
    { operator: 'x', reason: 'x', client: '192.0.2.1', actor: { shared: 'operator' } },
    { invoiceId: invoice, action: 'resend', isRecipientOutsideCensus: true },
  );
  const jobs: string[] = [];
  const ended = await carryOutOrders({
    ...test.correcting(),
    ...open('worker'),
    // The time of an order is that of the database.
    now: () => new Date(),
    logger: test.context().logger,
    jobQueues: { send: async (sent) => void jobs.push(...sent.map(({ name }) => name)) },
    recallLineage: async () => null,
  });
  expect(ended).toBe(1);
  expect(await test.read('select id::int, outcome, message from correction_orders')).toEqual([
    { id: orderId, outcome: 'done', message: 'A0 is version 2 of the entry in SII' },
  ]);
  expect(jobs).toEqual(['send-sii-entries']);
  await test.sendAll();
  expect(await entries()).toEqual([[2, 'A0', 'accepted_with_errors']]);
  expect(
    await test.read(`select details ->> 'client' as client from operator_acts where act = 'invoice.resend'`),
  ).toEqual([{ client: '192.0.2.1' }]);
});
