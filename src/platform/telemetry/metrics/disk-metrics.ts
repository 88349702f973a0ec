import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { withinTime } from '../within-time.ts';

/** A network's disk may hang: the rest of the metrics are still served. */
const LIMIT_MS = 1000;

type Room = Pick<StatsFs, 'bavail' | 'bfree' | 'blocks' | 'bsize'>;

/** Adds how much room there is where some directories lie, when the metrics are read. One that cannot be looked at then is left out. */
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
      'disk_free_bytes',
      'Bytes that are free for this process on the file system of a directory',
      (room) => room.bavail * room.bsize,
    ),
  );
  registry.registerMetric(
    gauge(
      'disk_size_bytes',
      'Bytes of the file system of a directory that are taken, or free for this process',
      // As df reckons: what is kept for root, or by a quota, is not there for us.
      (room) => (room.blocks - room.bfree + room.bavail) * room.bsize,
    ),
  );
}

async function look(directory: string) {
  return { directory, room: await withinTime(statfs(directory), LIMIT_MS).catch(() => null) };
}
