import { describe, expect, it } from 'vitest';
import {
  describeChain,
  describeResumed,
  explainNotHalted,
  explainRetired,
} from '#src/operate/chains/describe-chain.ts';
import type { RemissionSummary } from '#src/operate/chains/remissions.ts';

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
    sendingUntil: null,
    incidentSince: null,
    failures: 0,
    haltedAt: null,
    haltedReason: null,
    compareSince: null,
    compareAfter: null,
    isRetired: false,
    waitSeconds: 60,
    excessiveWaitSeconds: null,
    lastMessageAt: null,
    pendingSince: null,
    lastTry: null,
    ...values,
  };
}
const closed = chain({ compareSince: NOW - 9 * MINUTE, compareAfter: NOW + MINUTE / 2 });
const noted = { wait: null, failure: null, comparison: null, pause: null };
const show = (...args: Parameters<typeof describeChain>) => describeChain(...args).join('\n');

describe('npm run engine -- chains', () => {
  it('shows since when and why a chain is closed, what happens next and the remedy', () => {
    const text = show(closed, NOW, {
      ...noted,
      wait: { at: NOW - MINUTE / 2, text: 'AEAT cannot be reached: ECONNREFUSED' },
    });
    expect(text).toContain('waits for its comparison with AEAT');
    expect(text).toContain('CLOSED since 2026-11-21T08:03:00.000Z');
    expect(text).toContain('why: AEAT cannot be reached: ECONNREFUSED (queried at 2026-11-21T08:11:30.000Z)');
    expect(text).toContain('a worker queries AEAT again at 2026-11-21T08:12:30.000Z');
    expect(text).toContain('npm run engine -- chains renew 7 --reason');
  });

  it('does not show the reason of an earlier wait', () => {
    expect(
      show(closed, NOW, { ...noted, wait: { at: NOW - 60 * MINUTE, text: 'AEAT answers with an error' } }),
    ).not.toContain('AEAT answers with an error');
  });

  it.each<[string, Partial<RemissionSummary>, string]>([
    ['the wait of AEAT', { nextAllowedAt: NOW + MINUTE }, 'AEAT asked for 60 s between two messages'],
    [
      'an excessive wait',
      {
        nextAllowedAt: NOW + 9 * MINUTE,
        waitSeconds: 600,
        excessiveWaitSeconds: 999_999,
        lastMessageAt: NOW - MINUTE,
      },
      'AEAT asked for 999,999 s between two messages (TiempoEsperaEnvio), which exceeds AEAT_MAX_WAIT_SECONDS and is considered wrong: workers wait 600 s instead\n    earlier: npm run engine -- chains send 7 --reason … sends it at once',
    ],
    [
      'the pause after failures',
      { nextAllowedAt: NOW + 9 * MINUTE, failures: 4, lastMessageAt: NOW - MINUTE / 2 },
      "the last 4 attempts failed, and the pause before the next one is not over\n    earlier: npm run engine -- chains send 7 --reason … sends it at 2026-11-21T08:12:30.000Z, when AEAT's waiting time is over",
    ],
  ])('shows when the next message of an open chain is sent, and why: %s', (_what, values, why) => {
    const waiting = chain({ pending: 2, ...values });
    const text = show(waiting, NOW, null);
    expect(text).toContain(`NEXT MESSAGE at ${new Date(waiting.nextAllowedAt!).toISOString()}: ${why}`);
  });

  it('shows that a message without a wait is sent at once', () => {
    expect(show(chain({ pending: 2 }), NOW, null)).toContain('NEXT MESSAGE at once');
    for (const values of [{ pending: 0 }, { haltedAt: NOW, haltedReason: 'x' }, { compareSince: NOW }])
      expect(show(chain({ pending: 2, ...values }), NOW, null)).not.toContain('NEXT MESSAGE');
  });

  it('shows a comparison in progress and how far it has come', () => {
    const comparison = { at: NOW - 1000, month: '2026-10', pages: 12, records: 120_000 };
    const wait = { at: NOW - 2 * MINUTE, text: 'AEAT answers with an error' };
    const text = show(closed, NOW, { ...noted, wait, comparison });
    expect(text).toContain(
      "a worker compares it now; it has read 12 pages of AEAT's register so far, with 120000 records, up to the month 2026-10 (at 2026-11-21T08:11:59.000Z)",
    );
    expect(text).not.toMatch(/no worker serves|AEAT answers with an error|has not been queried/);
    expect(show(closed, NOW, { ...noted, comparison: { ...comparison, at: NOW - 60 * MINUTE } })).toContain(
      'has not been queried',
    );
  });

  it.each([
    ['waits to be compared', closed],
    ['has records to send', chain({ pending: 2 })],
  ])('shows since when the queue is paused and how to resume it, for a chain that %s', (_what, values) => {
    const pause = { queue: 'remission', since: NOW - MINUTE } as const;
    const text = show(values, NOW, { ...noted, pause });
    expect(text).toContain('The queue remission is PAUSED since 2026-11-21T08:11:00.000Z: no record is sent');
    expect(text).toContain('Resume it in the dashboard, or with npm run engine -- queues resume remission');
    expect(text).not.toMatch(/no worker serves|has not been queried|queries AEAT at/);
  });

  it('does not mention a paused queue when a chain has no work', () => {
    const pause = { queue: 'remission', since: NOW } as const;
    expect(show(chain(), NOW, { ...noted, pause })).not.toContain('PAUSED');
  });

  it.each([
    ['waits to be compared', closed, 'why: a worker failed during the comparison'],
    ['has records to send', chain({ pending: 2 }), '12 records, 2 pending'],
  ])('shows the failure of a worker for a chain that %s', (_what, values, more) => {
    const failure = { at: NOW - MINUTE, text: 'Maximum call stack size exceeded' };
    const text = show(values, NOW, { ...noted, failure });
    expect(text).toContain('FAILED at 2026-11-21T08:11:00.000Z: Maximum call stack size exceeded');
    expect(text).toContain(more);
    expect(text).not.toContain('no worker serves');
    const comparison = { at: NOW, month: '2026-11', pages: 1, records: 1 };
    expect(show(closed, NOW, { ...noted, failure, comparison })).toContain('FAILED at');
    expect(show({ ...values, haltedReason: 'AEAT 4141' }, NOW, { ...noted, failure })).not.toContain(
      'FAILED',
    );
    expect(show(closed, NOW, { ...noted, failure: { ...failure, at: NOW - 60 * MINUTE } })).not.toContain(
      'FAILED',
    );
  });

  it('shows what is missing when no reason is known', () => {
    expect(show(closed, NOW, null)).toContain('no worker serves the queue remission');
    expect(show(closed, NOW, 'unknown')).toContain('is not available (REDIS_URL)');
    expect(show(chain({ compareSince: NOW }), NOW, null)).toContain('a worker queries AEAT at once');
  });

  it('shows how to resume a halted chain, and that resuming compares it again if it must be compared', () => {
    const halted = { haltedReason: 'AEAT 4141: suspended', haltedAt: NOW - 90 * MINUTE };
    const byAeat = show(chain(halted), NOW, null);
    expect(byAeat).toContain('HALTED since 2026-11-21T06:42:00.000Z: AEAT 4141: suspended');
    expect(byAeat).toContain('When the cause of the halt is corrected: npm run engine -- chains resume 7');
    expect(byAeat).not.toContain('renew');
    const ahead = show({ ...closed, haltedReason: 'AEAT is ahead: …' }, NOW, null);
    expect(ahead).toContain('npm run engine -- chains resume 7 compares it with AEAT again');
    expect(ahead).toContain('npm run engine -- chains renew 7');
    expect(ahead).not.toContain('CLOSED');
  });

  const failing = (lastTry: RemissionSummary['lastTry'], more: Partial<RemissionSummary> = {}) =>
    chain({
      pending: 2,
      incidentSince: NOW - 2 * MINUTE,
      failures: 2,
      nextAllowedAt: NOW + MINUTE,
      lastTry,
      ...more,
    });
  const tried = {
    at: NOW - MINUTE,
    outcome: 'unknown',
    reason: 'refused',
    code: null,
    message: null,
  } as const;

  it.each([
    [
      { ...tried, message: 'No connection: ECONNREFUSED' },
      'No connection: ECONNREFUSED',
      'otherwise repair the network from the workers to AEAT_URL',
    ],
    [
      { ...tried, reason: 'certificate', message: 'Certificate 3 does not open' },
      'Certificate 3 does not open',
      'npm run engine -- org certificate list 1; then start the workers with the CERTIFICATE_KEY',
    ],
    [{ ...tried, reason: 'not_xml', message: 'HTML' }, 'HTML', 'whether AEAT_URL points to AEAT'],
    [
      { ...tried, outcome: 'fault' as const, reason: null, code: 103, message: 'Snooze' },
      'AEAT 103: Snooze',
      'workers retry the message',
    ],
    [
      { ...tried, outcome: 'answered' as const, reason: null },
      'does not cover all records',
      'workers retry the message',
    ],
  ])('shows why messages fail, the time of the next attempt and the remedy: %j', (lastTry, why, advice) => {
    const text = show(failing(lastTry), NOW, null);
    expect(text).toContain('incident since 2026-11-21T08:10:00.000Z, 2 failures in a row');
    expect(text).toContain(`${why} (attempt at 2026-11-21T08:11:00.000Z)`);
    expect(text).toContain(
      'next: a worker that serves the queue remission retries it at 2026-11-21T08:13:00.000Z',
    );
    expect(text).toMatch(/\n {4}to do: .*/);
    expect(text).toContain(advice);
  });

  it('shows until when an earlier message delays the next one, with and without a failure', () => {
    const until = { sendingUntil: NOW + MINUTE / 2 };
    const well = show(chain({ pending: 604, ...until }), NOW, null);
    expect(well).toContain('604 pending, next message 2026-11-21T08:12:30.000Z');
    expect(well).toContain('SENDING: a worker is sending a message');
    expect(well).toContain('no other worker sends before 2026-11-21T08:12:30.000Z');
    const failed = show(failing(tried, { nextAllowedAt: NOW - 1, ...until }), NOW, null);
    expect(failed).toContain('retries it at 2026-11-21T08:12:30.000Z');
    // The later of the two times counts.
    expect(show(failing(tried, until), NOW, null)).toContain('retries it at 2026-11-21T08:13:00.000Z');
    expect(show(chain({ pending: 604, sendingUntil: NOW }), NOW, null)).not.toMatch(/SENDING|next message/);
    expect(show(chain({ pending: 0, ...until }), NOW, null)).not.toMatch(/SENDING|next message/);
    expect(show(chain({ pending: 6, haltedReason: 'AEAT 4141', ...until }), NOW, null)).not.toContain(
      'SENDING',
    );
  });

  it('does not show attempts of a halted or closed chain', () => {
    expect(show(failing(tried, { haltedReason: 'AEAT 4141' }), NOW, null)).not.toContain('attempt at');
    expect(show(failing(tried, { compareSince: NOW }), NOW, null)).not.toContain('attempt at');
    expect(show(failing(null, { failures: 1 }), NOW, null)).toContain('1 failure in a row');
    expect(show(failing(tried, { nextAllowedAt: NOW - 1 }), NOW, null)).toContain('retries it at once');
  });

  it('shows one line for a chain without problems', () => {
    expect(describeChain(chain(), NOW, null)).toEqual([
      'chain 7  organization 1  issuer B12345674  12 records, 0 pending',
    ]);
  });
});

