import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { endWithParent } from '../../ops/local/boot/end-with-parent.js';
import { findProgram, describeMissing } from '../ops/prometheus/support/programs.ts';
import { readAlerts } from '../ops/prometheus/support/rules.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { eventually } from '../support/eventually.ts';
import { openRegistryOf } from '../support/metrics.ts';
import { freePort, startProcess } from '../support/processes.ts';
import { openStack, type TestStack } from '../support/stack.ts';

const RULES = path.resolve(import.meta.dirname, '../../ops/prometheus');
const KINDS = ['ingress', 'worker', 'dashboard'] as const;
type Kind = (typeof KINDS)[number];

type Target = {
  readonly health: string;
  readonly lastError: string;
  readonly labels: { readonly instance: string };
};
type Rule = {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly state: string;
};

let stack: TestStack;
const resources = new AsyncDisposableStack();
let addresses: Readonly<Record<Kind, string>>;
beforeAll(async () => {
  stack = resources.use(await openStack());
  const worker = await stack.startWorker();
  const dashboard = resources.use(
    await startProcess('dashboard', {
      ...stack.settings,
      DATABASE_URL: '',
      DASHBOARD_PORT: String(await freePort()),
      DASHBOARD_PASSWORD: 'of no use here, but long',
    }),
  );
  addresses = { ingress: stack.ingress.opsUrl, worker: worker.opsUrl, dashboard: dashboard.opsUrl };
  await stack.client.create(buildBatchBody(2, 'MON'));
}, 90_000);
afterAll(() => resources[Symbol.asyncDispose]());

const readMetrics = async (kind: Kind) => (await fetch(`${addresses[kind]}/metrics`)).text();

describe.each(KINDS)('a running %s', (kind) => {
  it('exports the metrics that the tests of alerts and documents assume', async () => {
    const names = (text: string) =>
      [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!).toSorted();
    expect(names(await readMetrics(kind))).toEqual(names(await openRegistryOf(kind).metrics()));
  });

  it('exports metrics that promtool accepts without complaint', async ({ skip }) => {
    const promtool = findProgram('promtool');
    if (promtool === null) return skip(describeMissing('promtool', `metrics of a running ${kind}`));
    const input = await readMetrics(kind);
    const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input, encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
  });
});

describe('Prometheus with the example configuration', () => {
  it('scrapes every process, loads every rule, and fires no alert', { timeout: 60_000 }, async ({ skip }) => {
    const program = findProgram('prometheus');
    if (program === null) return skip(describeMissing('prometheus', 'scraping a running engine'));
    await using prometheus = await startPrometheus(program);
    const targets = await prometheus.untilRead();
    expect(targets.map(({ lastError }) => lastError)).toEqual(['', '', '']);
    const rules = await prometheus.untilEvaluated();
    expect(rules.map(({ name }) => name).toSorted()).toEqual(
      readAlerts()
        .map(({ alert }) => alert)
        .toSorted(),
    );
    expect(rules.filter(({ lastError }) => lastError)).toEqual([]);
    expect(rules.filter(({ state }) => state === 'firing')).toEqual([]);
  });
});

/** Starts Prometheus with the example's configuration, changed to this engine's ports and an interval of one second. */
async function startPrometheus(program: string) {
  await using opening = new AsyncDisposableStack();
  const directory = mkdtempSync(path.join(tmpdir(), 'prometheus-'));
  opening.defer(() => rmSync(directory, { recursive: true, force: true }));
  const example = parse(readFileSync(path.join(RULES, 'prometheus.yml'), 'utf8')) as {
    rule_files: string[];
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const [scraped] = example.scrape_configs;
  expect(scraped!.static_configs[0]!.targets).toHaveLength(KINDS.length);
  const targets = KINDS.map((kind) => new URL(addresses[kind]).host);
  const configuration = {
    ...example,
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: example.rule_files.map((file) => path.join(RULES, file)),
    scrape_configs: [{ ...scraped, static_configs: [{ targets }] }],
  };
  const file = path.join(directory, 'prometheus.yml');
  writeFileSync(file, stringify(configuration));
  const port = await freePort();
  const command = [
    program,
    `--config.file=${file}`,
    `--storage.tsdb.path=${directory}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const [first = '', ...rest] = endWithParent('KILL', command) ?? command;
  const child = spawn(first, rest, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  opening.defer(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const ask = async <T>(question: string): Promise<T | null> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${question}`).catch(() => null);
    return answer?.ok ? ((await answer.json()) as { data: T }).data : null;
  };
  const until = async <T>(question: string, pick: (data: never) => T[], isThere: (each: T) => boolean) => {
    let found: T[] = [];
    await eventually(
      async () => {
        const data = await ask<never>(question);
        found = data === null ? [] : pick(data);
        return found.length > 0 && found.every(isThere);
      },
      { within: 30_000, every: 200, what: question },
    );
    return found;
  };
  const opened = opening.move();
  return {
    untilRead: () =>
      until<Target>(
        'targets',
        (data: { activeTargets: Target[] }) => data.activeTargets,
        ({ health }) => health === 'up',
      ),
    untilEvaluated: () =>
      until<Rule>(
        'rules',
        (data: { groups: { rules: Rule[] }[] }) => data.groups.flatMap(({ rules }) => rules),
        ({ health }) => health === 'ok',
      ),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
