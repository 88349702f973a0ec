import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram, describeMissing } from '../ops/prometheus/support/programs.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openRegistryOf } from '../support/metrics.ts';
import { freePort, startProcess } from '../support/processes.ts';
import { openStack, type TestStack } from '../support/stack.ts';
const KINDS = ['ingress', 'worker', 'dashboard'] as const;
type Kind = (typeof KINDS)[number];

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
