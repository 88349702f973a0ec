import type { Command } from 'commander';
import { showControls } from '../../contracts/acts.ts';
import type { SeriesInput } from '../../contracts/v2/series.ts';
import { findCodeFault } from '../../domain/series/read-series.ts';
import type { ListedSeries } from '../../organizations/series/series.ts';
import { viewCounters } from '../../organizations/series/view-counters.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  readWhole,
  requireOrganization,
  UsageError,
  withDatabase,
  withOrder,
} from '../command-context.ts';
import { print } from '../print.ts';

type Given = {
  readonly pattern?: string;
  readonly types?: readonly string[];
  readonly start?: number;
  readonly startYear?: number;
  readonly close?: boolean;
  readonly open?: boolean;
};

const ORGANIZATION = 'the id of the organization';
const ISSUER = 'the NIF of the issuer';
const CODE = 'the code of the series, which invoices name';
/** The most items that a command lists. */
const MOST = 1000;

/** Adds `series`, which manages the series that give invoices their numbers. */
export function addSeriesCommands(program: Command): void {
  const series = program
    .command('series')
    .description('manage the series that give the invoices of an issuer their numbers, without gaps');

  withOrder(series.command('set'))
    .description('create a series, or change it')
    .argument('<organization>', ORGANIZATION, readId)
    .argument('<issuer>', ISSUER, readNif)
    .argument('<code>', CODE)
    .option(
      '--pattern <pattern>',
      'the pattern of its numbers: text with {code}, {year} or {year:2}, and once {counter} or {counter:6}; default of a new series: {code}-{year}-{counter:6}',
    )
    .option(
      '--types <list>',
      'the types of its invoices, separated by commas: some of F1,F2,F3 or some of R1,R2,R3,R4,R5; default of a new series: F1,F2,F3',
      (text) => text.split(',').map((type) => type.trim()),
    )
    .option(
      '--start <number>',
      'the first number; default: the one after the numbers that are used',
      readStart,
    )
    .option('--start-year <year>', 'the first year of a pattern with a year; default: this year', readYear)
    .option('--close', 'it gives no more numbers; invoices that wait for one fail')
    .option('--open', 'a closed series gives numbers again')
    .addHelpText(
      'after',
      '\nWhat no option states keeps its value. The pattern, the types and the start cannot change once the series has given a number.',
    )
    .action((organizationId: number, issuerNif: string, code: string, options: Given & OrderOptions) =>
      withDatabase(async (database) => {
        const { asOperator, getSeries, setAsOperator } = await import('../../organizations/series/series.ts');
        const fault = findCodeFault(code);
        if (fault !== null) throw new UsageError(`The code ${fault.en}`);
        if (options.close === true && options.open === true)
          throw new UsageError('Give --close or --open, not both');
        await requireOrganization(database, organizationId);
        const { pool } = database;
        const ask = asOperator(pool);
        const present = await getSeries(ask, organizationId, issuerNif, code);
        const input = joinInput(present, options);
        const wanted = { issuerNif, code, input, now: new Date() };
        const outcome = await setAsOperator(pool, organizationId, wanted, readOrder(options));
        if (outcome.kind === 'refused')
          throw new UsageError(outcome.findings.map(({ message }) => message.en).join('; '));
        await print(describe((await getSeries(ask, organizationId, issuerNif, code))!));
      }),
    );

  series
    .command('list')
    .description('list the series of an organization with the last numbers that they gave')
    .argument('<organization>', ORGANIZATION, readId)
    .option('--issuer <nif>', 'only those of this issuer', readNif)
    .action((organizationId: number, { issuer }: { issuer?: string }) =>
      withDatabase(async (database) => {
        const { asOperator, listSeries } = await import('../../organizations/series/series.ts');
        await requireOrganization(database, organizationId);
        const filter = { issuerNif: issuer ?? null, code: null };
        const part = { before: Number.MAX_SAFE_INTEGER, most: MOST };
        const found = await listSeries(asOperator(database.pool), organizationId, filter, part);
        if (found.length === 0) await print('There is no series');
        for (const each of found) await print(describe(each));
      }),
    );

  addHistory(series);
  addNumbers(series);
}

