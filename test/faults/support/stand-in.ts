import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/processes.ts';

/** Starts the stand-in for AEAT as a separate process, with waits of a second. */
export async function startStandIn(): Promise<{ readonly url: string } & Disposable> {
  const port = await freePort();
  const state = mkdtempSync(path.join(tmpdir(), 'ibe-stand-in-'));
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'packages/aeat-sandbox/src/main.ts'), `--port=${port}`, '--wait=1', `--state=${state}`],
    { cwd: ROOT, env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  const isAnswering = async () => (await fetch(`${url}/control`).catch(() => null))?.ok;
  await eventually(isAnswering, { within: 30_000, what: 'the stand-in for AEAT to answer' });
  return {
    url,
    [Symbol.dispose]() {
      child.kill('SIGKILL');
      rmSync(state, { recursive: true });
    },
  };
}
