import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from '../../cluster.ts';
import type { MachineName } from '../../machines.ts';
import { freeze } from './cut-power.ts';

/** The means with which a disk is slowed down. */
export type DiskSlowness = 'cgroup' | 'pauses';

const BYTES_PER_SECOND = 400_000;
const WRITES_PER_SECOND = 25;
/** If control groups cannot slow down the disk, everything on the machine is paused regularly. */
const PAUSE_MS = 300;
const EVERY_MS = 600;

const ROOT = '/sys/fs/cgroup';

/**
 * Slows down the disk of a machine for all of its processes and their children.
 * @returns the means, and a function that undoes it.
 */
export function slowDisk(cluster: Cluster, machine: MachineName): { how: DiskSlowness; mend: () => void } {
  const pids = cluster.ground.processesOf(machine);
  const device = findDevice(cluster.home);
  const group = device === null ? null : openGroup(cluster.ground.names.prefix, device);
  if (group !== null && pids.every((pid) => move(group, pid)))
    return { how: 'cgroup', mend: () => closeGroup(group) };
  if (group !== null) closeGroup(group);
  const timer = setInterval(() => {
    const frozen = freeze(cluster, machine);
    setTimeout(() => frozen.thaw(), PAUSE_MS);
  }, EVERY_MS);
  return { how: 'pauses', mend: () => clearInterval(timer) };
}

/** Returns the whole disk that contains a directory, as `major:minor`; null if there is none. */
function findDevice(directory: string): string | null {
  const { dev } = statSync(directory);
  const device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  const place = `/sys/dev/block/${device}`;
  if (!existsSync(place)) return null;
  const whole = existsSync(path.join(place, 'partition'))
    ? path.join(place, '..', 'dev')
    : path.join(place, 'dev');
  return readFileSync(whole, 'utf8').trim();
}

/**
 * Opens a control group with a slow disk, in version 1 or 2 of control groups; null if neither is
 * possible.
 */
function openGroup(prefix: string, device: string): string | null {
  const old = path.join(ROOT, 'blkio', prefix);
  const current = path.join(ROOT, prefix);
  const limits =
    existsSync(path.dirname(old)) && existsSync(path.join(path.dirname(old), 'cgroup.procs'))
      ? ([
          [old, 'blkio.throttle.write_bps_device', `${device} ${BYTES_PER_SECOND}`],
          [old, 'blkio.throttle.write_iops_device', `${device} ${WRITES_PER_SECOND}`],
        ] as const)
      : ([[current, 'io.max', `${device} wbps=${BYTES_PER_SECOND} wiops=${WRITES_PER_SECOND}`]] as const);
  const [group] = limits[0];
  try {
    mkdirSync(group, { recursive: true });
    for (const [directory, file, limit] of limits) writeFileSync(path.join(directory, file), limit);
    return group;
  } catch {
    closeGroup(group);
    return null;
  }
}

function closeGroup(group: string): void {
  if (!existsSync(group)) return;
  const members = readFileSync(path.join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
  for (const pid of members) move(path.dirname(group), Number(pid));
  try {
    rmdirSync(group);
  } catch {
    // A process started another one meanwhile; the next run uses a group with the same name.
  }
}

/** @returns whether the process is in the group or has ended. */
function move(group: string, pid: number): boolean {
  try {
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
