import { expect, it } from 'vitest';
import { reportAttempt } from '../../src/remission/attempt/report-attempt.ts';
import { openLogger } from '../../src/telemetry/logger.ts';
import { createMetrics } from '../support/metrics.ts';

it('a try that sent nothing is not told as one that remitted records, though another has meanwhile', () => {
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
    answers: [],
    haltedReason: null,
    strangeLines: 0,
    settled: { isComplete: true, pending: 0, next: null } as never,
  });
  expect(log).toHaveLength(1);
  expect(JSON.parse(log[0]!)).toMatchObject({
    level: 'warn',
    reason: 'late',
    message: 'Another worker has remitted the records meanwhile',
  });
});
