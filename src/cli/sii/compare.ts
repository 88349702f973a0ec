import { type Command, InvalidArgumentError } from 'commander';
import { showControls } from '../../contracts/acts.ts';
import type { BookPeriod } from '../../domain/sii/entry.ts';
import {
  type Comparison,
  type Difference,
  hasEntries,
  listComparisons,
  listDifferences,
  orderComparisons,
} from '../../remit/sii/compare/comparisons.ts';
import { enqueueJobs } from '../ask-queues.ts';
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
} from '../command-context.ts';
import { print } from '../print.ts';

/** The most differences that are listed. */
const MOST = 1000;
const PERIOD = /^(\d{4})-(0[1-9]|1[0-2]|[1-4]T)$/;

/** Adds `compare` and `differences`, about AEAT's book and the entries of the engine. */
export function addComparisonCommands(program: Command): void {
  withOrder(program.command('compare'))
    .description(
      "compare AEAT's book of an issuer with the entries of the engine now; workers do so every night for the periods of the last two months",
    )
    .argument('<organization>', 'the id of the organization', readId)
    .argument('<issuer>', 'the NIF of the issuer', readNif)
    .option(
      '--period <period...>',
      'only these periods, YYYY-MM or YYYY-1T to YYYY-4T; default: those that are compared every night',
      readPeriods,
    )
    .addHelpText(
      'after',
      '\nThe comparison changes no entry. It waits while entries are sent, and goes on after a fault. It also stores what AEAT found in the books of the recipients. npm run engine -- sii differences shows its progress and what it found.',
    )
    .action(
      (
        organizationId: number,
        issuerNif: string,
        options: OrderOptions & { period?: readonly BookPeriod[] },
      ) =>
        withDatabase(async (database) => {
          const { pool } = database;
          await requireOrganization(database, organizationId);
          const issuer = { organizationId, issuerNif };
          if (!(await hasEntries(pool, issuer)))
            throw new UsageError(`${issuerNif} has no entry in SII in organization ${organizationId}`);
          const periods = options.period ?? null;
          const begun = await orderComparisons(pool, issuer, periods, readOrder(options), new Date());
          if (begun.length === 0)
            throw new UsageError(
              'Nothing to begin: the comparisons of these periods are under way, or no entry is of the last two months (--period names others)',
            );
          await enqueueJobs(
            pool,
            begun.map(({ id }) => ({
              name: 'compare-sii-book',
              payload: { organizationId, comparisonId: id },
              work: 1,
            })),
          );
          const named = begun.map(({ fiscalYear, period }) => `${fiscalYear}-${period}`);
          await print(
            `The book of ${issuerNif} is compared: ${named.join(', ')}. npm run engine -- sii differences ${organizationId} shows what is found`,
          );
        }),
    );

  program
    .command('differences')
    .description("show the comparisons of AEAT's book with the entries of an organization, and what differs")
    .argument('<organization>', 'the id of the organization', readId)
    .option('--issuer <nif>', 'only those of this issuer', readNif)
    .action((organizationId: number, { issuer }: { issuer?: string }) =>
      withPool('operator', async (database) => {
        await requireOrganization(database, organizationId);
        const comparisons = await listComparisons(database.pool, organizationId, issuer ?? null);
        if (comparisons.length === 0) await print('Nothing was compared yet');
        for (const comparison of comparisons) await print(describeComparison(comparison));
        const differences = await listDifferences(database.pool, organizationId, issuer ?? null, MOST);
        for (const difference of differences) await print(describeDifference(difference));
        if (differences.length === MOST) await print(`Only the first ${MOST} are shown`);
      }),
    );
}

function readPeriods(text: string, before: readonly BookPeriod[] = []): readonly BookPeriod[] {
  const [, year, period] = PERIOD.exec(text) ?? [];
  if (year === undefined || period === undefined)
    throw new InvalidArgumentError('It must be YYYY-MM, or YYYY-1T to YYYY-4T.');
  return [...before, { fiscalYear: Number(year), period }];
}

/** `B12345674  2026-11  ended 2026-12-01T01:00:00.000Z, 120 invoices in the book, 2 only in the engine` */
function describeComparison(comparison: Comparison): string {
  const { issuerNif, fiscalYear, period, invoices, pages, endedAt, failure, nextAllowedAt, failures } =
    comparison;
  const { onlyInBook, onlyInEngine, differing } = comparison;
  const counts: readonly (readonly [number, string])[] = [
    [onlyInEngine, 'only in the engine'],
    [differing, 'differing'],
    [onlyInBook, 'only in the book'],
  ];
  const found = counts.flatMap(([number, name]) => (number === 0 ? [] : [`${number} ${name}`]));
  const state =
    endedAt === null
      ? `under way, page ${pages + 1}${failures === 0 || nextAllowedAt === null ? '' : `, ${failures} failed attempts, next ${new Date(nextAllowedAt).toISOString()}`}`
      : `${failure === null ? 'ended' : 'given up'} ${new Date(endedAt).toISOString()}`;
  const result = endedAt !== null && failure === null && found.length === 0 ? ['equal'] : found;
  const why = failure === null ? '' : `  (${showControls(failure)})`;
  return `${issuerNif}  ${fiscalYear}-${period}  ${[state, `${invoices} invoices in the book`, ...result].join(', ')}${why}`;
}

const KINDS: Readonly<Record<Difference['kind'], string>> = {
  only_in_book: 'is only in the book',
  only_in_engine: 'is only in the engine',
  state: 'has another state',
  total: 'has another total',
  csv: 'has another CSV',
};

/** `B12345674  2026-11  F-1 of 2026-11-20 (invoice 42000) has another total: 121.00 in the engine, 122 in the book` */
function describeDifference(difference: Difference): string {
  const { issuerNif, fiscalYear, period, kind, number, issueDate, invoiceId, ours, theirs } = difference;
  const which = invoiceId === null ? '' : ` (invoice ${invoiceId})`;
  const sides = [
    ...(ours === null ? [] : [`${showControls(ours)} in the engine`]),
    ...(theirs === null ? [] : [`${showControls(theirs)} in the book`]),
  ];
  return `${issuerNif}  ${fiscalYear}-${period}  ${showControls(number)} of ${issueDate}${which} ${KINDS[kind]}: ${sides.join(', ')}`;
}
