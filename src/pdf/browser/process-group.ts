import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/*
 * Chromium is a tree of processes in one process group. Facts about the group come from /proc; without it (not Linux) the
 * browser's own process stands for the group, which is how it was started.
 */

/** The process group of a process; the process itself where that cannot be read. */
export function readProcessGroup(pid: number): number {
  try {
    // The command's name is in brackets and may hold blanks; the fields after it are state, parent, group.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
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
