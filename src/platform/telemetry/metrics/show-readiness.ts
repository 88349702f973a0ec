import { Gauge, type Registry } from 'prom-client';

/**
 * Adds `invoice_engine_check_ok{check}`, the result of `/readyz` when the metrics are read. A
 * process is ready while all of its checks are 1.
 */
export function showReadiness(
  registry: Registry,
  read: () => Promise<{ readonly checks: Readonly<Record<string, string>> }>,
): void {
  const gauge = new Gauge({
    name: 'invoice_engine_check_ok',
    help: 'Result of each check of /readyz: 1 if it passes, 0 if it fails',
    labelNames: ['check'] as const,
    registers: [],
    async collect() {
      const { checks } = await read();
      this.reset();
      for (const [check, found] of Object.entries(checks)) this.set({ check }, found === 'ok' ? 1 : 0);
    },
  });
  registry.registerMetric(gauge);
}
