import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../../support/run-cli.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The npm scripts of the project, and those of its packages, which documents call with `-w`. */
export const SCRIPTS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...['packages/verifactu/package.json', 'package.json'].map(
    (file) => (JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as { scripts: object }).scripts,
  ),
);

/** A call of an npm script in a document. */
export type Call = {
  readonly script: string;
  /** The words after `--`, as a shell splits them if nothing is quoted. */
  readonly words: readonly string[];
};

/** Returns the calls of npm scripts in a line or in inline code. */
export function listCalls(code: string): Call[] {
  const found = code.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))((?: -- [^\n#]*)?)/g);
  const calls = [...found].map(([, named, bare, rest = '']) => {
    const words = rest.split(' ').slice(2);
    return { script: named ?? bare ?? '', words: words.filter((word) => word !== '') };
  });
  // Calls without npm, as in a container and on a server (ops/systemd/engine).
  const direct = code.matchAll(/(?:^engine|\bnode src\/cli\/main\.ts) ([a-z][^\n#]*)/g);
  const more = [...direct].map(([, words = '']) => ({
    script: 'engine',
    words: words.split(' ').filter((word) => word !== ''),
  }));
  return [...calls, ...more];
}

/**
 * Returns the calls of npm scripts in a source text. A call ends where a message goes on: at
 * punctuation, a quote, a placeholder or the end of the line.
 */
export function listToldCalls(text: string): Call[] {
  const found = text.matchAll(/\bnpm run ([a-z][\w-]*(?::[a-z]+)*)(?: -- ([^\n'"`<$(),;:.…]*))?/g);
  return [...found].map(([, script = '', rest = '']) => ({
    script,
    words: rest.split(/\s+/).filter((word) => word !== ''),
  }));
}

const helps = new Map<string, string>();

/** Returns the help of a script or of one of its commands; empty if the script has none. */
export async function readHelp(script: string, commands: readonly string[]): Promise<string> {
  const [, program, boot] =
    /((?:src\/cli|ops|test|clients)\/[\w/-]+\.(?:ts|js))(?: (\w+))?/.exec(SCRIPTS[script] ?? '') ?? [];
  if (program === undefined) return '';
  const args = [...(boot === undefined ? [] : [boot]), ...commands, '--help'];
  const key = [program, ...args].join(' ');
  const known = helps.get(key);
  if (known !== undefined) return known;
  const { code, out, err } = await runProgram(program, args, process.env);
  if (code !== 0) throw new Error(`${key} ended with ${code}: ${err}`);
  helps.set(key, out);
  return out;
}
