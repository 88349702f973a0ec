import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openRegistryOf } from '../support/metrics.ts';

const FILE = new URL('../../docs/monitoring.md', import.meta.url);
const PROCESSES = ['ingress', 'worker', 'dashboard'] as const;

function buildTable(): string {
  const metrics = new Map<string, { help: string; labels: string[]; of: string[] }>();
  for (const process of PROCESSES)
    for (const metric of openRegistryOf(process).getMetricsAsArray()) {
      const {
        name,
        help,
        labelNames = [],
      } = metric as unknown as {
        name: string;
        help: string;
        labelNames?: string[];
      };
      if (/^(nodejs|process)_/.test(name)) continue;
      const known = metrics.get(name) ?? {
        help,
        labels: labelNames.filter((label) => label !== 'le'),
        of: [],
      };
      known.of.push(process);
      metrics.set(name, known);
    }
  const rows = [...metrics].map(([name, { help, labels, of }]) => {
    const shown = labels.length === 0 ? name : `${name}{${labels.join(',')}}`;
    return `| \`${shown}\` | ${of.length === PROCESSES.length ? 'all' : of.join(', ')} | ${help} |\n`;
  });
  return ['| metric | process | meaning |\n', '|---|---|---|\n', ...rows.toSorted()].join('');
}

it('docs/monitoring.md lists every exported metric with its own description', () => {
  const text = readFileSync(FILE, 'utf8');
  const table = buildTable();
  const whole = text.replace(/(<!-- metrics -->\n)[^]*?(<!-- \/metrics -->)/, `$1${table}$2`);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(FILE, whole);
  expect(readFileSync(FILE, 'utf8')).toBe(whole);
});
