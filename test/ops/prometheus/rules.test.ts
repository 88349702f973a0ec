import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRegistryOf } from '../../support/metrics.ts';
import { JOB, listSelectors, readAlerts, readRuleTests } from './support/rules.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Labels that Prometheus adds to every series. */
const TARGET_LABELS = ['instance', 'job'];

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };
const dashboard = JSON.parse(readFileSync(path.join(ROOT, 'ops/grafana/engine.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
};

/** The labels of every exported metric, including the series of histograms. */
const known = new Map<string, readonly string[]>([
  ['up', []],
  ['ALERTS', ['alertname', 'alertstate', 'severity']],
]);
for (const process of ['ingress', 'worker', 'dashboard'] as const)
  for (const metric of openRegistryOf(process).getMetricsAsArray()) {
    const {
      name,
      type,
      labelNames = [],
    } = metric as unknown as {
      name: string;
      type: string;
      labelNames?: string[];
    };
    known.set(name, labelNames);
    if (type !== 'histogram') continue;
    for (const end of ['_bucket', '_sum', '_count']) known.set(name + end, [...labelNames, 'le']);
  }

/**
 * Names that no other program uses, those that Prometheus itself makes, and Node's own, which many
 * programs have.
 */
const OWN_NAMES = /^invoice_engine_/;
const SHARED_NAMES = /^(?:up$|ALERTS$|process_|nodejs_)/;

/**
 * Lists the metrics and labels of an expression that no process exports, and what may select series
 * of other programs.
 */
function findFaults(expr: string): string[] {
  const { selectors, grouped } = listSelectors(expr);
  const all = new Set(selectors.flatMap(({ metric }) => known.get(metric) ?? []));
  const isLabel = (name: string, labels: Iterable<string>) => [...labels, ...TARGET_LABELS].includes(name);
  return [
    ...selectors.flatMap(({ metric, labels, isOwn }) => {
      const has = known.get(metric);
      if (has === undefined) return [`no process exports ${metric}`];
      return [
        ...labels.filter((name) => !isLabel(name, has)).map((name) => `${metric} has no label ${name}`),
        ...(isOwn ? [] : [`${metric} is selected without the job ${JOB}`]),
      ];
    }),
    ...grouped
      .filter((name) => !isLabel(name, all))
      .map((name) => `no metric of the expression has a label ${name}`),
  ];
}

describe('the exported metrics', () => {
  it('have the prefix of the product, except those of Node, so that no other program exports the same name', () => {
    const names = [...known.keys()];
    expect(names.filter((name) => !OWN_NAMES.test(name) && !SHARED_NAMES.test(name))).toEqual([]);
    expect(names.filter((name) => OWN_NAMES.test(name)).length).toBeGreaterThan(50);
  });

  it('have no label that Prometheus gives to every series, which it would rename', () => {
    const taken = [...known].flatMap(([name, labels]) =>
      labels.filter((label) => TARGET_LABELS.includes(label)).map((label) => `${name}{${label}}`),
    );
    expect(taken).toEqual([]);
  });

  it('are called in documents, rules and messages as they are exported', () => {
    const files = globSync('{docs,ops,src,workers}/**/*.{md,yml,yaml,json,ts}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    });
    // A prefix ends with an underscore.
    const unknown = files.flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\binvoice_engine_\w*[a-z]\b/g)]
        .map(([name]) => name)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

/** Builds the anchor of a heading as GitHub does. */
const listHeadings = (file: string) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^## (\S+)$/gm)].map(([, heading]) => heading!);

const alerts = readAlerts();

describe.each(alerts)('the alert $alert', ({ alert, expr, labels, annotations }) => {
  it('asks for metrics that some process exports', () => {
    expect(listSelectors(expr).selectors.length).toBeGreaterThan(0);
    expect(findFaults(expr)).toEqual([]);
  });

  it('describes the problem, the next step and its severity', () => {
    expect(['page', 'ticket']).toContain(labels.severity);
    // The label tells them apart from the alerts of other programs, for routes and for the panel of
    // firing alerts.
    expect(labels.job).toBe(JOB);
    expect(Object.keys(annotations).toSorted()).toEqual(['description', 'runbook_url', 'summary']);
    expect(annotations['description']!.length).toBeGreaterThan(60);
  });

  it('has a runbook with its meaning, diagnosis, remedy and end', () => {
    const [file = '', anchor] = annotations['runbook_url']!.split('#');
    expect(anchor).toBe(alert.toLowerCase());
    expect(existsSync(path.join(ROOT, file))).toBe(true);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const section = text.split(/^## /m).find((part) => part.startsWith(`${alert}\n`));
    expect(section).toBeDefined();
    for (const word of ['Means', 'See', 'Do', 'Over']) expect(section).toContain(`**${word}.**`);
  });

  it('has a promtool test in which it is silent, fires and ends', () => {
    const tests = readRuleTests('alerts.test.yml').filter(({ name }) => name.split(',')[0] === alert);
    expect(tests.length).toBeGreaterThan(0);
    for (const { promql_expr_test: looks } of tests) {
      expect(looks.every((look) => look.expr.includes(`alertname="${alert}"`))).toBe(true);
      expect(looks.map(({ exp_samples: seen }) => seen.length)).toEqual([0, 1, 0]);
    }
  });
});

it('no runbook is about an unknown alert', () => {
  const names = alerts.map(({ alert }) => alert);
  const files = globSync('docs/runbooks/*.md', { cwd: ROOT }).filter(
    (file) => !/README|aeat-halts/.test(file),
  );
  expect(files.flatMap(listHeadings).toSorted()).toEqual(names.toSorted());
});

it('the healthy load has every series of every alert, except for those that a healthy engine lacks', () => {
  const [flood] = readRuleTests('healthy-flood.test.yml');
  const recorded = new Set(flood!.input_series.map(({ series }) => series.split('{')[0]));
  const wanted = new Set(
    alerts.flatMap(({ expr }) => listSelectors(expr).selectors.map(({ metric }) => metric)),
  );
  // These have no series: the processes agreed, no entry waited for SII, no disk filled, nothing was
  // archived, and no backup was made.
  expect([...wanted].filter((name) => !recorded.has(name))).toEqual([
    'invoice_engine_process_differs',
    'invoice_engine_sii_deadline_seconds',
    'invoice_engine_disk_full_in_seconds',
    'invoice_engine_database_archive_failing',
    'invoice_engine_check_done_timestamp_seconds',
  ]);
  // The alert must not even be pending.
  for (const { expr, exp_samples: seen } of flood!.promql_expr_test)
    expect([expr, seen]).toEqual(['ALERTS', []]);
});

describe.each(dashboard.panels.filter(({ targets }) => targets !== undefined))(
  "the panel '$title' of the dashboard",
  ({ targets }) => {
    it('asks for metrics that some process exports', () => {
      expect(targets!.flatMap(({ expr }) => findFaults(expr))).toEqual([]);
    });
  },
);
