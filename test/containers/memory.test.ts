import { describe, expect, it } from 'vitest';
import { findMemoryFiles, readHeldBytes, readKills } from './run/memory.ts';

describe('the memory of a container', () => {
  it('is read from control groups of both versions', () => {
    expect(findMemoryFiles('12:cpu,cpuacct:/docker/a\n9:memory:/docker/a\n0::/docker/a\n')).toEqual({
      stat: '/sys/fs/cgroup/memory/docker/a/memory.stat',
      events: '/sys/fs/cgroup/memory/docker/a/memory.oom_control',
    });
    expect(findMemoryFiles('0::/system.slice/docker-a.scope\n')).toEqual({
      stat: '/sys/fs/cgroup/system.slice/docker-a.scope/memory.stat',
      events: '/sys/fs/cgroup/system.slice/docker-a.scope/memory.events',
    });
  });

  it('includes the memory of processes and files in memory, but no page cache', () => {
    expect(readHeldBytes('anon 100\nfile 7000\nshmem 20\ninactive_anon 5\n')).toBe(120);
    expect(readHeldBytes('cache 7000\nrss 1\ntotal_cache 7000\ntotal_rss 100\ntotal_shmem 20\n')).toBe(120);
  });

  it('was too small if the kernel killed a process', () => {
    expect(readKills('low 0\nmax 12\noom 3\noom_kill 2\n')).toBe(2);
    expect(readKills('oom_kill_disable 0\nunder_oom 0\noom_kill 0\n')).toBe(0);
  });
});
