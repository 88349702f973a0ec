import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { POSTGRES } from './machines.ts';
import type { Ground } from './network/ground.ts';

const PATIENCE_MS = 3000;

/**
 * Ends the remaining processes of a cluster and removes its machines. PostgreSQL gets an immediate
 * shutdown instead of SIGKILL, which would leave shared memory behind.
 * @param home the directory that contains the data of the machines.
 */
export async function endCluster(ground: Ground, home: string): Promise<void> {
  const servers = POSTGRES.map((machine) => path.join(home, machine, 'postgres', 'data', 'postmaster.pid'));
  const pids = servers.filter(existsSync).map((file) => Number(readFileSync(file, 'utf8').split('\n')[0]));
  const ours = new Set(POSTGRES.flatMap((machine) => ground.processesOf(machine)));
  const running = pids.filter((pid) => ours.has(pid));
  for (const pid of running) send(pid, 'SIGQUIT');
  for (let waited = 0; waited < PATIENCE_MS && running.some((pid) => send(pid, 0)); waited += 50)
    await wait(50);
  await ground.clear();
}

/** @returns false if the process no longer exists. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
