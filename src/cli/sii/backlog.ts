import type { Command } from 'commander';
import { showControls } from '../../contracts/acts.ts';
import {
  type Backlog,
  type BacklogOrder,
  type BacklogRefusal,
  listBacklogRefusals,
  orderBacklog,
  readBacklog,
} from '../../remit/sii/backlog/backlogs.ts';
import { enqueueJobs } from '../ask-queues.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  requireOrganization,
  UsageError,
  withOrder,
  withPool,
} from '../command-context.ts';
import { print } from '../print.ts';

/** The most refused invoices that are listed. */
const MOST = 1000;

/** Adds `backlog`, which shows and orders what an issuer that entered SII during a year must declare from before. */
export function addBacklogCommand(program: Command): void {
  withOrder(program.command('backlog'))
    .description(
      'show the invoices of the year in which an issuer entered SII, from before its entry, that SII must have as well (RIVA, art. 68 ter), and order their records',
    )
    .argument('<organization>', 'the id of the organization', readId)
    .argument('<issuer>', 'the NIF of the issuer', readNif)
    .option('--order', 'have workers send the records, which have key 16; without it nothing is changed')
    .addHelpText(
      'after',
      '\nAn issuer that entered on 1 January has none. Records of new invoices are sent first. Order again after the end to send what was issued since, or what was refused and is mended.',
    )
    .action((organizationId: number, issuerNif: string, options: OrderOptions & { order?: boolean }) =>
      withPool('operator', async (database) => {
        const { pool } = database;
        await requireOrganization(database, organizationId);
        if (options.order === true) {
          const ordered = await orderBacklog(
            pool,
            { organizationId, issuerNif },
            readOrder(options),
            new Date(),
          );
          switch (ordered.kind) {
            case 'ordered': {
              const payload = { organizationId, backlogId: ordered.id };
              await enqueueJobs(pool, [{ name: 'draft-sii-backlog', payload, work: 1 }]);
              await print('Ordered: workers draft the records and send them after those of new invoices');
              break;
            }
            case 'under_way':
              await print('Ordered before, and under way');
              break;
            case 'nothing':
              await print('Nothing to order: no earlier invoice is without an entry');
              break;
            case 'whole_year':
              throw new UsageError(
                `${issuerNif} entered SII on 1 January: it has no earlier invoices of that year`,
              );
            case 'not_yet':
              throw new UsageError(
                `${issuerNif} has not entered SII yet: order its earlier invoices from that day on, when all are issued`,
              );
            case 'outside':
              break;
          }
        }
        const backlog = await readBacklog(pool, organizationId, issuerNif);
        if (backlog === null)
          throw new UsageError(
            `No decision puts ${issuerNif} in SII: npm run engine -- org register ${issuerNif}`,
          );
        for (const line of describeBacklog(issuerNif, backlog)) await print(line);
        const { order } = backlog;
        if (order === null || order.refused === 0) return;
        for (const refusal of await listBacklogRefusals(pool, order.id, MOST))
          await print(describeRefusal(refusal));
        if (order.refused > MOST) await print(`Only the first ${MOST} are shown`);
      }),
    );
}

function describeBacklog(
  issuerNif: string,
  { validFrom, lastDay, periods, order, ordered }: Backlog,
): readonly string[] {
  const all = periods.reduce((sum, { invoices }) => sum + invoices, 0);
  return [
    ...periods.map(
      ({ fiscalYear, period, invoices, first, last }) =>
        `${fiscalYear}-${period}  ${invoices} invoices, issued ${first} to ${last}`,
    ),
    all === 0
      ? `${issuerNif} entered SII on ${validFrom} and has no earlier invoices of that year outside of it`
      : `${all} invoices must be in SII from ${validFrom} to ${lastDay}, with key 16${order === null ? ': --order sends them' : ''}`,
    ...(order === null ? [] : [describeOrder(order, ordered)]),
    ...(ordered.annulled === 0
      ? []
      : [
          `${ordered.annulled} entries are those of annulled invoices: npm run engine -- invoice annul ID --in-sii withdraws each`,
        ]),
  ];
}

const time = (at: number): string => new Date(at).toISOString();

/** `Ordered 2026-11-21T09:00:00.000Z, ended …: 40 entries, 2 refused. Of all orders 40 entries, 3 without an answer, 1 rejected` */
function describeOrder(
  { orderedAt, endedAt, entries, refused, failure }: BacklogOrder,
  ordered: Backlog['ordered'],
): string {
  const state =
    endedAt === null ? 'under way' : `${failure === null ? 'ended' : 'given up'} ${time(endedAt)}`;
  const why = failure === null ? '' : `  (${showControls(failure)})`;
  return `Ordered ${time(orderedAt)}, ${state}: ${entries} entries, ${refused} refused. Of all orders ${ordered.entries} entries, ${ordered.waiting} without an answer, ${ordered.rejected} rejected${why}`;
}

/** `42000  F-1 of 2026-10-20 cannot be stated: lines charge the VAT to the recipient …` */
function describeRefusal({ invoiceId, number, issueDate, reason }: BacklogRefusal): string {
  return `${invoiceId}  ${showControls(number)} of ${issueDate} cannot be stated: ${showControls(reason)}`;
}
