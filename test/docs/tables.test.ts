import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isNear } from '../../labs/bench/day/check/check-result.ts';
import { buildAssumptionTable, buildCostTable } from '../../labs/bench/day/report/build-basis-tables.ts';
import {
  buildLimitTable,
  buildNeedTable,
  buildWaitTable,
} from '../../labs/bench/day/report/build-load-tables.ts';
import { loadCosts, loadResults, signBasis } from '../../labs/bench/day/results.ts';
import { buildCharts } from '../../labs/bench/report/build-charts.ts';
import { buildMarkdown } from '../../labs/bench/report/build-markdown.ts';
import type { Finding } from '../../labs/bench/report/finding.ts';
import { describeResults, type Results } from '../../labs/containers/results.ts';
import { API_ERRORS, type ApiErrorName } from '../../src/contracts/api-error-catalogue.ts';
import { ERROR_MESSAGES } from '../../src/contracts/api-error.ts';
import { QUEUE_NAMES } from '../../src/contracts/codes.ts';
import { describeCodes } from '../../src/contracts/v2/code-reference.ts';
import { SECRETS } from '../../src/platform/config/secret-settings.ts';
import { SETTINGS } from '../../src/platform/config/settings.ts';
import { HELD_UP } from '../../src/platform/jobs/pauses.ts';
import { openRegistryOf } from '../support/metrics.ts';
import { buildClusterTable, type ClusterResults } from '../../labs/cluster/faults/write-results.ts';

/*
 * The documents show what the product states, and the measurements that were kept.
 * `UPDATE_GOLDEN=1 npm run test:unit -- test/docs/tables` writes the tables.
 */

const ROOT = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
const readResults = (file: string): unknown => JSON.parse(read(file));

const { findings } = readResults('labs/bench/results.json') as { findings: Finding[] };
const { simulated, checked } = loadResults();

/** Builds a table of Markdown. */
const buildTable = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [head.join(' | '), ...rows.map((row) => row.join(' | '))]
    .map((row) => `| ${row} |\n`)
    .toSpliced(1, 0, `|${'---|'.repeat(head.length)}\n`)
    .join('');

function buildErrorTable(): string {
  const names = Object.keys(API_ERRORS) as ApiErrorName[];
  const rows = names
    .toSorted((one, other) => API_ERRORS[one].status - API_ERRORS[other].status)
    .map((name) => {
      const { status, code, source } = API_ERRORS[name];
      return [status, `\`${code}\``, ERROR_MESSAGES[name].en, source];
    });
  return buildTable(['status', 'code', 'message', 'source of the rule'], rows);
}

type Metric = { readonly name: string; readonly help: string; readonly labelNames?: readonly string[] };

function buildMetricTable(): string {
  const processes = ['ingress', 'worker', 'dashboard'] as const;
  const all = processes.flatMap((process) =>
    (openRegistryOf(process).getMetricsAsArray() as unknown as Metric[]).map((metric) => ({
      process,
      metric,
    })),
  );
  const own = all.filter(({ metric }) => !/^(nodejs|process)_/.test(metric.name));
  const rows = [...Map.groupBy(own, ({ metric }) => metric.name)].map(([name, found]) => {
    const { help, labelNames = [] } = found[0]!.metric;
    const labels = labelNames.filter((label) => label !== 'le');
    const shown = labels.length === 0 ? name : `${name}{${labels.join(',')}}`;
    const of = found.map(({ process }) => process).join(', ');
    return [`\`${shown}\``, found.length === processes.length ? 'all' : of, help];
  });
  const byName = rows.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return buildTable(['metric', 'process', 'meaning'], byName);
}

type Setting = { readonly '~optional'?: true; readonly default?: unknown; readonly description?: string };
const ALL_SETTINGS = Object.entries(SETTINGS) as [keyof typeof SETTINGS, Setting][];

