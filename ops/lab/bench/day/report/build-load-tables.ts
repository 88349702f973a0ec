import { formatNumber } from '../../report/format-number.ts';
import type { LoadResult, Told } from '../simulate-load.ts';
import { ASSUMPTIONS } from '../assumptions.ts';
import { OBJECTIVES } from '../objectives.ts';
import { buildTable } from './markdown-table.ts';
import { formatBytes, formatCount, formatSeconds } from './units.ts';

const NAMES = {
  accepted: 'the 201',
  issued: 'issued',
  rendered: 'its PDF',
  remitted: 'answered by AEAT',
} as const;
const WAITS = Object.keys(NAMES) as (keyof Told)[];

/** What each simulated day needs, how long things take in it, and what ends first, as tables. */
export function buildLoadTables(loads: readonly LoadResult[]): string {
  return [buildNeedTable(loads), buildWaitTable(loads), buildLimitTable(loads)].join('\n\n');
}

/** What each day needs, and what ends first. */
export function buildNeedTable(loads: readonly LoadResult[]): string {
  const row = (name: string, tell: (load: LoadResult) => string) => [name, ...loads.map(tell)];
  const days = ASSUMPTIONS.workingDays.value * ASSUMPTIONS.keptYears.value;
  return buildTable(
    ['invoices a day', ...loads.map(({ invoices }) => formatCount(invoices))],
    [
      row('batches, jobs in Redis, envelopes to AEAT', ({ batches, jobs, envelopes }) =>
        [batches, jobs, envelopes].map(formatCount).join(', '),
      ),
      row('processor hours of a day', ({ used }) =>
        formatNumber(Object.values(used).reduce((sum, each) => sum + each, 0) / 3600),
      ),
      row('of it Chromium and its workers', ({ used }) => {
        const all = Object.values(used).reduce((sum, each) => sum + each, 0);
        return `${Math.round((100 * used.pdfs) / all)} %`;
      }),
      row('ingresses', ({ installation }) => String(installation.ingresses)),
      row('workers of `batches`, `pdfs`, `remission`', ({ installation }) =>
        [installation.issuers, installation.renderers, installation.remitters].join(', '),
      ),
      row('cores of PostgreSQL', ({ installation }) => String(installation.databaseCores)),
      row('**cores**, with one of Redis', ({ cores }) => `**${cores}**`),
      row('**memory**', ({ memoryBytes }) => `**${formatBytes(memoryBytes)}**`),
      row('**connections** of PostgreSQL', ({ connections }) => `**${formatCount(connections)}**`),
      row('**disk**, a day', ({ bytesPerDay }) => `**${formatBytes(bytesPerDay)}**`),
      row('disk in six years', ({ bytesPerDay }) => formatBytes(bytesPerDay * days)),
      row('write-ahead log a day', ({ walBytesPerDay }) => formatBytes(walBytesPerDay)),
      row(
        '**ends first** when the load doubles and processes are added',
        ({ limits }) => `**${limits[0]!.name}**: ${limits[0]!.told}`,
      ),
      row('… and of the disk: a volume is full, a night too short for a whole backup', ({ bytesPerDay }) =>
        [ASSUMPTIONS.diskBytes.value, ASSUMPTIONS.backupBytesPerNight.value]
          .map((bytes) => `${formatCount(Math.floor(bytes / bytesPerDay))} days`)
          .join(', '),
      ),
    ],
  );
}

/** How long things take on the day, where twice as much comes, and at the end of a month. */
export function buildWaitTable(loads: readonly LoadResult[]): string {
  const tell = (waits: Told | undefined, name: keyof Told) => (waits ? formatSeconds(waits[name].p99) : '–');
  return buildTable(
    [
      '99 of 100 wait for',
      'wanted',
      ...loads.flatMap(({ invoices }) => [formatCount(invoices), 'doubled', 'end of month']),
    ],
    WAITS.map((name) => [
      NAMES[name],
      formatSeconds(OBJECTIVES[name]),
      ...loads.flatMap(({ waits, doubled, monthEnd }) => [
        tell(waits, name),
        tell(doubled.waits, name),
        tell(monthEnd?.waits, name),
      ]),
    ]),
  );
}

/** How near each day is to what more processes do not help against. */
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
