import { describe, expect, it } from 'vitest';
import { describeChain, describeResumed, explainNotHalted } from '../../ops/cli/describe-chain.ts';
import type { RemissionSummary } from '#src/persistence/read/remissions.ts';

const NOW = Date.parse('2026-11-21T08:12:00Z');
const MINUTE = 60_000;

function chain(values: Partial<RemissionSummary> = {}): RemissionSummary {
  return {
    chainId: 7,
    organizationId: 1,
    issuerNif: 'B12345674',
    records: 12,
    pending: 0,
    nextAllowedAt: null,
    incidentSince: null,
    failures: 0,
    haltedReason: null,
    compareSince: null,
    compareAfter: null,
    isRetired: false,
    ...values,
  };
}
const closed = chain({ compareSince: NOW - 9 * MINUTE, compareAfter: NOW + MINUTE / 2 });
const tell = (...args: Parameters<typeof describeChain>) => describeChain(...args).join('\n');

describe('npm run chains', () => {
  it('tells of a closed chain since when, why, what happens next and what can be done', () => {
    const text = tell(closed, NOW, { at: NOW - MINUTE / 2, text: 'AEAT cannot be reached: ECONNREFUSED' });
    expect(text).toContain('waits for its comparison with AEAT');
    expect(text).toContain('CLOSED since 2026-11-21T08:03:00.000Z');
    expect(text).toContain('why: AEAT cannot be reached: ECONNREFUSED (asked at 2026-11-21T08:11:30.000Z)');
    expect(text).toContain('AEAT is asked again at 2026-11-21T08:12:30.000Z');
    expect(text).toContain('npm run chains -- renew 7 --reason');
  });

  it('never takes a reason of an earlier wait for this one', () => {
    expect(tell(closed, NOW, { at: NOW - 60 * MINUTE, text: 'AEAT answers with an error' })).not.toContain(
      'AEAT answers with an error',
    );
  });

  it('says what is missing where no reason is known', () => {
    expect(tell(closed, NOW, null)).toContain('no worker serves the queue remission');
    expect(tell(closed, NOW, 'unknown')).toContain('cannot be asked from here (REDIS_URL)');
    expect(tell(chain({ compareSince: NOW }), NOW, null)).toContain('AEAT is asked at once');
  });

  it('says of a halted chain what resumes it, and of one to be compared that it is compared again', () => {
    const byAeat = tell(chain({ haltedReason: 'AEAT 4141: suspended' }), NOW, null);
    expect(byAeat).toContain('When what halted it is mended: npm run chains -- resume 7');
    expect(byAeat).not.toContain('renew');
    const ahead = tell({ ...closed, haltedReason: 'AEAT is ahead: …' }, NOW, null);
    expect(ahead).toContain('npm run chains -- resume 7 compares it with AEAT again');
    expect(ahead).toContain('npm run chains -- renew 7');
    expect(ahead).not.toContain('CLOSED');
  });

  it('adds nothing to a chain that is well', () => {
    expect(describeChain(chain(), NOW, null)).toEqual([
      'chain 7  organization 1  issuer B12345674  12 records, 0 pending',
    ]);
  });
});

describe('npm run chains -- resume', () => {
  it.each([
    ['halted by AEAT', {}, /goes on: nothing waits to be sent$/],
    ['halted by AEAT, with records', { pending: 2 }, /goes on: its 2 records go to AEAT$/],
    ['ahead', { compareSince: NOW }, /is compared with AEAT next: nothing is issued .* is halted again/],
    ['retired', { isRetired: true, pending: 1 }, /stays retired: its 1 record go.*nothing is issued in it$/],
  ])('says what happens to a chain that was %s', (_what, values, expected) => {
    const text = describeResumed(chain({ haltedReason: 'AEAT 4141', ...values }));
    expect(text).toMatch(expected);
    expect(text.includes('goes on')).toBe(!('compareSince' in values) && !('isRetired' in values));
  });

  it.each([
    ['well', {}, /^Chain 7 is not halted$/],
    [
      'waiting for its comparison',
      { compareSince: NOW },
      /it waits for its comparison with AEAT, .*asked again/,
    ],
    ['retired', { isRetired: true, pending: 3 }, /retired for good, and its last 3 records go/],
    ['retired and sent', { isRetired: true }, /it is retired for good$/],
  ])('says why a chain that is %s cannot be resumed', (_what, values, expected) => {
    expect(explainNotHalted(chain(values))).toMatch(expected);
  });
});
