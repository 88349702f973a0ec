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

describe.runIf(promtool)('promtool', () => {
  it.each(['ingress', 'worker', 'dashboard'] as const)(
    'finds nothing to say about the metrics of the %s',
    async (process) => {
      const text = await openRegistryOf(process).metrics();
      expect(run(['check', 'metrics'], text)).toEqual({ status: 0, text: '' });
    },
  );

  it('finds something to say about a wrong name', () => {
    expect(run(['check', 'metrics'], '# TYPE x_total gauge\nx_total 1\n').text).toContain('x_total');
  });

  it('takes the rules and the example of a configuration', () => {
    expect(run(['check', 'config', 'prometheus.yml'])).toMatchObject({ status: 0 });
  });

  it.each(['alerts.test.yml', 'healthy-flood.test.yml'])(
    'sees the alerts as %s says',
    (file) => {
      const { status, text } = run(['test', 'rules', file]);
      expect(text).toContain('SUCCESS');
      expect(status).toBe(0);
    },
    120_000,
  );

  it('sees an alert that fires too late, and one that fires in the flood', () => {
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
      for (const [changed, file] of [
        [late, 'alerts.test.yml'],
        [loud, 'healthy-flood.test.yml'],
      ] as const) {
        expect(changed).not.toBe(rules);
        writeFileSync(path.join(copy, 'alerts.yml'), changed);
        writeFileSync(path.join(copy, file), readFileSync(path.join(FOLDER, file)));
        expect(run(['test', 'rules', path.join(copy, file)]).status).toBe(1);
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  }, 120_000);
});
