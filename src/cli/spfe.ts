import { Command, Option } from 'commander';
import { showControls } from '../contracts/acts.ts';
import { OPEN_SPFE_STATES, SPFE_LATE_MINUTES, SPFE_STATES, type SpfeState } from '../contracts/spfe.ts';
import {
  listSpfeDeliveries,
  listSpfeIssuers,
  resumeSpfeIssuer,
  type SpfeIssuer,
} from '../remit/spfe/issuers.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  requireOrganization,
  UsageError,
  withDatabase,
  withOrder,
  withPool,
} from './command-context.ts';
import { print } from './print.ts';
import { enqueueSpfe } from './spfe/enqueue-spfe.ts';
import { addComparisonCommands } from './spfe/compare.ts';
import { describeDelivery } from './spfe/describe-delivery.ts';
import { addDowntimeCommand } from './spfe/downtime.ts';
import { sayIfUnpublished } from './spfe/say-if-unpublished.ts';

/*
 * npm run engine -- spfe: shows the deliveries of invoices to AEAT's public solution (SPFE), lets a
 * halted issuer send again, compares them with what the SPFE has, and confirms downtimes.
 */
export const command = new Command('spfe').description(
  "show and manage the deliveries of invoices to AEAT's public solution of electronic invoices (SPFE)",
);

/** The most deliveries that are listed. */
const MOST = 1000;
/** The states of a delivery that is neither there nor given up. */
const LISTED_STATES: readonly SpfeState[] = ['unknown', ...OPEN_SPFE_STATES];

command
  .command('list', { isDefault: true })
  .description('list the issuers: deliveries in each state, the next deadline, and why one is halted')
  .option('--organization <id>', 'only the issuers of this organization', readId)
  .action(({ organization }: { organization?: number }) =>
    withPool('operator', async (database, environment) => {
      if (organization !== undefined) await requireOrganization(database, organization);
      const issuers = await listSpfeIssuers(database.pool, beganToBeLate(), organization ?? null);
      if (issuers.length === 0) await print('There is no delivery to the SPFE yet');
      if (issuers.length > 0) await sayIfUnpublished(environment);
      for (const issuer of issuers) await print(describeIssuer(issuer));
    }),
  );

command
  .command('deliveries')
  .description('list deliveries of an organization with the reasons, those that are due first')
  .argument('<organization>', 'the id of the organization', readId)
  .option('--issuer <nif>', 'only those of this issuer', readNif)
  .addOption(
    new Option(
      '--state <state...>',
      'only those in these states; default: those that are neither at the SPFE nor given up',
    )
      .choices(SPFE_STATES)
      .default(LISTED_STATES),
  )
  .option('--overdue', `only those that have been due for more than ${SPFE_LATE_MINUTES} minutes`)
  .action(
    (
      organizationId: number,
      { issuer, state, overdue }: { issuer?: string; state: readonly SpfeState[]; overdue?: boolean },
    ) =>
      withPool('operator', async (database, environment) => {
        await requireOrganization(database, organizationId);
        const deliveries = await listSpfeDeliveries(database.pool, organizationId, {
          issuerNif: issuer ?? null,
          invoiceId: null,
          states: state,
          dueBefore: overdue === true ? beganToBeLate() : null,
          most: MOST,
        });
        if (deliveries.length === 0) await print('There is no such delivery');
        else await sayIfUnpublished(environment);
        for (const delivery of deliveries) {
          const { invoiceId, number, issueDate } = delivery;
          await print(`${invoiceId}  ${showControls(number)} of ${issueDate}  ${describeDelivery(delivery)}`);
        }
        if (deliveries.length === MOST) await print(`Only the first ${MOST} are shown`);
      }),
  );

withOrder(command.command('resume'))
  .description('let the deliveries of a halted issuer be sent again, after the cause was mended')
  .argument('<organization>', 'the id of the organization', readId)
  .argument('<issuer>', 'the NIF of the issuer', readNif)
  .action((organizationId: number, issuerNif: string, options: OrderOptions) =>
    withDatabase(async ({ pool }) => {
      if (!(await resumeSpfeIssuer(pool, organizationId, issuerNif, readOrder(options))))
        throw new UsageError(`${issuerNif} is not halted in organization ${organizationId}`);
      await enqueueSpfe(pool, organizationId, issuerNif);
      await print(`The deliveries of ${issuerNif} are sent again`);
    }),
  );

addComparisonCommands(command);
addDowntimeCommand(command);

/** What was due before is late: an invoice is due when it is issued, and takes some seconds to be sent. */
const beganToBeLate = () => new Date(Date.now() - SPFE_LATE_MINUTES * 60_000);

/** `3  B12345674  12 waiting, 1 rejected, 2 LATE, next deadline 2027-12-04T10:00:00.000Z  HALTED: …` */
function describeIssuer(issuer: SpfeIssuer): string {
  const { organizationId, issuerNif, nextDueBy, lastAnswerAt, failures, haltedReason, mustCompare } = issuer;
  const counts: readonly (readonly [number, string])[] = [
    [issuer.waiting, 'waiting'],
    [issuer.prepared, 'prepared'],
    [issuer.admitted, 'admitted'],
    [issuer.rejected, 'rejected'],
    [issuer.withdrawn, 'withdrawn'],
    [issuer.unknown, 'unknown'],
    [issuer.blocked, 'blocked'],
    [issuer.held, 'held'],
    [issuer.conflicts, 'in conflict'],
    [issuer.elsewhere, 'sent by another platform'],
    [issuer.notConcerned, 'not concerned'],
    [issuer.due, 'LATE'],
    [issuer.messagesWaiting, 'messages waiting'],
    [issuer.messagesRejected, 'messages rejected'],
  ];
  const parts = [
    ...counts.flatMap(([number, name]) => (number === 0 ? [] : [`${number} ${name}`])),
    ...(nextDueBy === null ? [] : [`next deadline ${new Date(nextDueBy).toISOString()}`]),
    ...(lastAnswerAt === null ? [] : [`last answer ${new Date(lastAnswerAt).toISOString()}`]),
    ...(failures === 0 ? [] : [`${failures} failed attempts`]),
    ...(mustCompare ? ['waits for a comparison with the SPFE'] : []),
  ];
  const halted = haltedReason === null ? '' : `  HALTED: ${showControls(haltedReason)}`;
  return `${organizationId}  ${issuerNif}  ${parts.join(', ')}${halted}`;
}
