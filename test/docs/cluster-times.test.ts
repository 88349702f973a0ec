import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLUSTER_FAULTS } from '../cluster/cluster-faults.ts';
import { buildClusterTable, type ClusterResults } from '../cluster/write-results.ts';

const FILE = new URL('../../docs/high-availability.md', import.meta.url);
const RESULTS = new URL('../../ops/lab/cluster/results.json', import.meta.url);

const readResults = () => JSON.parse(readFileSync(RESULTS, 'utf8')) as ClusterResults;

it('docs/high-availability.md shows the times in ops/lab/cluster/results.json', () => {
  expect(existsSync(RESULTS)).toBe(true);
  const text = readFileSync(FILE, 'utf8');
  const table = buildClusterTable(readResults());
  const whole = text.replace(
    /(<!-- cluster -->\n)[^]*?(<!-- \/cluster -->)/,
    (_, begin, end) => `${begin}${table}${end}`,
  );
  if (process.env['UPDATE_GOLDEN']) writeFileSync(FILE, whole);
  expect(readFileSync(FILE, 'utf8')).toBe(whole);
});

it('ops/lab/cluster/results.json contains every fault and meets the goals', () => {
  const { faults } = readResults();
  expect(faults.map(({ name }) => name)).toEqual(CLUSTER_FAULTS.map(({ name }) => name));
  const late = faults.flatMap(({ name, measures }) =>
    measures
      .filter(({ seconds, limit }) => limit !== undefined && seconds > limit)
      .map(({ what }) => `${name}: ${what}`),
  );
  expect(late).toEqual([]);
});
