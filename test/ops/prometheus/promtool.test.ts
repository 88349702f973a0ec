import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRegistryOf } from '../../support/metrics.ts';
import { findProgram, describeMissing } from './support/programs.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../ops/prometheus');
const promtool = findProgram('promtool');
if (promtool === null) describeMissing('promtool', 'alert rules and names of metrics');

function run(args: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(promtool!, args, { cwd: FOLDER, input, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

/** Creates a test file with only one group of rules, since promtool needs seconds for all of them. */
function keepGroup(text: string, name: string): string {
  const [head, ...groups] = text.split(/^(?= {2}- name: )/m);
  const kept = groups.filter((group) => group.startsWith(`  - name: ${name}\n`));
  if (kept.length !== 1) throw new Error(`${kept.length} groups are called ${name}`);
  return `${head}${kept[0]}`;
}

describe.runIf(promtool)('promtool', () => {
  it.each(['ingress', 'worker', 'dashboard'] as const)('accepts the metrics of the %s', async (process) => {
    const text = await openRegistryOf(process).metrics();
    expect(run(['check', 'metrics'], text)).toEqual({ status: 0, text: '' });
  });

  it('reports a wrong name', () => {
    expect(run(['check', 'metrics'], '# TYPE x_total gauge\nx_total 1\n').text).toContain('x_total');
  });

  it('accepts the rules and the example configuration', () => {
    expect(run(['check', 'config', 'prometheus.yml'])).toMatchObject({ status: 0 });
  });

  it.each(['alerts.test.yml', 'healthy-flood.test.yml'])(
    'fires the alerts that %s expects',
    (file) => {
      const { status, text } = run(['test', 'rules', file]);
      expect(text).toContain('SUCCESS');
      expect(status).toBe(0);
    },
    120_000,
  );

  it('detects an alert that fires too late, and one that fires under healthy load', () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'rules-'));
    try {
      const rules = readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8');
      const late = rules.replace(
        'up{job="invoice-engine"} == 0\n        for: 2m',
        'up == 0\n        for: 9m',
      );
      const loud = rules.replace(
        'kind="pdfs"}) > 1800\n        for: 10m',
        'kind="pdfs"}) > 100\n        for: 1m',
      );
      for (const [changed, file, group] of [
        [late, 'alerts.test.yml', 'EngineProcessDown'],
        [loud, 'healthy-flood.test.yml', 'a healthy flood'],
      ] as const) {
        expect(changed).not.toBe(rules);
        writeFileSync(path.join(copy, 'alerts.yml'), changed);
        writeFileSync(path.join(copy, file), keepGroup(readFileSync(path.join(FOLDER, file), 'utf8'), group));
        expect(run(['test', 'rules', path.join(copy, file)])).toMatchObject({
          status: 1,
          text: expect.stringContaining('FAILED') as unknown,
        });
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  }, 120_000);
});