function describeDefault({ '~optional': isOptional, default: value }: Setting): string {
  if (value === undefined) return isOptional ? 'none' : 'required';
  return value === '' ? 'none' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

function buildSettingTable(): string {
  const rows = ALL_SETTINGS.map(([name, setting]) => [
    `\`${name}\``,
    describeDefault(setting),
    setting.description,
  ]);
  return buildTable(['variable', 'default', 'meaning'], rows);
}

/** The settings that the image or a service of compose sets itself. */
const SET_BY_COMPOSE = /^(HOST|PORT|DASHBOARD_PORT|OPS_HOST|OPS_PORT|CHROMIUM_PATH|WORKER_QUEUES|AEAT_URL)$/;

/** Lists the settings that compose passes on, between two comments of the file. */
const listPassedSettings = () =>
  ALL_SETTINGS.map(([name]) => name)
    .filter((name) => !SET_BY_COMPOSE.test(name) && !SECRETS.some((secret) => secret === name))
    .map((name) => `  ${name}: \${${name}:-}\n`)
    .join('');

it.each([
  ['docs/api-v2.md', 'codes', () => `${describeCodes()}\n`],
  ['docs/api.md', 'errors', buildErrorTable],
  ['docs/monitoring.md', 'metrics', buildMetricTable],
  ['docs/settings.md', 'settings', buildSettingTable],
  ['docker-compose.yml', 'settings', listPassedSettings],
  [
    'docs/operating.md',
    'queues',
    () =>
      buildTable(
        ['queue', 'while it is paused'],
        QUEUE_NAMES.map((queue) => [`\`${queue}\``, HELD_UP[queue]]),
      ),
  ],
  ['docs/benchmarks.md', 'bench', () => `${buildMarkdown(findings)}\n`],
  ['docs/scale.md', 'needs', () => `${buildNeedTable(simulated!.loads)}\n`],
  ['docs/scale.md', 'waits', () => `${buildWaitTable(simulated!.loads)}\n`],
  ['docs/scale.md', 'limits', () => `${buildLimitTable(simulated!.loads)}\n`],
  ['docs/scale.md', 'costs', () => `${buildCostTable(loadCosts())}\n`],
  ['docs/scale.md', 'assumptions', () => `${buildAssumptionTable()}\n`],
  [
    'docs/high-availability.md',
    'cluster',
    () => buildClusterTable(readResults('labs/cluster/results.json') as ClusterResults),
  ],
  ['docs/containers.md', 'results', () => describeResults(readResults('ops/docker/results.json') as Results)],
])('%s states the %s, which UPDATE_GOLDEN=1 rewrites', (file, name, build) => {
  const parts = new RegExp(`((?:<!-- | # <)${name}(?: -->|>)\\n)[^]*?((?:<!-- | *# <)/${name}(?: -->|>))`);
  expect(read(file)).toMatch(parts);
  const whole = read(file).replace(parts, (_all, begin: string, end: string) => begin + build() + end);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(new URL(file, ROOT), whole);
  expect(read(file)).toBe(whole);
});

it('docs/benchmarks.md has the charts of the kept results', () => {
  const charts = new Map([...buildCharts(findings)].map(([name, svg]) => [`${name}.svg`, svg]));
  expect(readdirSync(new URL('labs/bench/charts', ROOT)).toSorted()).toEqual([...charts.keys()].toSorted());
  for (const [name, svg] of charts) {
    expect(read(`labs/bench/charts/${name}`)).toBe(svg);
    expect(read('docs/benchmarks.md')).toContain(`](../labs/bench/charts/${name})`);
  }
});

describe('the results that docs/scale.md shows', () => {
  it('were simulated with the current costs and assumptions (otherwise run npm run day -- --keep)', () => {
    expect(simulated?.basis).toBe(signBasis(loadCosts()));
  });

  it('match a real run within their bounds (otherwise run npm run day -- --check --keep)', () => {
    expect(checked?.comparisons.filter((each) => !isNear(each))).toEqual([]);
    expect(checked?.comparisons.length).toBeGreaterThan(15);
  });
});
