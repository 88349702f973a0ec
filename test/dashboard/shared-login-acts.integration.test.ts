import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openActs } from '#src/dashboard/acts/open-acts.ts';
import { beginAct } from '#src/platform/audit/operator-acts.ts';
import { recordDashboardAct } from '#src/operate/statements/dashboard-acts.ts';
import { findOrder } from '#src/operate/orders/orders.ts';
import { issueBatch } from '../support/engine.ts';
import { AUTHORIZATION, type Board, LOGIN, openBoard } from './board-fixture.ts';
import { type Ground, openGround } from './support/ground.ts';
import { type Answer, visit } from './support/operators.ts';

/*
 * The shared login acts in its own name. It may not act if an operator has that name, because the
 * audit log could not distinguish the two.
 */

let ground: Ground;
let board: Board;
let invoiceId: number;
let seen = 0;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  ground = resources.use(await openGround());
  const { pool, orm } = ground.staff.dashboard;
  const begin: Parameters<typeof openActs>[0]['begin'] = (order, act) =>
    beginAct(orm, order, act, recordDashboardAct);
  board = resources.use(
    await openBoard({
      readOnly: false,
      sessions: ground.staff.sessions,
      beginAct: begin,
      openActs: (jobQueues) => ({
        offered: openActs({ pool, orm, jobQueues, begin }),
        findOrder: (id) => findOrder(orm.em.fork(), id),
      }),
    }),
  );
  invoiceId = (await issueBatch(ground.test.api, ground.test.organization, 2, 'S')) * 1000;
  await ground.test.remit(await ground.test.chainOf());
});
afterAll(() => resources.disposeAsync());
beforeEach(async () => void (seen = (await ground.listActs()).length));

const headers = { authorization: AUTHORIZATION };
async function carryOut(path: string): Promise<Answer> {
  const { text } = await visit(`${board.url}${path}`, { headers });
  const hidden = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]));
  return visit(`${board.url}${path}`, { headers, fields: { ...fields, reason: 'x' } });
}
const putQueue = (change: string) =>
  fetch(`${board.url}/api/queues/batches/${change}`, {
    method: 'PUT',
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
  });
const newActs = async () => (await ground.listActs()).slice(seen);
const pathOf = (change: string) => `/acts/organization.${change}/${ground.test.organization.id}`;

it('the shared login acts and orders in its own name, with the address of its client', async () => {
  expect((await carryOut(pathOf('pause'))).status).toBe(200);
  expect((await carryOut(pathOf('resume'))).status).toBe(200);
  expect((await putQueue('pause')).status).toBe(200);
  expect((await putQueue('resume')).status).toBe(200);
  expect((await carryOut(`/acts/invoice.annul/${invoiceId}`)).status).toBe(303);
  expect(await ground.carryOut()).toBe(1);
  const details = expect.objectContaining({ client: '127.0.0.1' });
  expect(await newActs()).toMatchObject(
    ['organization.pause', 'organization.resume', 'queue.pause', 'queue.resume', 'invoice.annul'].map(
      (name) => ({ act: name, operator: `dashboard:${LOGIN.username}`, details }),
    ),
  );
});

it('the shared login is refused with the reason if an operator has the same name', async () => {
  await ground.staff.add(LOGIN.username, 'view');
  for (const path of [pathOf('pause'), `/acts/invoice.annul/${invoiceId + 1}`]) {
    const answer = await carryOut(path);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('an operator has or had a login that resembles the shared login');
  }
  const refused = await putQueue('pause');
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('DASHBOARD_USER') });
  expect(await board.queues.get('batches')!.isPaused()).toBe(false);
  expect(await newActs()).toEqual([]);
  expect(await ground.test.read('select from correction_orders where settled_at is null')).toEqual([]);
  expect(await ground.test.read('select from organizations where paused_at is not null')).toEqual([]);
  // The shared login may still read the pages.
  expect((await visit(`${board.url}/operations`, { headers })).status).toBe(200);
});
