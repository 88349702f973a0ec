import { spawnSync } from 'node:child_process';
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
  it.each(['ingress', 'worker', 'dashboard'] as const)('accepts the metrics of the %s', async (process) => {
    const text = await openRegistryOf(process).metrics();
    expect(run(['check', 'metrics'], text)).toEqual({ status: 0, text: '' });
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
});
