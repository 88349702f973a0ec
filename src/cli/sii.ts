import { Command, Option } from 'commander';
import { SII_STATES, type SiiState } from '../contracts/registers.ts';
import { showControls } from '../contracts/acts.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import {
  type ListedEntry,
  listSiiCollections,
  listSiiEntries,
  listSiiIssuers,
  type SiiIssuer,
} from '../remit/sii/issuers.ts';
import { findChainOfIssuer } from '../remit/find-issuers.ts';
import { buildSiiJobs } from '../remit/sii/sii-jobs.ts';
import { enqueueJobs } from './ask-queues.ts';
import { addBacklogCommand } from './sii/backlog.ts';
import { addComparisonCommands } from './sii/compare.ts';
import { describeCollection } from './sii/describe-collection.ts';
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

/*
 * npm run engine -- sii: shows the entries of issuers in SII and their deadlines, lets a halted issuer
 * send again, and compares AEAT's book with the entries.
 */
export const command = new Command('sii').description('show and manage the entries of invoices in SII');

/** The most entries that are listed. */
const MOST = 1000;

command
  .command('list', { isDefault: true })
  .description('list the issuers in SII: entries in each state, the next deadline, and why one is halted')
  .option('--organization <id>', 'only the issuers of this organization', readId)
  .action(({ organization }: { organization?: number }) =>
    withPool('operator', async (database) => {
      if (organization !== undefined) await requireOrganization(database, organization);
      const issuers = await listSiiIssuers(database.pool, todayInMadrid(new Date()), organization ?? null);
      if (issuers.length === 0) await print('There is no entry in SII yet');
      for (const issuer of issuers) await print(describeIssuer(issuer));
    }),
  );

command
  .command('entries')
  .description('list entries and collections (cobros) of an organization, those that are due first')
  .argument('<organization>', 'the id of the organization', readId)
  .option('--issuer <nif>', 'only those of this issuer', readNif)
  .addOption(
    new Option('--state <state...>', 'only those in these states; default: those that AEAT has not accepted')
      .choices(SII_STATES)
      .default(['pending', 'sent', 'rejected']),
  )
  .option('--overdue', 'only those whose deadline has passed')
  .action(
    (
      organizationId: number,
      { issuer, state, overdue }: { issuer?: string; state: readonly SiiState[]; overdue?: boolean },
    ) =>
      withPool('operator', async (database) => {
        await requireOrganization(database, organizationId);
        const filter = {
          issuerNif: issuer ?? null,
          states: state,
          overdueOn: overdue === true ? todayInMadrid(new Date()) : null,
          most: MOST,
        };
        const entries = await listSiiEntries(database.pool, organizationId, filter);
        const collections = await listSiiCollections(database.pool, organizationId, {
          ...filter,
          invoiceId: null,
        });
        if (entries.length + collections.length === 0) await print('There is no such entry');
        for (const entry of entries) await print(describeEntry(entry));
        if (entries.length === MOST) await print(`Only the first ${MOST} entries are shown`);
        for (const collection of collections)
          await print(
            `${collection.invoiceId}  ${showControls(collection.number)}  ${describeCollection(collection)}`,
          );
        if (collections.length === MOST) await print(`Only the first ${MOST} collections are shown`);
      }),
  );

withOrder(command.command('resume'))
  .description('let the entries of a halted issuer be sent again, after the cause was mended')
  .argument('<organization>', 'the id of the organization', readId)
  .argument('<issuer>', 'the NIF of the issuer', readNif)
  .action((organizationId: number, issuerNif: string, options: OrderOptions) =>
    withDatabase(async ({ pool }) => {
      const { resumeSiiIssuer } = await import('../remit/sii/issuers.ts');
      if (!(await resumeSiiIssuer(pool, organizationId, issuerNif, readOrder(options), new Date())))
        throw new UsageError(`${issuerNif} is not halted in organization ${organizationId}`);
      const chainId = await findChainOfIssuer(pool, organizationId, issuerNif);
      if (chainId !== null) await enqueueJobs(pool, buildSiiJobs({ organizationId, chainId, entries: 1 }));
      await print(`The entries of ${issuerNif} are sent again`);
    }),
  );

addComparisonCommands(command);
addBacklogCommand(command);

/** `3  B12345674  12 waiting, 1 rejected, 2 overdue, next deadline 2026-12-04  HALTED: AEAT 4118: …` */
function describeIssuer(issuer: SiiIssuer): string {
  const { organizationId, issuerNif, waiting, accepted, withErrors, rejected, withdrawn } = issuer;
  const { refusedWithdrawals, overdue, nextDueBy, failures, haltedReason } = issuer;
  const { collectionsWaiting, collectionsRejected, collectionsOverdue } = issuer;
  const counts: readonly (readonly [number, string])[] = [
    [waiting, 'waiting'],
    [accepted, 'accepted'],
    [withErrors, 'accepted with errors'],
    [rejected, 'rejected'],
    [withdrawn, 'withdrawn'],
    [refusedWithdrawals, 'withdrawals refused'],
    [overdue, 'OVERDUE'],
    [collectionsWaiting, 'cobros waiting'],
    [collectionsRejected, 'cobros rejected'],
    [collectionsOverdue, 'cobros OVERDUE'],
  ];
  const parts = [
    ...counts.flatMap(([number, name]) => (number === 0 ? [] : [`${number} ${name}`])),
    ...(nextDueBy === null ? [] : [`next deadline ${nextDueBy}`]),
    ...((failures ?? 0) === 0 ? [] : [`${failures} failed attempts`]),
  ];
  const halted = haltedReason === null ? '' : `  HALTED: ${showControls(haltedReason)}`;
  return `${organizationId}  ${issuerNif}  ${parts.join(', ')}${halted}`;
}

/** `42000  F-1 of 2026-11-20  A0 rejected, period 2026-11, due by 2026-11-26  (AEAT 1117: …)` */
function describeEntry(entry: ListedEntry): string {
  const { invoiceId, number, issueDate, kind, state, fiscalYear, period, dueBy, code, message } = entry;
  const due = dueBy === null ? 'no known deadline' : `due by ${dueBy}`;
  const why =
    code === null && message === null ? '' : `  (AEAT ${code ?? ''}: ${showControls(message ?? '')})`;
  return `${invoiceId}  ${showControls(number)} of ${issueDate}  ${kind} ${state}, period ${fiscalYear}-${period}, ${due}${why}`;
}
