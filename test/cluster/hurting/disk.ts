import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from '../../../ops/lab/cluster/cluster.ts';
import type { MachineName } from '../../../ops/lab/cluster/machines.ts';
import { freeze } from './cut-power.ts';

/** How a disk is made slow here. */
export type DiskSlowness = 'cgroup' | 'pauses';

const BYTES_PER_SECOND = 400_000;
const WRITES_PER_SECOND = 25;
/** Where control groups cannot slow a disk: everything on the machine pauses. */
const PAUSE_MS = 300;
const EVERY_MS = 600;

const ROOT = '/sys/fs/cgroup';

/** Makes the disk of a machine slow for all who run on it now and whom they start. @returns how, and what mends it. */
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

/** The whole disk that a directory is on, as `major:minor`; null where it is on none. */
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

/** A control group with a slow disk, by either version of control groups; null where neither can. */
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
    // One of them started another meanwhile: the next run has a group of the same name.
  }
}

/** @returns whether the process is in the group, or gone. */
function move(group: string, pid: number): boolean {
  try {
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
