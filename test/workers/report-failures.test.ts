import { UnrecoverableError } from 'bullmq';
import { expect, it } from 'vitest';
import { createFailureReport } from '../../workers/report-failures.ts';

function openReport() {
  const lines: [level: string, message: string, about: object][] = [];
  const write = (level: string) => (about: object, message: string) =>
    void lines.push([level, message, about]);
  return {
    lines,
    report: createFailureReport('pdfs', { warn: write('warn'), error: write('error') } as never),
  };
}

it('createFailureReport reports an unavailable database once for all jobs, without a stack', () => {
  const { lines, report } = openReport();
  for (let job = 0; job < 100; job += 1) report(undefined, new Error('Connection terminated unexpectedly'));
  expect(lines).toEqual([
    [
      'warn',
      'The database is not available: jobs are retried automatically',
      { queue: 'pdfs', jobs: 1, why: 'Connection terminated unexpectedly' },
    ],
  ]);
});

it('createFailureReport reports a full disk as an error', () => {
  const { lines, report } = openReport();
  report(undefined, Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect(lines).toEqual([
    [
      'error',
      'The disk of PostgreSQL is full: jobs are retried automatically',
      { queue: 'pdfs', jobs: 1, why: 'could not extend file' },
    ],
  ]);
});

it('createFailureReport reports an ended job with its reason, and an internal error with its stack', () => {
  const { lines, report } = openReport();
  const fault = new TypeError('x is not a function');
  report(undefined, new UnrecoverableError('The chain is halted by 4102'));
  report(undefined, fault);
  expect(lines).toMatchObject([
    ['error', 'A job failed permanently', { why: 'The chain is halted by 4102' }],
    ['error', 'Job failed', { err: fault }],
  ]);
});

it.each([
  [
    '57014',
    'error',
    'A statement was canceled at the time limit of the database: jobs are retried automatically',
  ],
  ['55P03', 'warn', 'A lock in the database was not available in time: jobs are retried automatically'],
])('createFailureReport names the cause and the job of the error %s', (code, level, says) => {
  const { lines, report } = openReport();
  const job = { name: 'process-batch', data: { batchId: 7 }, attemptsMade: 3 };
  report(job as never, Object.assign(new Error('canceling statement'), { code }));
  expect(lines).toMatchObject([
    [level, says, { queue: 'pdfs', job: 'process-batch', data: { batchId: 7 }, attempt: 3 }],
  ]);
});
