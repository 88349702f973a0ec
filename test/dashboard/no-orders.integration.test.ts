import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findRemissions } from '#src/operate/chains/remissions.ts';
import { issueBatch } from '../support/engine.ts';
import { AUTHORIZATION } from './board-fixture.ts';
import { type Ground, openGround } from './support/ground.ts';

/* Requests that look like an action on the dashboard and must have no effect. */

let ground: Ground;
let chainId: number;
beforeAll(async () => {
  ground = await openGround();
  await issueBatch(ground.test.api, ground.test.organization, 1, 'N');
  chainId = await ground.test.chainOf();
});
afterAll(() => ground[Symbol.asyncDispose]());
beforeEach(() =>
  ground.test.read(
    `update remissions set halted_at = now(), halted_reason = 'AEAT 4112: x', failures = 3 where chain_id = $1`,
    [chainId],
  ),
);

describe('an invalid request for an action', () => {
  it.each([
    ['no token', { token: '' }, 403],
    ['a token of another session', { token: 'x'.repeat(43) }, 403],
    ['no reason', { reason: '   ' }, 400],
    ['an invisible reason', { reason: '\u200b' }, 400],
    ['a reason with a line feed', { reason: 'a\nb' }, 400],
    ['a very long reason', { reason: 'x'.repeat(501) }, 400],
    ['a mark of another state', { seen: 'x' }, 409],
    ['no mark of the state', { seen: '' }, 409],
  ])('with %s has no effect', async (_what, fields, status) => {
    const answer = await ground.act(`/acts/chain.resume/${chainId}`, fields);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('Nothing was done');
    expect((await findRemissions(ground.test.pool, [chainId]))[0]!.haltedAt).not.toBeNull();
    expect(await ground.listActs()).toEqual([]);
  });

  it('from another site has no effect despite a valid session', async () => {
    const { fields } = await ground.ask(`/acts/chain.resume/${chainId}`);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ]) {
      const sent = { cookie: ground.acting, fields: { ...fields, reason: 'x' }, headers };
      expect((await ground.clients.send(`/acts/chain.resume/${chainId}`, sent)).status).toBe(403);
    }
    expect(await ground.listActs()).toEqual([]);
  });

  it('of an operator with the role view is refused, and the page shows the command instead', async () => {
    const path = `/acts/chain.resume/${chainId}`;
    const { answer, fields } = await ground.ask(path, ground.looking);
    expect(answer.text).toContain(`npm run engine -- chains resume ${chainId}`);
    expect(fields).toEqual({});
    const acting = (await ground.ask(path)).fields;
    for (const address of [path, `/%61cts/chain.resume/${chainId}`, `/acts/chain%2Eresume/${chainId}`]) {
      const sent = { cookie: ground.looking, fields: { ...acting, reason: 'x' } };
      expect((await ground.clients.send(address, sent)).status).toBe(403);
    }
    // The shared login may only read here as well.
    const headers = { authorization: AUTHORIZATION };
    const shared = await ground.clients.send(path, { headers });
    expect(shared.text).toContain('Your login may read, but not carry out this act');
    expect((await ground.clients.send(path, { headers, fields: { ...acting, reason: 'x' } })).status).toBe(
      403,
    );
    expect(await ground.listActs()).toEqual([]);
  });

  it.each([
    '/acts/chain.renew/1',
    '/acts/key.create/1',
    '/acts/__proto__/1',
    '/acts/constructor/1',
    '/acts/chain.resume/0',
    '/acts/chain.resume/-1',
    '/acts/chain.resume/1e3',
    '/acts/chain.resume/999999',
    '/acts/chain.resume/99999999999999999999',
    `/acts/chain.resume/1%20or%201=1`,
    '/acts/invoice.annul/1',
    '/acts/batch.retry/999999',
    '/acts/pdf.retry/1',
    '/acts/organization.pause/999999',
    '/acts/orders/999999',
    '/acts/orders/x',
  ])('for %s is not found, whether the page is read or the form is sent', async (path) => {
    const asked = await ground.clients.send(path, { cookie: ground.acting });
    expect(asked.status).toBe(404);
    const { fields } = await ground.ask(`/acts/organization.pause/${ground.test.organization.id}`);
    const sent = await ground.clients.send(path, {
      cookie: ground.acting,
      fields: { ...fields, reason: 'x' },
    });
    expect([404, 409]).toContain(sent.status);
    expect(await ground.listActs()).toEqual([]);
  });
});
