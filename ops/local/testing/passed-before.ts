import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the file in which a run of `npm run test:long` notes the test files of a project that
 * passed, so that the next run for the same sources only repeats the others. It takes an hour and
 * may be interrupted, and one failure must not cost all of it.
 * @param root the directory of the project.
 * @param into the directory that contains these files; made if it is missing.
 * @returns undefined if the sources differ from the last commit, or are not in a repository:
 *   everything is then repeated.
 */
export function locatePassedFiles(root: string, into: string, project: string): string | undefined {
  const tree = readTree(root);
  if (tree === undefined) return undefined;
  const directory = path.join(into, tree);
  mkdirSync(directory, { recursive: true });
  return path.join(directory, `${project}.jsonl`);
}

/** The file in the directory of the sources for which the whole long form passed. */
const PASSED = 'passed';

/** Notes that the whole long form passed. Parameters as of `locatePassedFiles`. */
export function notePassed(root: string, into: string): void {
  const tree = readTree(root);
  if (tree === undefined) return;
  mkdirSync(path.join(into, tree), { recursive: true });
  writeFileSync(path.join(into, tree, PASSED), '');
}

/** Returns whether the whole long form passed for the committed sources on this machine. */
export function hasPassed(root: string, into: string): boolean {
  const tree = readTree(root);
  return tree !== undefined && existsSync(path.join(into, tree, PASSED));
}

/** Returns the hash of the sources; undefined if it does not describe them. */
function readTree(root: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD^{tree}') : undefined;
  } catch {
    return undefined;
  }
}
