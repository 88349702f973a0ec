import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { installLab } from '../../labs/install-lab.ts';
import { GOALS } from './support/goals.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** `soak` takes an hour, and its results are not kept. */
const RUN = [...GOALS, 'soak'];

/**
 * The values are not checked, because the machine does other work meanwhile. The run itself proves
 * that its work was done.
 */
test('npm run bench -- --quick measures every goal', { timeout: 420_000 }, async () => {
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'labs', 'bench', 'main.ts'), '--quick', '--repeats=1', `--only=${RUN.join(',')}`],
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

/** `npm run check:lint` excludes these files, because it runs without the packages of the lab. */
test('the files that use packages of the lab have no type errors', { timeout: 420_000 }, async () => {
  await installLab();
  const { ignorePatterns } = JSON.parse(readFileSync(path.join(ROOT, '.oxlintrc.json'), 'utf8')) as {
    ignorePatterns: string[];
  };
  const files = ignorePatterns.filter((pattern) => pattern.startsWith('labs/'));
  expect(files.length).toBeGreaterThan(0);
  const directory = mkdtempSync(path.join(tmpdir(), 'lab-lint-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const config = path.join(directory, 'oxlintrc.json');
  writeFileSync(config, '{}');
  const oxlint = path.join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const args = ['--config', config, '--type-aware', '--type-check', ...files];
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, ...args], { cwd: ROOT });
  expect(stdout).toContain(`on ${files.length} files`);
});
