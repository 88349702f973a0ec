import { execFileSync } from 'node:child_process';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';

/**
 * @returns the file name that a block of program code starts with; null if the block is not a
 *   program.
 */
export function nameProgram(text: string): string | null {
  return /^(?:<\?php\n)?(?:\/\/|#) ([\w-]+\.(?:sh|ts|py|php)): /.exec(text)?.[1] ?? null;
}

/**
 * For each interpreter: why it cannot be used on this machine, or null. Node is always available.
 */
const RUNTIMES: Readonly<Record<string, () => string | null>> = {
  python3: () => (findExecutable(['python3']) ? null : 'this machine has no python3'),
  php: findNoPhp,
};

function findNoPhp(): string | null {
  const php = findExecutable(['php']);
  if (!php) return 'this machine has no php';
  const loaded = execFileSync(php, ['-r', 'echo extension_loaded("curl") ? "curl" : "";'], {
    encoding: 'utf8',
  });
  return loaded === 'curl' ? null : 'the php of this machine lacks its curl extension';
}

/** @returns why lines of a document cannot be run on this machine; null if they can. */
export function findMissingRuntime(script: string): string | null {
  const [, word = ''] = /^(python3|php) /m.exec(script) ?? [];
  return RUNTIMES[word]?.() ?? null;
}
