import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { buildAddress, MACHINES, type MachineName } from '../machines.ts';

/*
 * One network namespace per machine. A virtual cable connects each to a switch, which is a bridge
 * in a separate namespace, so that the host's filtering and forwarding (for example Docker's) does
 * not affect it. The only connection to the outside is the cable to the host's own namespace.
 */

export type Names = {
  /** The prefix of the names of all namespaces. */
  readonly prefix: string;
  /** The name of the cable's end on the host; at most 15 characters. */
  readonly hostLink: string;
  /** The first three numbers of all addresses. */
  readonly net: string;
};

const RUN = '/run/netns';

/** Reports whether this process can create network namespaces: as root, outside most containers. */
export function mayMakeNamespaces({ prefix }: Names): boolean {
  if (process.getuid?.() !== 0) return false;
  const probe = `${prefix}-probe`;
  const made = spawnSync('ip', ['netns', 'add', probe]).status === 0;
  if (made) ip(['netns', 'del', probe]);
  return made;
}

/** Creates the machines and their network. The remains of a killed run must have been removed. */
export function makeNamespaces(names: Names): void {
  const { prefix, hostLink, net } = names;
  const bridge = `${prefix}-switch`;
  ip(['netns', 'add', bridge]);
  // A bridge without the spanning tree protocol; otherwise each cable would be silent for half a
  // minute.
  ip(['-n', bridge, 'link', 'add', 'br0', 'type', 'bridge', 'stp_state', '0', 'forward_delay', '0']);
  ip(['-n', bridge, 'link', 'set', 'br0', 'up']);
  plug(names, 'host');
  ip(['addr', 'add', `${net}.1/24`, 'dev', hostLink]);
  ip(['link', 'set', hostLink, 'up']);
  for (const machine of MACHINES) {
    const namespace = nameNamespace(names, machine);
    ip(['netns', 'add', namespace]);
    ip(['-n', namespace, 'link', 'set', 'lo', 'up']);
    plug(names, machine);
    ip(['-n', namespace, 'addr', 'add', `${buildAddress(net, machine)}/24`, 'dev', 'eth0']);
    ip(['-n', namespace, 'link', 'set', 'eth0', 'up']);
  }
}

function plug(names: Names, machine: MachineName | 'host'): void {
  const bridge = `${names.prefix}-switch`;
  const end = machine === 'host' ? [names.hostLink] : ['eth0', 'netns', nameNamespace(names, machine)];
  ip(['link', 'add', end, 'type', 'veth', 'peer', 'name', machine, 'netns', bridge].flat());
  ip(['-n', bridge, 'link', 'set', machine, 'master', 'br0', 'up']);
}

/** Returns the namespace of a machine. */
export function nameNamespace({ prefix }: Names, machine: MachineName): string {
  return `${prefix}-${machine}`;
}

/** Returns the processes that run in the namespace of a machine. */
export function listProcesses(names: Names, machine: MachineName): number[] {
  const namespace = nameNamespace(names, machine);
  if (!existsSync(`${RUN}/${namespace}`)) return [];
  const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

/**
 * Removes everything, including the remains of a killed run: processes and namespaces, and with
 * these cables, addresses and limits.
 */
export async function removeNamespaces({ prefix, hostLink }: Names): Promise<void> {
  const namespaces = existsSync(RUN) ? readdirSync(RUN).filter((name) => name.startsWith(`${prefix}-`)) : [];
  for (const namespace of namespaces) {
    await endProcesses(namespace);
    spawnSync('ip', ['netns', 'del', namespace]);
  }
  spawnSync('ip', ['link', 'del', hostLink]);
}

/** Repeats, because a process may start others while it is being ended. */
async function endProcesses(namespace: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
    const pids = stdout.split('\n').filter(Boolean).map(Number);
    if (pids.length === 0) return;
    for (const pid of pids) killQuietly(pid);
    await wait(50);
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}

function ip(args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
