import { expect, it } from 'vitest';
import { judgeChains } from '#src/monitor/judge-chains.ts';
import { chain, MINUTE, NOW } from './support/overview-state.ts';

const CHAIN = chain({
  nextAllowedAt: NOW + 9 * MINUTE,
  waitSeconds: 600,
  excessiveWaitSeconds: 999_999,
  pendingSince: NOW - 3 * MINUTE,
});

it('an excessive waiting time of AEAT causes a finding with the applied time, the remedy and the action while records are pending', () => {
  const [finding, ...others] = judgeChains([CHAIN, { ...CHAIN, chainId: 8, pending: 2 }], NOW);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    group: 'engine',
    urgency: 'act',
    what: 'AEAT asks 2 chains (7, 8) for an implausible wait: 5 records not sent yet',
    since: NOW - 3 * MINUTE,
    why: expect.stringMatching(
      /^AEAT asked for 999,999 s .* workers wait 600 s instead\. The next message is sent at 08:21 UTC$/,
    ),
    todo: expect.stringContaining('npm run engine -- chains send 7 --reason'),
    acts: [{ act: 'chain.send', id: 7 }],
  });
});

it.each([
  ['no records are pending', { pending: 0 }],
  ['it is within the limit', { waitSeconds: 600, excessiveWaitSeconds: null }],
])('a waiting time of AEAT causes no finding if %s', (_what, changes) => {
  expect(judgeChains([{ ...CHAIN, ...changes }], NOW)).toEqual([]);
});
