import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/*
 * Chromium is a tree of processes in one process group. Data about the group come from /proc.
 * Without /proc (on systems other than Linux), the process group is assumed to be the id of the
 * browser's main process, which was started as its leader.
 */

/** Returns the process group of a process, or the process id when the group cannot be read. */
export function readProcessGroup(pid: number): number {
  try {
    // The group follows the state and the parent.
    const group = Number(readStat(pid)[2]);
    return Number.isSafeInteger(group) && group > 1 ? group : pid;
  } catch {
    return pid;
  }
}

/** Kills all processes of a group at once. Ignores a group that no longer exists. */
export function killProcessGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Lowers the priority of all threads of a group; new threads inherit it. Threads keep their
 * priority if the change is not permitted or the threads cannot be listed.
 */
export function lowerPriority(group: number, niceness: number): void {
  for (const pid of listNumbers('/proc')) {
    if (readProcessGroup(pid) !== group) continue;
    for (const thread of listNumbers(`/proc/${pid}/task`)) {
      try {
        setPriority(thread, niceness);
      } catch {
        // The process has ended or belongs to another user.
      }
    }
  }
}

function listNumbers(directory: string): number[] {
  try {
    return readdirSync(directory).map(Number).filter(Number.isSafeInteger);
  } catch {
    return [];
  }
}

/**
 * Returns the proportional memory of a process in bytes, in which shared pages count by their
 * share; 0 when it cannot be read.
 */
export function readProportionalMemory(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Length of a clock tick in /proc, which is the same on every Linux. */
const TICK_MS = 10;

/**
 * Returns the processor time of the processes so far, in ms; null when it cannot be read for all of
 * them.
 */
export function readProcessorTime(pids: readonly number[]): number | null {
  try {
    return pids.reduce((sum, pid) => {
      const fields = readStat(pid);
      return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    }, 0);
  } catch {
    return null;
  }
}

/**
 * Returns the fields from the state on. The command name before it is in parentheses and may
 * contain spaces.
 */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
