import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../../../ops/local/layout.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/processes.ts';

/** Starts the stand-in for AEAT as a process of its own, with waits of a second. */
export async function startStandIn(): Promise<{ readonly url: string } & Disposable> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'ops/aeat-sandbox/main.ts'), `--port=${port}`, '--wait=1'],
    { cwd: ROOT, env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  const isAnswering = async () => (await fetch(`${url}/control`).catch(() => null))?.ok;
  await eventually(isAnswering, { within: 30_000, what: 'the stand-in for AEAT' });
  return {
    url,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}
