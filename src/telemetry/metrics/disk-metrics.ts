import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { withinTime } from '../within-time.ts';

/** A network's disk may hang: the rest of the metrics are still served. */
const LIMIT_MS = 1000;

/** Adds how much room there is where some directories lie, when the metrics are read. One that cannot be looked at then is left out. */
export function measureDisks(registry: Registry, directories: readonly string[]): void {
  const size = new Gauge({
    name: 'disk_size_bytes',
    help: 'Bytes of the file system that a directory lies on',
    labelNames: ['directory'] as const,
    registers: [],
  });
  const free = new Gauge({
    name: 'disk_free_bytes',
    help: 'Bytes of it that are free for this process',
    labelNames: ['directory'] as const,
    registers: [],
    async collect() {
      const found = await Promise.all(directories.map(look));
      this.reset();
      size.reset();
      for (const { directory, bytes } of found) {
        if (bytes === null) continue;
        this.set({ directory }, bytes.free);
        size.set({ directory }, bytes.size);
      }
    },
  });
  registry.registerMetric(free);
  registry.registerMetric(size);
}

async function look(directory: string) {
  const found = await withinTime(statfs(directory), LIMIT_MS).catch(() => null);
  const bytes = found && { size: found.blocks * found.bsize, free: found.bavail * found.bsize };
  return { directory, bytes };
}
