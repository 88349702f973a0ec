import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { GOALS } from './support/goals.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** `soak` takes hours and stands in no results. */
const RUN = [...GOALS, 'soak'];

/** Numbers mean nothing here: the machine does other things meanwhile. The run itself proves that its work was done. */
test('the benchmark works, in small sizes', { timeout: 420_000 }, async () => {
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'ops', 'bench', 'main.ts'), '--quick', '--repeats=1', `--only=${RUN.join(',')}`],
    { cwd: ROOT, env: { ...process.env, FORCE_COLOR: '0' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  try {
    const exited = once(child, 'exit');
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const measured = new Set(
      [...output.matchAll(/^ {0,4}(\w+)  (?:met|MISSED|      )  /gm)].map(([, goal]) => goal),
    );
    expect([...measured]).toEqual(GOALS);
  } finally {
    child.kill('SIGTERM');
  }
});
