import { Command } from 'commander';
import type { Database } from '../platform/postgres/open-database.ts';
import type { Environment } from '../platform/config/environment.ts';
import type { DueContents, RetentionPeriods } from '../operate/statements/retention.ts';
import { type OrderOptions, readOrder, withOrder, withRole } from './command-context.ts';
import { formatDay, print } from './print.ts';

/*
 * npm run engine -- retention: erases data whose retention period is over. See ops/adr/0036 and
 * docs/scale.md.
 */

function readPeriods(environment: Environment): RetentionPeriods {
  return {
    bodyMonths: environment.RETENTION_BODY_MONTHS,
    failureMonths: environment.RETENTION_FAILURE_MONTHS,
    certificateMonths: environment.RETENTION_CERTIFICATE_MONTHS,
    envelopeYears: environment.RETENTION_ENVELOPE_YEARS,
  };
}

const formatBytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function describe({ says, rows, bytes, oldest, newest, cutoff }: DueContents): string {
  const span = oldest !== null && newest !== null ? `, of ${formatDay(oldest)} to ${formatDay(newest)}` : '';
  return `${String(rows).padStart(10)}  ${formatBytes(bytes).padStart(12)}  ${says}: ended before ${formatDay(cutoff)}${span}`;
}

export const command = withOrder(new Command('retention'))
  .description(
    'show the data whose retention period is over; with --execute, erase it and keep an id, a SHA-256 and the date in its place',
  )
  .option('--execute', 'erase the data; this cannot be undone')
  .addHelpText(
    'after',
    `
Periods: RETENTION_BODY_MONTHS, RETENTION_FAILURE_MONTHS, RETENTION_CERTIFICATE_MONTHS, RETENTION_ENVELOPE_YEARS.
This command never erases issued invoices, registration records, AEAT's answers to them, PDFs or the acts of operators.
It may run while the engine works, and may be stopped and run again. Backups still contain the erased data: delete old ones too.`,
  )
  .action(({ execute, ...options }: OrderOptions & { execute?: boolean }) =>
    withRole('retention', async (database, environment) => {
      const { eraseDue } = await import('../operate/statements/retention.ts');
      const periods = readPeriods(environment);
      if (!execute) return show(database, periods);
      for (const { kind, rows, bytes } of await eraseDue(database.orm, periods, readOrder(options)))
        await print(`${String(rows).padStart(10)}  ${formatBytes(bytes).padStart(12)}  ${kind} erased`);
    }),
  );

async function show({ pool, orm }: Database, periods: RetentionPeriods): Promise<void> {
  const { countOldSessions, measureDue } = await import('../operate/statements/retention.ts');
  for (const due of await measureDue(pool, periods)) await print(describe(due));
  await print(
    `${String(await countOldSessions(orm.em.fork())).padStart(10)}  ${'–'.padStart(12)}  sessions that have expired`,
  );
  await print('Nothing was erased; --execute erases');
}
