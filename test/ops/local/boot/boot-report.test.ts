import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { endWithParent } from '../../../../ops/local/boot/end-with-parent.js';
import { eventually } from '../../../support/eventually.ts';
import { isJudged } from '../../../support/not-judged.ts';

const canBind = isJudged(
  endWithParent('KILL', []),
  'programs that end with the setup',
  'there is no setpriv',
);

it.runIf(canBind)('a program that the setup runs ends when the setup is killed', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'set-up-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const written = path.join(directory, 'pid');
  const script = `
      import { runLogged } from ${JSON.stringify(import.meta.resolve('../../../../ops/local/boot/boot-report.js'))};
      const command = 'echo $$ > "${written}"; exec sleep 600';
      await runLogged('sh', ['-c', command], { log: ${JSON.stringify(path.join(directory, 'log'))}, cwd: '/' });`;
  const setUp = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  await eventually(() => existsSync(written) && readFileSync(written, 'utf8').endsWith('\n'));
  const pid = Number(readFileSync(written, 'utf8'));
  setUp.kill('SIGKILL');
  await once(setUp, 'exit');
  await eventually(() => !isRunning(pid));
  expect(isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
