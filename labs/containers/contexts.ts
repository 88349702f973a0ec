import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { runCommand } from './run-command.ts';

/** The build context according to .dockerignore. */
const PARTS = [
  '.dockerignore',
  '.npmrc',
  'package.json',
  'package-lock.json',
  'migrations',
  'ops',
  'packages',
  'src',
  'workers',
];

/** Copies the current build context. @returns the directory. */
export function copySources(work: string, name: string): string {
  const context = path.join(work, 'contexts', name);
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(context, part), { recursive: true });
  return context;
}

/** Makes a change without effect that every process loads. */
export function changeSources(context: string): void {
  appendFileSync(path.join(context, 'src', 'platform', 'config', 'secrets.ts'), '\n// Another version.\n');
}

/**
 * Copies the sources before the newest migration, with the current Dockerfile, as the start of an
 * upgrade.
 * @returns the directory and the commit; null if there is no history, or no commit that the current
 *   Dockerfile and compose file can run.
 */
export async function copyOlderSources(
  work: string,
): Promise<{ readonly context: string; readonly commit: string } | null> {
  const git = async (args: readonly string[]) =>
    (await runCommand('git', args, { cwd: ROOT, codes: [0, 128] })).out.trim();
  const newest = await git(['log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations']);
  if (newest === '') return null;
  const commit = await git(['rev-parse', '--short', `${newest}^`]);
  // The programs of the current containers must exist.
  if ((await git(['ls-tree', commit, '--', 'src/cli/main.ts'])) === '') return null;
  const context = copySources(work, 'older');
  for (const part of ['migrations', 'ops', 'packages', 'src', 'workers'])
    rmSync(path.join(context, part), { recursive: true });
  const archive = path.join(work, 'contexts', 'older.tar');
  const parts = PARTS.filter((part) => part !== '.dockerignore');
  await git(['archive', '--output', archive, commit, ...parts]);
  await runCommand('tar', ['--extract', '--file', archive, '--directory', context]);
  rmSync(path.join(context, 'ops', 'docker'), { recursive: true });
  cpSync(path.join(ROOT, 'ops', 'docker'), path.join(context, 'ops', 'docker'), { recursive: true });
  return { context, commit };
}
