import type { Cluster } from '../../cluster.ts';
import type { MachineName } from '../../machines.ts';

/** Kills everything on a machine, like a power cut, and leaves it off until it is restored. */
export function cutPower({ ground, processes }: Cluster, machine: MachineName): { restore(): void } {
  const there = processes.filter((each) => each.machine === machine);
  for (const { supervised } of there) supervised.kill();
  for (const pid of ground.processesOf(machine)) signal(pid, 'SIGKILL');
  return {
    restore() {
      for (const { supervised } of there) supervised.startAgain();
    },
  };
}

/** Pauses everything on a machine; its connections stay open. */
export function freeze(
  { ground }: Cluster,
  machine: MachineName,
  only: (pid: number) => boolean = () => true,
) {
  const pids = ground.processesOf(machine).filter(only);
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return {
    thaw() {
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}
