import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/*
 * What Linux reports about processes in /proc. On other systems processor time and memory are not
 * reported.
 */

const MS_PER_TICK = 10;
const KB = 1024;

/** Returns the process ids of a process and of all its descendants. */
export function listTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.push(child);
  return tree;
}

/**
 * Returns the processor time that processes and their descendants have used so far, in ms; null if
 * it cannot be read.
 */
export function readProcessorTime(roots: readonly number[]): number | null {
  if (process.platform !== 'linux') return null;
  let ticks = 0;
  for (const pid of new Set(roots.flatMap(listTree))) ticks += readStat(pid)?.ticks ?? 0;
  return ticks * MS_PER_TICK;
}

/**
 * Returns the memory of all descendants of a process, in bytes: the private memory of each and its
 * part of shared memory.
 */
export function readMemoryBelow(root: number): number {
  const [, ...below] = listTree(root);
  return below.reduce((sum, pid) => sum + readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') * KB, 0);
}

/** Resets the peak memory of a process, so that it is measured anew. */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Returns the current memory of a process, in bytes; 0 if it has ended. */
export function readMemory(pid: number): number {
  return readKilobytes(`/proc/${pid}/status`, 'VmRSS') * KB;
}

/** Returns the peak memory of a process since it started or was reset, in bytes. */
export function readPeakMemory(pid: number): number {
  return readKilobytes(`/proc/${pid}/status`, 'VmHWM') * KB;
}

/** A process that has ended meanwhile counts as 0. */
function readKilobytes(file: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The time of the process and of its children that ended and were waited for. */
function readStat(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before these fields is in brackets and may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), ticks: user + system + childrenUser + childrenSystem };
  } catch {
    return null;
  }
}
