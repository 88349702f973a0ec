import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/*
 * Chromium is a tree of processes in one process group. Facts about the group come from /proc; without it (not Linux) the
 * browser's own process stands for the group, which is how it was started.
 */

/** The process group of a process; the process itself where that cannot be read. */
export function readProcessGroup(pid: number): number {
  try {
    // Behind state and parent.
    const group = Number(readStat(pid)[2]);
    return Number.isSafeInteger(group) && group > 1 ? group : pid;
  } catch {
    return pid;
  }
}

/** Kills all processes of a group at once. A group that is gone already is no error. */
export function killProcessGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Gives all threads of a group a low priority; what they start inherits it. Best effort: where it is not allowed, or the threads cannot be
 * listed, they keep theirs.
 */
export function lowerPriority(group: number, niceness: number): void {
  for (const pid of listNumbers('/proc')) {
    if (readProcessGroup(pid) !== group) continue;
    for (const thread of listNumbers(`/proc/${pid}/task`)) {
      try {
        setPriority(thread, niceness);
      } catch {
        // It ended meanwhile, or belongs to another user.
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

/** Memory of a process in bytes, shared pages counted by their share; 0 where that cannot be read. */
export function readProportionalMemory(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** A tick of the times in /proc; the same for every Linux. */
const TICK_MS = 10;

/** What processes worked so far, in milliseconds of processor time; null where that cannot be read of all of them. */
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

/** From the state on: the command's name, in brackets before it, may hold blanks. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
