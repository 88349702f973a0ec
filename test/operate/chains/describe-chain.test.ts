import { describe, expect, it } from 'vitest';
import { describeChain } from '#src/operate/chains/describe-chain.ts';
import type { RemissionSummary } from '#src/operate/chains/remissions.ts';
import { chain as buildChain, MINUTE, NOW } from '../../monitor/support/overview-state.ts';

const chain = (values: Partial<RemissionSummary> = {}) =>
  buildChain({ pending: 0, pendingSince: null, ...values });
const show = (...args: Parameters<typeof describeChain>) => describeChain(...args).join('\n');

describe('npm run engine -- chains', () => {
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
});
