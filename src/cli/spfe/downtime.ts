import type { Command } from 'commander';
import { findDueAfterOutage, isLongOutage } from '../../domain/spfe/due-after-outage.ts';
import { formatSpan } from '../../monitor/finding.ts';
import { type Confirmation, confirmOutage, listOutages, type Outage } from '../../remit/spfe/outages.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  UsageError,
  withDatabase,
  withOrder,
} from '../command-context.ts';
import { print } from '../print.ts';

/** The most outages that are listed. */
const MOST = 100;

/** Adds `downtime`, about the times during which the SPFE could not be used. */
export function addDowntimeCommand(program: Command): void {
  withOrder(program.command('downtime'))
    .description(
      'list the times during which the SPFE could not be used, with the attempts that failed, and confirm that one was the fault of the SPFE',
    )
    .option(
      '--confirm <id>',
      'confirm that this downtime of more than 24 hours was the fault of the SPFE: what was due meanwhile is due on the fourth working day after it (Orden HAC/1028/2026, art. 5.7)',
      readId,
    )
    .action(({ confirm, ...options }: OrderOptions & { confirm?: number }) =>
      withDatabase(async ({ pool }) => {
        if (confirm === undefined) {
          const outages = await listOutages(pool, MOST);
          if (outages.length === 0) await print('No attempt has failed because of the SPFE');
          for (const outage of outages) await print(describeOutage(outage));
          return;
        }
        if (options.reason === undefined)
          throw new UsageError('--confirm needs --reason: what shows that it was the fault of the SPFE');
        const result = await confirmOutage(pool, confirm, readOrder(options), new Date());
        if (result.kind !== 'confirmed') throw new UsageError(REFUSALS[result.kind](confirm));
        await print(
          `Downtime ${confirm} is confirmed: ${result.deliveries} deliveries that were due during it are due by ${result.dueUntil.toISOString()}`,
        );
      }),
    );
}

const REFUSALS: Readonly<Record<Exclude<Confirmation['kind'], 'confirmed'>, (id: number) => string>> = {
  missing: (id) => `There is no downtime ${id}`,
  open: (id) => `Downtime ${id} is not over: confirm it when the SPFE answers again`,
  already: (id) => `Downtime ${id} was confirmed already`,
  short: (id) =>
    `Downtime ${id} did not last more than 24 hours, so nothing is due later (Orden HAC/1028/2026, art. 5.7)`,
  no_calendar: (id) =>
    `This version does not know the national holidays of the days after downtime ${id}: start one that knows them, then confirm it`,
};

/** `3  2027-11-20T10:00:00.000Z to 2027-11-21T12:00:00.000Z, 26 h 00 min, 140 failed attempts  can be confirmed, …` */
function describeOutage(outage: Outage): string {
  const { id, beganAt, lastFailedAt, endedAt, attempts, confirmedAt, confirmedBy, dueUntil } = outage;
  const end = endedAt === null ? 'now' : new Date(endedAt).toISOString();
  const parts = [
    `${new Date(beganAt).toISOString()} to ${end}`,
    formatSpan((endedAt ?? lastFailedAt) - beganAt),
    `${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}, the last at ${new Date(lastFailedAt).toISOString()}`,
  ];
  return `${id}  ${parts.join(', ')}  ${describeEffect()}`;

  function describeEffect(): string {
    if (endedAt === null) return 'UNDER WAY';
    if (confirmedAt !== null && dueUntil !== null)
      return `confirmed by ${confirmedBy}: what was due meanwhile is due by ${new Date(dueUntil).toISOString()}`;
    if (!isLongOutage(beganAt, endedAt)) return 'too short to delay anything';
    const until = findDueAfterOutage(new Date(endedAt));
    return until === null
      ? 'cannot be confirmed: the national holidays after it are not known'
      : `can be confirmed: what was due meanwhile would be due by ${until.toISOString()}`;
  }
}
