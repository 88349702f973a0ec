import { execFileSync, spawnSync } from 'node:child_process';
import type { MachineName } from '../../machines.ts';
import type { Ground } from '../../network/ground.ts';
import { nameNamespace } from '../../network/namespaces.ts';

/**
 * A network card that does not exist. The switch drops what is sent to it, like a cable that is cut
 * somewhere on the way.
 */
const NOBODY = '02:00:00:00:00:01';

/**
 * Cuts the connection between two machines in both directions, without notifying either.
 * @returns a function that undoes it.
 */
export function cutWay(ground: Ground, a: MachineName, b: MachineName): () => void {
  const { names } = ground;
  const ways = [
    [nameNamespace(names, a), ground.addressOf(b)],
    [nameNamespace(names, b), ground.addressOf(a)],
  ] as const;
  for (const [namespace, address] of ways)
    ip(['-n', namespace, 'neigh', 'replace', address, 'lladdr', NOBODY, 'nud', 'permanent', 'dev', 'eth0']);
  return () => {
    for (const [namespace, address] of ways)
      spawnSync('ip', ['-n', namespace, 'neigh', 'del', address, 'dev', 'eth0']);
  };
}

/** The means with which a network is slowed down. */
export type Slowness = 'netem' | 'tbf';

const SLOW: Readonly<Record<Slowness, readonly string[]>> = {
  netem: ['netem', 'delay', '60ms', '20ms', 'loss', '1%'],
  // Without netem, the bandwidth is so low that packets queue.
  tbf: ['tbf', 'rate', '2mbit', 'burst', '16kb', 'latency', '800ms'],
};

/** Returns the means that this kernel has; null if it has none. */
export function findSlowness({ names }: Ground): Slowness | null {
  for (const kind of ['netem', 'tbf'] as const) {
    const namespace = nameNamespace(names, 'aeat');
    const made = spawnSync('tc', ['-n', namespace, 'qdisc', 'add', 'dev', 'eth0', 'root', ...SLOW[kind]]);
    if (made.status !== 0) continue;
    spawnSync('tc', ['-n', namespace, 'qdisc', 'del', 'dev', 'eth0', 'root']);
    return kind;
  }
  return null;
}

/** Slows down everything that a machine sends and receives. @returns a function that undoes it. */
export function slowDown({ names }: Ground, machine: MachineName, kind: Slowness): () => void {
  const ends = [
    [nameNamespace(names, machine), 'eth0'],
    [`${names.prefix}-switch`, machine],
  ] as const;
  for (const [namespace, device] of ends)
    execFileSync('tc', ['-n', namespace, 'qdisc', 'add', 'dev', device, 'root', ...SLOW[kind]], {
      stdio: 'pipe',
    });
  return () => {
    for (const [namespace, device] of ends)
      spawnSync('tc', ['-n', namespace, 'qdisc', 'del', 'dev', device, 'root']);
  };
}

function ip(args: readonly string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}
