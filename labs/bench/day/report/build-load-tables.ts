import { formatNumber } from '../../report/format-number.ts';
import type { LoadResult, Told } from '../simulate-load.ts';
import { ASSUMPTIONS } from '../assumptions.ts';
import { OBJECTIVES } from '../objectives.ts';
import { buildTable } from './markdown-table.ts';
import { formatBytes, formatCount, formatSeconds } from './units.ts';

const NAMES = {
  accepted: 'the 201',
  issued: 'issuing',
  rendered: 'the PDF',
  remitted: 'the answer of AEAT',
} as const;
const WAITS = Object.keys(NAMES) as (keyof Told)[];

/**
 * Builds the tables of what each simulated day needs, how long things take in it, and which limit
 * it reaches first.
 */
export function buildLoadTables(loads: readonly LoadResult[]): string {
  return [buildNeedTable(loads), buildWaitTable(loads), buildLimitTable(loads)].join('\n\n');
}

/** Builds the table of what each day needs and which limit it reaches first. */
export function buildNeedTable(loads: readonly LoadResult[]): string {
  const row = (name: string, describe: (load: LoadResult) => string) => [name, ...loads.map(describe)];
  const days = ASSUMPTIONS.workingDays.value * ASSUMPTIONS.keptYears.value;
  return buildTable(
    ['invoices per day', ...loads.map(({ invoices }) => formatCount(invoices))],
    [
      row('batches, jobs in Redis, envelopes to AEAT', ({ batches, jobs, envelopes }) =>
        [batches, jobs, envelopes].map(formatCount).join(', '),
      ),
      row('processor hours per day', ({ used }) =>
        formatNumber(Object.values(used).reduce((sum, each) => sum + each, 0) / 3600),
      ),
      row('of which Chromium and its workers', ({ used }) => {
        const all = Object.values(used).reduce((sum, each) => sum + each, 0);
        return `${Math.round((100 * used.pdfs) / all)} %`;
      }),
      row('ingresses', ({ installation }) => String(installation.ingresses)),
      row('workers of `batches`, `pdfs`, `remission`', ({ installation }) =>
        [installation.issuers, installation.renderers, installation.remitters].join(', '),
      ),
      row('cores of PostgreSQL', ({ installation }) => String(installation.databaseCores)),
      row('**cores**, including one of Redis', ({ cores }) => `**${cores}**`),
      row('**memory**', ({ memoryBytes }) => `**${formatBytes(memoryBytes)}**`),
      row('**connections** of PostgreSQL', ({ connections }) => `**${formatCount(connections)}**`),
      row('**disk** per day', ({ bytesPerDay }) => `**${formatBytes(bytesPerDay)}**`),
      row('disk in six years', ({ bytesPerDay }) => formatBytes(bytesPerDay * days)),
      row('write-ahead log per day', ({ walBytesPerDay }) => formatBytes(walBytesPerDay)),
      row(
        '**first limit reached** if the load doubles and processes are added',
        ({ limits }) => `**${limits[0]!.name}**: ${limits[0]!.told}`,
      ),
      row('days until a volume is full, and until a full backup takes more than a night', ({ bytesPerDay }) =>
        [ASSUMPTIONS.diskBytes.value, ASSUMPTIONS.backupBytesPerNight.value]
          .map((bytes) => `${formatCount(Math.floor(bytes / bytesPerDay))} days`)
          .join(', '),
      ),
    ],
  );
}

/**
 * Builds the table of waiting times on an ordinary day, with twice the load, and at the end of a
 * month.
 */
export function buildWaitTable(loads: readonly LoadResult[]): string {
  const describe = (waits: Told | undefined, name: keyof Told) =>
    waits ? formatSeconds(waits[name].p99) : '–';
  return buildTable(
    [
      '99th percentile of the time until',
      'objective',
      ...loads.flatMap(({ invoices }) => [formatCount(invoices), 'doubled', 'end of month']),
    ],
    WAITS.map((name) => [
      NAMES[name],
      formatSeconds(OBJECTIVES[name]),
      ...loads.flatMap(({ waits, doubled, monthEnd }) => [
        describe(waits, name),
        describe(doubled.waits, name),
        describe(monthEnd?.waits, name),
      ]),
    ]),
  );
}

/** Builds the table of how close each day is to the limits that more processes cannot raise. */
export function buildLimitTable(loads: readonly LoadResult[]): string {
  const names = loads[0]!.limits.map(({ name }) => name);
  return buildTable(
    ['in the busiest hour', ...loads.map(({ invoices }) => formatCount(invoices))],
    names.map((name) => [
      name,
      ...loads.map(({ limits }) => {
        const { share, told } = limits.find((limit) => limit.name === name)!;
        return `${formatNumber(100 * share)} % (${told})`;
      }),
    ]),
  );
}
