import { execFileSync } from 'node:child_process';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';

/** @returns the name under which a reader keeps a block that begins with it, as programs do; null for what is no program. */
export function nameProgram(text: string): string | null {
  return /^(?:<\?php\n)?(?:\/\/|#) ([\w-]+\.(?:sh|ts|py|php)): /.exec(text)?.[1] ?? null;
}

/** Languages of programs, by the word that runs them; Node is there wherever the tests run. */
const RUNTIMES: Readonly<Record<string, () => string | null>> = {
  python3: () => (findExecutable(['python3']) ? null : 'there is no python3 on this machine'),
  php: findNoPhp,
};

function findNoPhp(): string | null {
  const php = findExecutable(['php']);
  if (!php) return 'there is no php on this machine';
  const loaded = execFileSync(php, ['-r', 'echo extension_loaded("curl") ? "curl" : "";'], {
    encoding: 'utf8',
  });
  return loaded === 'curl' ? null : 'the php of this machine lacks its curl extension';
}

/** @returns why lines of a document cannot be run here; null where they can. */
export function findMissingRuntime(script: string): string | null {
  const [, word = ''] = /^(python3|php) /m.exec(script) ?? [];
  return RUNTIMES[word]?.() ?? null;
}