function addHistory(series: Command): void {
  series
    .command('history')
    .description('list the changes of a series, the last first')
    .argument('<organization>', ORGANIZATION, readId)
    .argument('<issuer>', ISSUER, readNif)
    .argument('<code>', CODE)
    .action((organizationId: number, issuerNif: string, code: string) =>
      withDatabase(async (database) => {
        const { asOperator, listChanges } = await import('../../organizations/series/series.ts');
        const ask = asOperator(database.pool);
        const { id } = await requireSeries(database, organizationId, issuerNif, code);
        const part = { before: Number.MAX_SAFE_INTEGER, most: MOST };
        for (const change of await listChanges(ask, organizationId, id, part)) {
          const { changedAt, changedBy, pattern, invoiceTypes, start, startYear, isClosed } = change;
          const from = startYear === null ? `${start}` : `${start} in ${startYear}`;
          await print(
            `${changedAt}  by ${showControls(changedBy)}: ${pattern} for ${invoiceTypes.join(', ')}, from ${from}${isClosed ? ', closed' : ''}`,
          );
        }
      }),
    );
}

function addNumbers(series: Command): void {
  series
    .command('numbers')
    .description('list the last numbers that a series gave in a year, the last first')
    .argument('<organization>', ORGANIZATION, readId)
    .argument('<issuer>', ISSUER, readNif)
    .argument('<code>', CODE)
    .option('--year <year>', 'default: the last one with numbers', readYear)
    .option('--most <number>', 'how many', readWhole(1, 1_000_000, 'It must be 1 to 1000000.'), MOST)
    .action(
      (organizationId: number, issuerNif: string, code: string, options: { year?: number; most: number }) =>
        withDatabase(async (database) => {
          const { asOperator, listNumbers } = await import('../../organizations/series/series.ts');
          const found = await requireSeries(database, organizationId, issuerNif, code);
          const { id, startYear, counters } = found;
          const year = startYear === null ? 0 : (options.year ?? counters[0]?.year ?? startYear);
          const part = { before: Number.MAX_SAFE_INTEGER, most: options.most };
          const numbers = await listNumbers(asOperator(database.pool), organizationId, { id, year }, part);
          if (numbers.length === 0) await print('The series has given no number');
          for (const { number, id: invoiceId, issueDate, isStated } of numbers)
            await print(`${number}  invoice ${invoiceId} of ${issueDate}${isStated ? '  (stated)' : ''}`);
        }),
    );
}

const readStart = readWhole(1, 999_999_999, 'It must be 1 to 999999999.');
const readYear = readWhole(2024, 2123, 'It must be a year from 2024 to 2123.');

async function requireSeries(
  database: Parameters<typeof requireOrganization>[0],
  organizationId: number,
  issuerNif: string,
  code: string,
): Promise<ListedSeries> {
  const { asOperator, getSeries } = await import('../../organizations/series/series.ts');
  await requireOrganization(database, organizationId);
  const found = await getSeries(asOperator(database.pool), organizationId, issuerNif, code);
  if (found === null) throw new UsageError(`The issuer ${issuerNif} has no series ${showControls(code)}`);
  return found;
}

/** Returns a series with the values that the options change. */
function joinInput(present: ListedSeries | null, given: Given): SeriesInput {
  const { pattern = present?.pattern ?? '{code}-{year}-{counter:6}', types, start, startYear } = given;
  const allowed = types ?? present?.invoiceTypes;
  return {
    pattern,
    invoice_types: allowed === undefined ? null : [...allowed],
    start: start ?? null,
    start_year: startYear ?? null,
    closed: given.close ?? (given.open === true ? false : (present?.closedAt ?? null) !== null),
  };
}

function describe(series: ListedSeries): string {
  const { id, issuerNif, code, pattern, invoiceTypes, start, startYear, closedAt } = series;
  const from = startYear === null ? `${start}` : `${start} in ${startYear}`;
  const head = `${issuerNif}  ${code}  (id ${id})  ${pattern} for ${invoiceTypes.join(', ')}, from ${from}${closedAt === null ? '' : `, closed since ${closedAt}`}`;
  const counters = viewCounters(series).map(({ year, last_number: last }) =>
    year === null ? `    last ${last}` : `    ${year}: last ${last}`,
  );
  return [head, ...counters].join('\n');
}