describe('npm run engine -- chains resume', () => {
  it.each([
    ['halted by AEAT', {}, /is resumed: it has no records to send$/],
    ['halted by AEAT, with records', { pending: 2 }, /is resumed: its 2 records are sent to AEAT$/],
    ['ahead', { compareSince: NOW }, /is compared with AEAT next, and nothing is issued .* is halted again/],
    ['retired', { isRetired: true, pending: 1 }, /stays retired: its 1 record .*nothing is issued in it$/],
  ])('states what happens to a chain that was %s', (_what, values, expected) => {
    const text = describeResumed(chain({ haltedReason: 'AEAT 4141', ...values }));
    expect(text).toMatch(expected);
    expect(text.includes('is resumed')).toBe(!('compareSince' in values) && !('isRetired' in values));
  });

  it.each([
    ['running', {}, /^Chain 7 is not halted$/],
    ['waiting for its comparison', { compareSince: NOW }, /it waits for its comparison with AEAT, .*retry/],
    ['retired', { isRetired: true, pending: 3 }, /retired permanently, and its last 3 records are sent/],
    ['retired and sent', { isRetired: true }, /it is retired permanently$/],
  ])('explains why a chain that is %s cannot be resumed', (_what, values, expected) => {
    expect(explainNotHalted(chain(values))).toMatch(expected);
  });
});

describe('npm run engine -- chains compare or renew', () => {
  it('explains that a retired chain stays retired, and which records are still sent', () => {
    expect(explainRetired(chain())).toMatch(
      /^Chain 7 is retired permanently: .* cannot be compared or renewed$/,
    );
    expect(explainRetired(chain({ pending: 1 }))).toMatch(
      /, and its last 1 record is sent to AEAT without an order$/,
    );
  });
});
