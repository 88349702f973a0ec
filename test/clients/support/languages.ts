import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';

/* The clients in PHP and Python. `drivers` has a program in each language that runs the same actions. */

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

export const LANGUAGES: readonly Language[] = [
  { name: 'Python', program: findExecutable(['python3']), driver: 'driver.py' },
  { name: 'PHP', program: findPhp(), driver: 'driver.php' },
];
for (const { name } of LANGUAGES.filter(({ program }) => !program))
  console.warn(`${name} is not installed: the tests of its client are skipped`);

/** Runs an action of a driver. @param given its argument. @returns what it prints as JSON. */
export async function runDriver<T>({ program, driver }: Language, given: object): Promise<T> {
  const { stdout } = await promisify(execFile)(
    program!,
    [path.join(DRIVERS, driver), JSON.stringify(given)],
    { env: { PYTHONPATH: PYTHON_PATH, PYTHONDONTWRITEBYTECODE: '1' } },
  );
  return JSON.parse(stdout) as T;
}
