import { expect, it } from 'vitest';
import { judgeChains } from '#src/console/overview/judge-chains.ts';
import { chain, MINUTE, NOW } from './support/sight.ts';

const CHAIN = chain({
  nextAllowedAt: NOW + 9 * MINUTE,
  waitSeconds: 600,
  excessiveWaitSeconds: 999_999,
  pendingSince: NOW - 3 * MINUTE,
});

it('a wait that AEAT cannot mean wants somebody while records wait for it, with what is kept, what can be done and the act', () => {
  const [finding, ...others] = judgeChains([CHAIN, { ...CHAIN, chainId: 8, pending: 2 }], NOW);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    group: 'engine',
    urgency: 'act',
    what: 'AEAT asks 2 chains (7, 8) for a wait that is taken for wrong: 5 records not sent yet',
    since: NOW - 3 * MINUTE,
    why: expect.stringMatching(
      /^AEAT asked for 999,999 s .* 600 s are kept instead\. The next message goes at 08:21 UTC, by itself$/,
    ),
    todo: expect.stringContaining('npm run engine -- chains send 7 --reason'),
    acts: [{ act: 'chain.send', id: 7 }],
  });
});

it.each([
  ['nothing waits for it', { pending: 0 }],
  ['AEAT asks for what it may ask for', { waitSeconds: 600, excessiveWaitSeconds: null }],
])('no finding tells of a wait where %s', (_what, changes) => {
  expect(judgeChains([{ ...CHAIN, ...changes }], NOW)).toEqual([]);
});
