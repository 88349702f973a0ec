import { describe, expect, it } from 'vitest';
import { describeBatchNow, describeChainNow } from '#src/console/overview/describe-now.ts';
import type { RemissionSummary } from '#src/operate/chains/remissions.ts';

const NOW = Date.parse('2026-11-21T10:02:30Z');
const MINUTE = 60_000;
const CHAIN: RemissionSummary = {
  chainId: 2,
  organizationId: 1,
  issuerNif: 'B12345674',
  records: 40_000,
  pending: 30_002,
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
};
const LAST = {
  at: NOW,
  outcome: 'unknown',
  reason: 'http',
  code: null,
  message: 'AEAT answers 503',
} as const;

describe('describeChainNow', () => {
  it.each<[Partial<RemissionSummary>, string]>([
    [{}, '30,002 records wait, next message now'],
    [{ pending: 1, nextAllowedAt: NOW + 2 * MINUTE }, '1 record waits, next message 10:04 UTC'],
    [{ pending: 0 }, 'no record is waiting'],
    [
      { incidentSince: NOW - MINUTE / 2, nextAllowedAt: NOW + 2 * MINUTE, lastTry: LAST },
      '30,002 records wait, AEAT answers 503 since 10:02 UTC, next attempt 10:04 UTC',
    ],
    [{ incidentSince: NOW }, '30,002 records wait, AEAT does not answer since 10:02 UTC, next attempt now'],
    [
      { haltedAt: NOW, haltedReason: 'AEAT 4112: El titular no es válido', incidentSince: NOW },
      'halted by 4112: El titular no es válido; npm run engine -- chains resume 2',
    ],
    [
      { haltedAt: NOW, haltedReason: `AEAT is ahead: ${'x'.repeat(500)}` },
      `halted by AEAT is ahead: ${'x'.repeat(185)}…; npm run engine -- chains resume 2`,
    ],
    [
      { compareSince: NOW - 26 * 60 * MINUTE, compareAfter: NOW + MINUTE },
      'has waited for its comparison with AEAT since 2026-11-20 08:02 UTC; a worker queries AEAT again at 10:03 UTC',
    ],
    [
      { compareSince: NOW },
      'has waited for its comparison with AEAT since 10:02 UTC; a worker queries AEAT now',
    ],
    [
      { compareSince: NOW },
      'has waited for its comparison with AEAT since 10:02 UTC; a worker queries AEAT now',
    ],
  ])('describes %o as %s', (values, text) => {
    expect(describeChainNow({ ...CHAIN, ...values }, NOW)).toBe(text);
  });
});

describe('describeBatchNow', () => {
  const BATCH = { batchId: 5, organizationId: 3, isProcessed: true, pausedAt: null, missing: 0 };
  it.each([
    [{}, 'issued, with all its PDFs'],
    [{ pausedAt: NOW }, 'issued, with all its PDFs'],
    [{ missing: 12 }, 'issued, 12 PDFs are missing'],
    [
      { missing: 1, pausedAt: NOW },
      'issued, 1 PDF is missing; organization 3 has been paused since 10:02 UTC',
    ],
    [{ isProcessed: false }, 'not issued yet'],
    [{ isProcessed: false, pausedAt: NOW }, 'not issued yet; organization 3 has been paused since 10:02 UTC'],
  ])('describes %o as %s', (values, text) => {
    expect(describeBatchNow({ ...BATCH, ...values }, NOW)).toBe(text);
  });
});
