import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';
import { isJudged } from '../../support/not-judged.ts';

/*
 * The clients by their languages. `drivers` has a program in each that runs the same actions.
 */

const DRIVERS = path.resolve(import.meta.dirname, '../drivers');
const PYTHON_PATH = path.resolve(import.meta.dirname, '../../../clients/python/src');

export type Language = {
  readonly name: string;
  /** The interpreter; absent if this machine has none. */
  readonly program: string | undefined;
  readonly driver: string;
};

function findPhp(): string | undefined {
  const php = findExecutable(['php']);
  if (!php) return undefined;
  const isLoaded = execFileSync(php, ['-r', 'echo (int) extension_loaded("curl");'], { encoding: 'utf8' });
  return isLoaded === '1' ? php : undefined;
}

/** The clients in other languages than this test. */
export const LANGUAGES: readonly Language[] = [
  { name: 'Python', program: findExecutable(['python3']), driver: 'driver.py' },
  { name: 'PHP', program: findPhp(), driver: 'driver.php' },
];
/** All clients, for tests that apply to each of them. */
export const ALL_LANGUAGES: readonly Language[] = [
  { name: 'TypeScript', program: process.execPath, driver: 'driver.ts' },
  ...LANGUAGES,
];
for (const { name, program } of LANGUAGES)
  isJudged(
    program,
    `the client for ${name}`,
    `there is no ${name === 'PHP' ? 'php with curl (apt install php-cli php-curl)' : 'python3 (apt install python3)'}`,
  );

/** Runs an action of a driver. @param given its argument. @returns what it prints as JSON. */
export async function runDriver<T>({ program, driver }: Language, given: object): Promise<T> {
  const { stdout } = await promisify(execFile)(
    program!,
    [path.join(DRIVERS, driver), JSON.stringify(given)],
    { env: { PYTHONPATH: PYTHON_PATH, PYTHONDONTWRITEBYTECODE: '1' } },
  );
  return JSON.parse(stdout) as T;
}
