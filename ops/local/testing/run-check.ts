import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { LOCAL, ROOT } from '../boot/layout.ts';
import { spawnServer } from '../servers/server-process.ts';
import { readCheckCommand, type Check, type Outcome } from './test-parts.ts';

/** Runs a check. */
export async function runCheck(check: Check): Promise<Outcome> {
  const started = Date.now();
  const log = path.join(LOCAL, 'logs', `check-${check}.log`);
  mkdirSync(path.dirname(log), { recursive: true });
  rmSync(log, { force: true });
  const child = spawnServer({
    program: '/bin/sh',
    // exec replaces the shell, so the check itself receives the signal when the run is interrupted.
    args: ['-c', `exec ${readCheckCommand(check)}`],
    log,
    cwd: ROOT,
    environment: {
      ...process.env,
      // The type-aware linter is a Go program, which otherwise spends a quarter of its time
      // collecting garbage.
      GOGC: '300',
      PATH: `${path.join(ROOT, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    },
    deathSignal: 'TERM',
  });
  // A check only computes. It runs with low priority, because the concurrent tests have time
  // limits.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [code] = (await once(child, 'close')) as [number | null];
  const passed = code === 0 ? 1 : 0;
  const output = readFileSync(log, 'utf8').trim();
  return { part: check, passed, failed: 1 - passed, skipped: 0, took: Date.now() - started, output };
}
