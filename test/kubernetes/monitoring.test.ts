import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chooses, listWorkloads, type Manifest, ofKind, type Selector } from './support/manifest.ts';
import { renderOverlay } from './support/render.ts';

const locate = (file: string) => new URL(`../../ops/${file}`, import.meta.url);
const read = (file: string) => readFileSync(locate(file), 'utf8');

const RULES = 'kubernetes/components/monitoring/rules.yaml';
const manifests = renderOverlay('high-availability');
const findOne = (kind: string, name: string): Manifest =>
  ofKind(manifests, kind).find(({ metadata }) => metadata.name === name)!;

/**
 * Builds the committed file with the rules of ops/prometheus/alerts.yml as an object of the
 * Prometheus operator.
 */
function buildRules(): string {
  const groups = read('prometheus/alerts.yml').replace(/^(?:#.*\n)+/, '');
  return `# Made of ops/prometheus/alerts.yml: UPDATE_GOLDEN=1 npm run test:unit -- test/kubernetes/monitoring
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: engine
spec:
${groups.replaceAll(/^(?=.)/gm, '  ')}`;
}

/** Lists the jobs that the expressions of rules or of a dashboard select. */
const listJobs = (text: string) => [...text.matchAll(/\bjob=\\?"([^"\\]+)\\?"/g)].map(([, job]) => job!);

/* Alerts and panels select processes by their scrape job. An unknown job would make them silent. */
const selected = ['prometheus/alerts.yml', 'grafana/engine.json'].flatMap((file) => listJobs(read(file)));

type ScrapeFile = { readonly scrape_configs: readonly { readonly job_name: string }[] };

it.each(['prometheus/prometheus.yml', 'prometheus/prometheus.compose.yml'])(
  '%s scrapes every job that an alert or a panel selects',
  (file) => {
    const { scrape_configs } = parse(read(file)) as ScrapeFile;
    const jobs = scrape_configs.map(({ job_name }) => job_name);
    expect(selected.length).toBeGreaterThan(3);
    expect(selected.filter((job) => !jobs.includes(job))).toEqual([]);
  },
);

type Endpoint = {
  readonly port: string;
  readonly path: string;
  readonly interval: string;
  readonly relabelings?: readonly { readonly targetLabel: string; readonly replacement: string }[];
};

describe('the component for the Prometheus operator and Grafana', () => {
  const monitor = findOne('PodMonitor', 'engine').spec as unknown as {
    readonly selector: Selector;
    readonly podMetricsEndpoints: readonly Endpoint[];
  };
  const rules = findOne('PrometheusRule', 'engine');
  const dashboard = findOne('ConfigMap', 'grafana-dashboard');

  it('contains the rules of ops/prometheus/alerts.yml (UPDATE_GOLDEN=1 writes them)', () => {
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(locate(RULES), buildRules());
    expect(read(RULES)).toBe(buildRules());
    expect(rules.spec).toEqual(parse(read('prometheus/alerts.yml')));
  });

  it('contains the dashboard of ops/grafana with the label for Grafana’s sidecar', () => {
    expect(dashboard.data).toEqual({ 'engine.json': read('grafana/engine.json') });
    expect(dashboard.metadata.labels).toEqual({ grafana_dashboard: '1' });
  });

  it('gives what it scrapes every job that a rule or a panel selects', () => {
    for (const { relabelings = [] } of monitor.podMetricsEndpoints) {
      const jobs = relabelings.flatMap(({ targetLabel, replacement }) =>
        targetLabel === 'job' ? [replacement] : [],
      );
      expect(selected.filter((job) => !jobs.includes(job))).toEqual([]);
    }
  });

  it('scrapes every process at its operations port with the interval of the example configuration', () => {
    const { global } = parse(read('prometheus/prometheus.yml')) as { global: { scrape_interval: string } };
    const workloads = listWorkloads(manifests);
    const scraped = workloads.filter(({ labels }) => chooses(monitor.selector, labels));
    const processes = workloads.filter(({ pod }) =>
      pod.containers.some(({ ports = [] }) => ports.some(({ name }) => name === 'operations')),
    );
    expect(scraped).toEqual(processes);
    expect(scraped.length).toBeGreaterThan(3);
    expect(monitor.podMetricsEndpoints.map(({ port, path, interval }) => ({ port, path, interval }))).toEqual(
      [{ port: 'operations', path: '/metrics', interval: global.scrape_interval }],
    );
  });
});
