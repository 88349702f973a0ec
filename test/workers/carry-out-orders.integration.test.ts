import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertOrder } from '../../src/operate/orders/orders.ts';
import { openDatabase } from '../../src/platform/postgres/open-database.ts';
import type { NewJob } from '../../src/platform/jobs/job-queues.ts';
import { openLogger } from '../../src/platform/telemetry/logger.ts';
import { startOrders } from '../../workers/carry-out-orders.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { openGateTo } from '../support/tcp-gate.ts';

let test: TestRemission;
let invoices: number;
beforeAll(async () => {
  test = await openTestRemission();
  invoices = (await issueBatch(test.api, test.organization, 2, 'O')) * 1000;
  await test.remit(await test.chainOf());
});
afterAll(() => test[Symbol.asyncDispose]());

it('a worker carries out ordered corrections, enqueues the resulting jobs, and continues after an outage of the database', async () => {
  const resources = new AsyncDisposableStack();
  const open = (url: string, role: 'dashboard' | 'worker') =>
    resources.use(openDatabase({ url, applicationName: 'test', role }));
  const dashboard = open(test.api.database.urlOf('dashboard'), 'dashboard');
  const gate = resources.use(await openGateTo(test.api.database.urlOf('worker')));
  const sent: NewJob[] = [];
  const lines: string[] = [];
  const context = {
    ...test.correcting(),
    ...open(gate.url, 'worker'),
    jobQueues: { send: async (jobs: readonly NewJob[]) => void sent.push(...jobs) },
    logger: openLogger({
      level: 'info',
      process: 'test',
      destination: { write: (line) => void lines.push(line) },
    }),
    recallLineage: async () => null,
  };
  resources.use(startOrders(context));
  const order = (position: number) =>
    insertOrder(
      dashboard.orm.em.fork(),
      { operator: 'x', reason: 'x', client: '192.0.2.1', actor: { shared: 'operator' } },
      { invoiceId: invoices + position, action: 'annul', isRecipientOutsideCensus: false },
    );
  const countDone = async () =>
    (await test.read(`select from correction_orders where outcome = 'done'`)).length;
  expect(await order(0)).toBeGreaterThan(0);
  expect(await order(0)).toBeNull();
  await eventually(async () => (await countDone()) === 1);
  await eventually(() => sent.length > 0);
  expect(sent.map(({ name }) => name)).toEqual(['remit-records', 'render-pdfs']);
  gate.close();
  await order(1);
  await eventually(() => lines.some((line) => line.includes('cannot be carried out now')), {
    within: 20_000,
  });
  gate.open();
  await eventually(async () => (await countDone()) === 2, { within: 20_000 });
  expect(
    await test.read(
      `select operator, details ->> 'client' as client from operator_acts where act = 'invoice.annul'`,
    ),
  ).toEqual([1, 2].map(() => ({ operator: 'dashboard:operator', client: '192.0.2.1' })));
  await resources.disposeAsync();
}, 60_000);
