import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { writeSeries } from './write-series.ts';

/*
 * Rewrites healthy-flood.test.yml from a Prometheus that scraped a healthy engine during a flood,
 * from a quiet minute before it until all work was done: the series that alerts use, every 15
 * seconds. `node ops/prometheus/record-flood.ts http://127.0.0.1:9090 11`: the address of
 * Prometheus, and the number of minutes to read.
 */
const [address = 'http://127.0.0.1:9090', minutes = '11'] = process.argv.slice(2);
const STEP = 15;

type Series = {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly [number, string][];
};
type Rules = { readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[] };

const folder = new URL('./', import.meta.url);
const { groups } = parse(readFileSync(new URL('alerts.yml', folder), 'utf8')) as Rules;
const words = groups.flatMap(({ rules }) =>
  rules.flatMap(
    ({ expr }) => expr.replaceAll(/"[^"]{0,200}"/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)*\b/g) ?? [],
  ),
);
const file = new URL('healthy-flood.test.yml', folder);
const end = Math.floor(Date.now() / 1000 / STEP) * STEP;
const start = end - Number(minutes) * 60;

const lines: string[] = [];
for (const name of [...new Set(words)].toSorted()) {
  const query = new URLSearchParams({ query: name, start: `${start}`, end: `${end}`, step: `${STEP}` });
  const answer = await fetch(`${address}/api/v1/query_range?${query.toString()}`);
  // Words of PromQL are not metrics.
  if (!answer.ok) continue;
  const { data } = (await answer.json()) as { data: { result: Series[] } };
  for (const { metric, values } of data.result)
    lines.push(`      - ${writeSeries(metric, new Map(values), { start, end, step: STEP })}`);
}
const [heading = ''] = readFileSync(file, 'utf8').split('rule_files:');
// No alert may even be pending, because the recording is shorter than the `for` of some alerts.
const looks = Array.from(
  { length: Number(minutes) - 1 },
  (_, index) => `      - { expr: ALERTS, eval_time: ${index + 1}m, exp_samples: [] }`,
);
writeFileSync(
  file,
  [
    `${heading}rule_files: [alerts.yml]`,
    'evaluation_interval: 15s',
    'tests:',
    '  - name: a healthy flood',
    '    interval: 15s',
    '    input_series:',
    ...lines,
    '    promql_expr_test:',
    ...looks,
    '',
  ].join('\n'),
);
console.log(`${lines.length} series of ${minutes} minutes: describe the load in the first lines of the file`);
