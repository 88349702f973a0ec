import { Command } from 'commander';
import { type Environment, isProduction, loadEnvironment } from '../../src/config/environment.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import {
  countOldSessions,
  type DueContents,
  eraseDue,
  measureDue,
  type RetentionPeriods,
} from '../../src/persistence/retention.ts';
import { type OrderOptions, readOrder, runCommand, withOrder } from './command-context.ts';

/* npm run retention: erases what is over. See ops/adr/0025 and ops/scale.md. */

function readPeriods(environment: Environment): RetentionPeriods {
  return {
    bodyMonths: environment.RETENTION_BODY_MONTHS,
    failureMonths: environment.RETENTION_FAILURE_MONTHS,
    certificateMonths: environment.RETENTION_CERTIFICATE_MONTHS,
    envelopeYears: environment.RETENTION_ENVELOPE_YEARS,
  };
}

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const formatBytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function describe({ says, rows, bytes, oldest, newest, cutoff }: DueContents): string {
  const span = oldest !== null && newest !== null ? `, of ${formatDay(oldest)} to ${formatDay(newest)}` : '';
  return `${String(rows).padStart(10)}  ${formatBytes(bytes).padStart(12)}  ${says}: ended before ${formatDay(cutoff)}${span}`;
}

const program = withOrder(new Command('retention'))
  .description(
    'show what is kept longer than its period; with --execute, erase it: an id, a SHA-256 and the date stay in its place',
  )
  .option('--execute', 'erase it. There is no way back')
  .addHelpText(
    'after',
    `
Periods: RETENTION_BODY_MONTHS, RETENTION_FAILURE_MONTHS, RETENTION_CERTIFICATE_MONTHS, RETENTION_ENVELOPE_YEARS.
Issued invoices, registration records, what AEAT answered to each, PDFs and the acts of operators are never erased by this command.
It may run beside the product, be stopped and be run again. Backups keep what they hold: delete old ones too.`,
  )
  .showHelpAfterError()
  .action(async ({ execute, ...options }: OrderOptions & { execute?: boolean }) => {
    const environment = loadEnvironment(process.env);
    const periods = readPeriods(environment);
    await using database = await openDatabase({
      url: environment.RETENTION_DATABASE_URL ?? environment.DATABASE_URL,
      applicationName: 'ibe-retention',
      role: 'retention',
      refusesExcess: isProduction(environment),
      maxConnections: 1,
    });
    if (!execute) {
      for (const due of await measureDue(database.pool, periods)) console.log(describe(due));
      console.log(
        `${String(await countOldSessions(database.pool)).padStart(10)}  ${'–'.padStart(12)}  sessions that have expired`,
      );
      console.log('Nothing was erased: that takes --execute');
      return;
    }
    for (const { kind, rows, bytes } of await eraseDue(database.pool, periods, readOrder(options)))
      console.log(`${String(rows).padStart(10)}  ${formatBytes(bytes).padStart(12)}  ${kind} erased`);
  });

await runCommand(program);
