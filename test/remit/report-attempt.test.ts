import { expect, it } from 'vitest';
import { reportAttempt } from '#src/remit/attempt/report-attempt.ts';
import { openLogger } from '#src/platform/telemetry/logger.ts';
import { createMetrics } from '../support/metrics.ts';

it('reportAttempt does not log an attempt that sent nothing as a submission, even if another worker has sent the records', () => {
  const log: string[] = [];
  const logger = openLogger({
    level: 'info',
    process: 'test',
    destination: { write: (line) => void log.push(line) },
  });
  const claim = { chainId: 1, submissionId: 2, attempt: 3, organizationId: 4, failures: 0, records: [] };
  reportAttempt({ logger, metrics: createMetrics() }, claim as never, {
    outcome: {
      kind: 'unknown',
      sent: false,
      status: null,
      serverDate: null,
      raw: null,
      reason: 'late',
      detail: 'held up',
    },
    endedAt: new Date(),
    machineTime: Date.now(),
    answers: [],
    haltedReason: null,
    strangeLines: 0,
    settled: { isComplete: true, pending: 0, next: null } as never,
  });
  expect(log).toHaveLength(1);
  expect(JSON.parse(log[0]!)).toMatchObject({
    level: 'warn',
    reason: 'late',
    message: 'Another worker has submitted the records in the meantime',
  });
});

it('reportAttempt blames the clock of the server at AEAT_URL, and measures no difference, if its time precedes AEAT’s service', async () => {
  const log: string[] = [];
  const logger = openLogger({
    level: 'info',
    process: 'test',
    destination: { write: (line) => void log.push(line) },
  });
  const metrics = createMetrics();
  const claim = { chainId: 1, submissionId: 2, attempt: 3, organizationId: 4, failures: 0, records: [] };
  const report = (serverDate: Date) => {
    log.length = 0;
    reportAttempt({ logger, metrics }, claim as never, {
      outcome: {
        kind: 'unknown',
        sent: true,
        status: 503,
        serverDate,
        raw: '',
        reason: 'http_status',
        detail: '',
      },
      endedAt: new Date('2026-11-21T08:00:00Z'),
      machineTime: Date.parse('2026-11-21T08:00:01Z'),
      answers: [],
      haltedReason: null,
      strangeLines: 0,
      settled: { isComplete: true, pending: 0, next: null } as never,
    });
    return JSON.parse(log[0]!) as unknown;
  };
  const measured = async () => (await metrics.clockSkew.get()).values.map(({ value }) => value);
  expect(report(new Date('2026-11-21T08:05:00Z'))).toMatchObject({
    skewSeconds: 300,
    message: expect.stringContaining("differs from AEAT's"),
  });
  expect(await measured()).toEqual([300]);
  expect(report(new Date('2015-01-01T00:00:00Z'))).toMatchObject({
    clocks: { aeat: '2015-01-01T00:00:00.000Z', database: '2026-11-21T08:00:00.000Z' },
    message: expect.stringContaining('The server at AEAT_URL has a wrong clock'),
  });
  expect(await measured()).toEqual([]);
});
