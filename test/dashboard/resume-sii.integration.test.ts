import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOpenSii } from '#src/monitor/statements/sii.ts';
import { resumeSiiIssuer } from '#src/remit/sii/issuers.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { enterSii, SII_ISSUER, type TestSii } from '../support/sii.ts';
import { type Ground, openGround } from './support/ground.ts';

/* Operators resume a halted issuer in SII on the dashboard, as the command sii resume does. */

let ground: Ground;
let sii: TestSii;
beforeAll(async () => {
  ground = await openGround();
  sii = await enterSii(ground.test);
});
afterAll(() => ground[Symbol.asyncDispose]());

/** Issues a batch whose message AEAT refuses. @returns the path of the act. */
async function halt(prefix: string): Promise<string> {
  sii.sandbox.control.addFaults({ kind: 'soap-fault', service: 'sii', code: 4118, count: 1 });
  await issueBatch(sii.api, sii.organization, 3, prefix);
  expect(await sii.send()).toMatchObject({ kind: 'sent', haltedReason: expect.stringContaining('4118') });
  const [issuer] = await listOpenSii(ground.staff.dashboard.pool, sii.api.clock.now, 5);
  expect(issuer).toMatchObject({
    issuerNif: SII_ISSUER,
    waiting: 3,
    sent: 0,
    haltedReason: expect.stringContaining('4118'),
  });
  return `/acts/register.resume/${issuer!.chainId}`;
}

it('resuming a halted issuer in SII is confirmed, recorded, and sends its entries in new messages', async () => {
  const path = await halt('A');
  const { answer, fields } = await ground.ask(path);
  expect(answer.text).toContain(`Resume issuer ${SII_ISSUER} in SII`);
  expect(answer.text).toMatch(/3 entries wait for AEAT[^]*Halted since [^]*AEAT 4118/);
  const confirmed = { cookie: ground.acting, fields: { ...fields, reason: 'Registered at AEAT' } };
  const done = await ground.clients.send(path, confirmed);
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('are sent again')]);
  expect((await ground.listActs()).at(-1)).toMatchObject({
    act: 'register.resume',
    operator: 'dashboard:ana',
    reason: 'Registered at AEAT',
    subjectId: sii.organization.id,
    details: { issuer: SII_ISSUER, haltedReason: expect.stringContaining('4118') },
  });
  expect((await ground.clients.send(path, confirmed)).status).toBe(409);
  await sii.sendAll();
  expect((await sii.entries()).map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
  expect((await ground.ask(path)).answer.text).toMatch(/It cannot be done now\.[^]*is not halted/);
});

it('resuming an issuer in SII is refused after a command resumed it, and to an operator who may only look', async () => {
  const path = await halt('B');
  const { fields } = await ground.ask(path);
  expect((await ground.act(path, {}, ground.looking)).status).toBe(403);
  const { pool } = ground.staff.operators;
  expect(await resumeSiiIssuer(pool, sii.organization.id, SII_ISSUER, BY_TEST, sii.api.clock.now)).toBe(true);
  const late = await ground.clients.send(path, { cookie: ground.acting, fields: { ...fields, reason: 'x' } });
  expect(late.status).toBe(409);
  await sii.sendAll();
  expect((await sii.entries()).every(({ state }) => state === 'accepted')).toBe(true);
});
