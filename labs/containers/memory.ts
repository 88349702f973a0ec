import { existsSync, readFileSync } from 'node:fs';

/** The memory statistics of a control group, of version 1 or 2. */
export type MemoryFiles = { readonly stat: string; readonly events: string };

/**
 * Returns the directory with the memory statistics of a process's control group.
 * @param cgroup the content of /proc/<pid>/cgroup.
 */
export function findMemoryFiles(cgroup: string): MemoryFiles {
  const [, first] = /^\d+:memory:(.*)$/m.exec(cgroup) ?? [];
  if (first !== undefined) {
    const place = `/sys/fs/cgroup/memory${first}`;
    return { stat: `${place}/memory.stat`, events: `${place}/memory.oom_control` };
  }
  const [, second = ''] = /^0::(.*)$/m.exec(cgroup) ?? [];
  return { stat: `/sys/fs/cgroup${second}/memory.stat`, events: `/sys/fs/cgroup${second}/memory.events` };
}

/**
 * Returns the memory in bytes that cannot be reclaimed: that of processes, and files in memory. The
 * page cache does not count.
 */
function readHeldBytes(stat: string): number {
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
  return Math.max(read('anon'), read('total_rss')) + Math.max(read('shmem'), read('total_shmem'));
}

/** Returns the number of processes that the kernel killed because of lack of memory. */
export function readKills(events: string): number {
  return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
}

export type Watch = { readonly peaks: ReadonlyMap<string, number>; stop(): ReadonlyMap<string, number> };

/**
 * Measures the memory of services four times per second.
 * @param pids the id of a process of each service.
 */
export function watchMemory(pids: ReadonlyMap<string, readonly number[]>): Watch {
  const peaks = new Map<string, number>();
  const look = () => {
    for (const [service, all] of pids)
      for (const pid of all) {
        if (!existsSync(`/proc/${pid}/cgroup`)) continue;
        const { stat } = findMemoryFiles(readFileSync(`/proc/${pid}/cgroup`, 'utf8'));
        peaks.set(service, Math.max(peaks.get(service) ?? 0, readHeldBytes(readFileSync(stat, 'utf8'))));
      }
  };
  look();
  const timer = setInterval(look, 250);
  return {
    peaks,
    stop() {
      clearInterval(timer);
      return peaks;
    },
  };
}
