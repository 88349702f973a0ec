import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openActs } from '#src/dashboard/acts/open-acts.ts';
import { openDatabase } from '#src/platform/postgres/open-database.ts';
import { beginAct } from '#src/platform/audit/operator-acts.ts';
import { recordDashboardAct } from '#src/operate/statements/dashboard-acts.ts';
import { findOrder } from '#src/operate/orders/orders.ts';
import type { JobQueues } from '#src/platform/jobs/job-queues.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openGateTo, type TcpGate } from '../support/tcp-gate.ts';
import { openBoard, type Board } from './board-fixture.ts';
import { type Ground, openGround } from './support/ground.ts';
import { codeOf, openClients } from './support/operators.ts';

/*
 * Actions during which the database or Redis fails. An action that cannot be recorded is not made,
 * and an unknown outcome is reported as such.
 */

let ground: Ground;
let gate: TcpGate & { readonly url: string };
let board: Board;
let clients: ReturnType<typeof openClients>;
let cookie: string;
let failsToSend = false;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  ground = resources.use(await openGround());
  gate = resources.use(await openGateTo(ground.test.api.database.urlOf('dashboard')));
  const { pool, orm } = resources.use(
    openDatabase({ url: gate.url, applicationName: 'test', role: 'dashboard' }),
  );
  const breakSometimes = (jobQueues: JobQueues): JobQueues => ({
    ...jobQueues,
    send: (sent) => (failsToSend ? Promise.reject(new Error('Redis went')) : jobQueues.send(sent)),
  });
  board = resources.use(
    await openBoard({
      readOnly: false,
      sessions: ground.staff.sessions,
      trustedProxies: 'loopback',
      openActs: (jobQueues) => ({
        offered: openActs({
          pool,
          orm,
          jobQueues: breakSometimes(jobQueues),
          begin: (order, act) => beginAct(orm, order, act, recordDashboardAct),
        }),
        findOrder: (id) => findOrder(orm.em.fork(), id),
      }),
    }),
  );
  const secret = await ground.staff.add('sol', 'act');
  clients = openClients(board.url, ground.staff, secret);
  cookie = await clients.signIn('sol', codeOf(secret));
});
afterAll(() => resources.disposeAsync());

async function ask(path: string): Promise<Record<string, string>> {
  const { text } = await clients.send(path, { cookie });
  const hidden = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return { ...Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!])), reason: 'x' };
}
const isPaused = async () =>
  (await ground.test.read('select from organizations where paused_at is not null')).length > 0;

describe('an action of an operator', () => {
  it('is refused with a message while the database is unavailable, and made afterwards', async () => {
    const path = `/acts/organization.pause/${ground.test.organization.id}`;
    const fields = await ask(path);
    gate.close();
    const answer = await clients.send(path, { cookie, fields });
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Nothing was done.');
    expect((await clients.send(path, { cookie })).status).toBe(503);
    gate.open();
    expect(await isPaused()).toBe(false);
    expect(await ground.listActs()).toEqual([]);
    await eventually(async () => (await clients.send(path, { cookie })).status === 200);
    expect((await clients.send(path, { cookie, fields })).text).toContain('Done.');
    expect(await isPaused()).toBe(true);
    await ground.test.read('update organizations set paused_at = null');
  });

  it('with an unknown outcome is reported and recorded as such', async () => {
    const batchId = await postBatch(ground.test.api, ground.test.organization, 1, 'L');
    const path = `/acts/batch.retry/${batchId}`;
    const fields = await ask(path);
    failsToSend = true;
    const answer = await clients.send(path, { cookie, fields });
    failsToSend = false;
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('The outcome is unknown.');
    expect(answer.text).toContain(`href="${path}"`);
    expect((await ground.listActs()).at(-1)).toMatchObject({
      act: 'batch.retry',
      subjectId: batchId,
      details: { outcome: 'unknown' },
    });
  });

  it('that has changed the database succeeds even if its job cannot be enqueued', async () => {
    const { test } = ground;
    await issueBatch(test.api, test.organization, 1, 'M');
    const chainId = await test.chainOf();
    await test.read(
      `update remissions set halted_at = now(), halted_reason = 'AEAT 4112: x' where chain_id = $1`,
      [chainId],
    );
    const path = `/acts/chain.resume/${chainId}`;
    const fields = await ask(path);
    failsToSend = true;
    const answer = await clients.send(path, { cookie, fields });
    failsToSend = false;
    expect(answer.text).toContain(
      'Redis does not answer; workers find the work by themselves when it is available again',
    );
    expect((await ground.listActs()).at(-1)).toMatchObject({ act: 'chain.resume', subjectId: chainId });
  });
});
