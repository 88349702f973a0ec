import { Gauge, type Registry } from 'prom-client';
import type { DiskWatch, Room } from '../watch-disks.ts';

/**
 * Adds the free space and size of the watched file systems and when they will be full, read when
 * the metrics are read. A directory that cannot be read is omitted.
 */
export function measureDisks(registry: Registry, disks: Pick<DiskWatch, 'read'>): void {
  const gauge = (name: string, help: string, read: (room: Room) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['directory'] as const,
      registers: [],
      async collect() {
        const rooms = await disks.read();
        this.reset();
        for (const room of rooms) {
          const value = read(room);
          if (value !== null) this.set({ directory: room.directory }, value);
        }
      },
    });
  registry.registerMetric(
    gauge(
      'invoice_engine_disk_free_bytes',
      'Free bytes for this process on the file system of a directory',
      ({ freeBytes }) => freeBytes,
    ),
  );
  registry.registerMetric(
    gauge(
      'invoice_engine_disk_size_bytes',
      'Size of the file system of a directory in bytes: used bytes plus bytes free for this process',
      ({ sizeBytes }) => sizeBytes,
    ),
  );
  registry.registerMetric(
    gauge(
      'invoice_engine_disk_full_in_seconds',
      'Seconds until the file system of a directory is full if it continues to fill as in the last minutes; absent while it does not fill',
      ({ fullInSeconds }) => fullInSeconds,
    ),
  );
}
