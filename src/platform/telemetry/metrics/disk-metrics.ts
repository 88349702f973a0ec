import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { withinTime } from '../within-time.ts';

/**
 * The time limit in milliseconds for reading a file system. A network disk may hang, and the other metrics must
 * still be served.
 */
const LIMIT_MS = 1000;

type Room = Pick<StatsFs, 'bavail' | 'bfree' | 'blocks' | 'bsize'>;

/**
 * Adds the free space and size of the file systems of some directories, read when the metrics are read. A
 * directory that cannot be read is omitted.
 */
export function measureDisks(registry: Registry, directories: readonly string[]): void {
  const gauge = (name: string, help: string, read: (room: Room) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['directory'] as const,
      registers: [],
      async collect() {
        const found = await Promise.all(directories.map(look));
        this.reset();
        for (const { directory, room } of found) if (room !== null) this.set({ directory }, read(room));
      },
    });
  registry.registerMetric(
    gauge(
      'invoice_engine_disk_free_bytes',
      'Free bytes for this process on the file system of a directory',
      (room) => room.bavail * room.bsize,
    ),
  );
  registry.registerMetric(
    gauge(
      'invoice_engine_disk_size_bytes',
      'Size of the file system of a directory in bytes: used bytes plus bytes free for this process',
      // Like df, this excludes space that is reserved for root or by a quota.
      (room) => (room.blocks - room.bfree + room.bavail) * room.bsize,
    ),
  );
}

async function look(directory: string) {
  return { directory, room: await withinTime(statfs(directory), LIMIT_MS).catch(() => null) };
}
