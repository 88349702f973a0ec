import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRemissions } from '#src/operate/chains/remissions.ts';
import { issueBatch } from '../support/engine.ts';
import { type Ground, openGround } from './support/ground.ts';

let ground: Ground;
let chainId: number;
beforeAll(async () => {
  ground = await openGround();
  await issueBatch(ground.test.api, ground.test.organization, 1, 'NOW');
  chainId = await ground.test.chainOf();
});
afterAll(() => ground[Symbol.asyncDispose]());

const readNext = async () => (await findRemissions(ground.test.pool, [chainId]))[0]!.nextAllowedAt;

describe('sending the next message of a chain now', () => {
  const delay = async (more = 'wait_seconds = 600, excessive_wait_seconds = 999999') => {
    await ground.test.read(
      `update remissions set next_allowed_at = now() + interval '10 minutes', sending_until = now() - interval '1 day'`,
    );
    await ground.test.read(`update remissions set ${more}`);
  };

  it('is confirmed on a page with the planned time and its reason, and made with an audit record', async () => {
    await delay();
    const { answer } = await ground.ask(`/acts/chain.send/${chainId}`);
    expect(answer.text).toMatch(
      /Its next message is sent at 20\S+Z: AEAT asked for 999,999 s between two messages/,
    );
    const done = await ground.act(`/acts/chain.send/${chainId}`);
    expect(done.text).toMatch(/The next message of chain \d+ of issuer B12345674 is sent now, with 1 record/);
    expect(await readNext()).toBeLessThanOrEqual(Date.now());
    expect(await ground.listActs()).toMatchObject([
      { act: 'chain.send', subjectId: chainId, reason: 'Mended' },
    ]);
    expect((await ground.act(`/acts/chain.send/${chainId}`)).text).toContain('has no wait to end');
  });

  it('is refused during AEAT’s regular waiting time and while the chain is halted', async () => {
    await delay('sending_until = now(), wait_seconds = 600, excessive_wait_seconds = null');
    const { answer } = await ground.ask(`/acts/chain.send/${chainId}`);
    expect(answer.text).toMatch(
      /It cannot be done now\.[^]*must wait 600 s between two messages[^]*art. 16.2/,
    );
    await delay(`halted_at = now(), halted_reason = 'x'`);
    expect((await ground.ask(`/acts/chain.send/${chainId}`)).answer.text).toContain('is halted');
    expect(await ground.listActs()).toHaveLength(1);
  });
});
