import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLUSTER_FAULTS } from '../cluster/cluster-faults.ts';
import { buildClusterTable, type ClusterResults } from '../cluster/write-results.ts';

const FILE = new URL('../../docs/high-availability.md', import.meta.url);
const RESULTS = new URL('../../ops/lab/cluster/results.json', import.meta.url);

const readResults = () => JSON.parse(readFileSync(RESULTS, 'utf8')) as ClusterResults;

it('the times in docs/high-availability.md are those of the run that ops/lab/cluster/results.json tells of', () => {
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

it('the run had every fault that there is, and met the goals', () => {
  const { faults } = readResults();
  expect(faults.map(({ name }) => name)).toEqual(CLUSTER_FAULTS.map(({ name }) => name));
  const late = faults.flatMap(({ name, measures }) =>
    measures
      .filter(({ seconds, limit }) => limit !== undefined && seconds > limit)
      .map(({ what }) => `${name}: ${what}`),
  );
  expect(late).toEqual([]);
});
