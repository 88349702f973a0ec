import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/* Alerts and panels select processes by the job that scrapes them: one that nobody sets makes them silent. */

const read = (file: string) => readFileSync(new URL(`../../ops/${file}`, import.meta.url), 'utf8');

const selected = ['prometheus/alerts.yml', 'grafana/engine.json'].flatMap((file) =>
  [...read(file).matchAll(/\bjob="([^"]+)"/g), ...read(file).matchAll(/\bjob=\\"([^"\\]+)\\"/g)].map(
    ([, job]) => job!,
  ),
);

type ScrapeFile = { readonly scrape_configs: readonly { readonly job_name: string }[] };
type PodMonitor = {
  readonly spec: {
    readonly podMetricsEndpoints: readonly {
      readonly relabelings?: readonly { readonly targetLabel: string; readonly replacement: string }[];
    }[];
  };
};

it.each(['prometheus/prometheus.yml', 'prometheus/prometheus.compose.yml'])(
  'every job that an alert or a panel selects is one that %s scrapes',
  (file) => {
    const { scrape_configs } = parse(read(file)) as ScrapeFile;
    const jobs = scrape_configs.map(({ job_name }) => job_name);
    expect(selected.length).toBeGreaterThan(3);
    expect(selected.filter((job) => !jobs.includes(job))).toEqual([]);
  },
);

it('every job that an alert or a panel selects is one that the PodMonitor gives its targets', () => {
  const { spec } = parse(read('kubernetes/components/monitoring/pod-monitor.yaml')) as PodMonitor;
  for (const { relabelings = [] } of spec.podMetricsEndpoints) {
    const jobs = relabelings.flatMap(({ targetLabel, replacement }) =>
      targetLabel === 'job' ? [replacement] : [],
    );
    expect(selected.filter((job) => !jobs.includes(job))).toEqual([]);
  }
});
