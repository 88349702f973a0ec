import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { LONG } from '../support/long.ts';

const FILE = path.join(LOCAL, 'proven-patterns.json');

/**
 * Remembers answers that depend only on the given code and text, once per machine. The long form
 * computes them again.
 * @param code everything that the answer depends on besides the text: the version of a package,
 *   limits.
 */
export function rememberProofs(code: string, prove: (text: string) => boolean) {
  const known: Record<string, boolean> =
    !LONG && existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, boolean>) : {};
  const asked: Record<string, boolean> = {};
  return {
    prove(text: string): boolean {
      const key = hash('sha256', JSON.stringify([code, text]));
      return (asked[key] ??= known[key] ?? prove(text));
    },
    /** Keeps the answers that were used, and removes all others. */
    keep(): void {
      mkdirSync(LOCAL, { recursive: true });
      const unfinished = `${FILE}.${process.pid}`;
      writeFileSync(unfinished, JSON.stringify(asked));
      renameSync(unfinished, FILE);
    },
  };
}
