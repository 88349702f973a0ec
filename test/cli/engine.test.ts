import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { VERSION } from '../../src/platform/config/software.ts';
import { ENGINE, runCli, runProgram } from '../support/run-cli.ts';

const NAMES = [...Object.keys(COMMANDS), 'completion'];
/** Each command starts Node.js and loads its modules again, on a machine that may be busy. */
const TIMEOUT_MS = 60_000;

describe('npm run engine', () => {
  it('shows all commands and their arguments as one tree in its help', { timeout: TIMEOUT_MS }, async () => {
    const { code, out, err } = await runProgram(ENGINE, ['--help'], {});
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect([...out.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name)).toEqual(NAMES);
    expect(await runProgram(ENGINE, ['--version'], {})).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
    expect(out).toMatch(/^ {4}certificate .*\n {6}add <organization> <file> /m);
    expect(out).toMatch(/^ {4}compare \[chain\] {2,}compare chains with AEAT/m);
  });

  it(
    'runs by the path of release 1.0.0, which deployments may name, with the same help',
    { timeout: TIMEOUT_MS },
    async () => {
      const help = await runProgram(ENGINE, ['--help'], {});
      expect(help.code).toBe(0);
      expect(await runProgram('ops/cli/main.ts', ['--help'], {})).toEqual(help);
    },
  );
});

/** Returns the completions that bash offers at the end of a line. */
type Ask = (script: string, line: string) => string[];

const askBash: Ask = (script, line) => {
  const program = [
    script,
    `read -ra COMP_WORDS <<<"$1"; [[ $1 == *' ' ]] && COMP_WORDS+=('')`,
    'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _engine; printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  return readLines('bash', ['--norc', '-c', program, 'bash', line]);
};

const askFish: Ask = (script, line) =>
  readLines('fish', ['--no-config', '--command', `${script}\ncomplete --do-complete='${line}'`]);

const readLines = (shell: string, args: readonly string[]) =>
  execFileSync(shell, args, { encoding: 'utf8' })
    .split(/(?:\t.*)?\n/)
    .filter(Boolean);

const write = async (shell: string) => {
  const { code, out, err } = await runCli('completion', [shell], {});
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

const OFFERED: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['engine ch', ['chains', 'check-invariants']],
  ['engine chains ', ['compare', 'list', 'renew', 'resume', 'send']],
  ['engine org certificate re', ['remove', 'reseal']],
  ['engine operator add ana --role ', ['act', 'view']],
  ['engine queues pause sm', ['small-batches', 'small-pdfs']],
  ['engine org rights 3 --ri', ['--rights']],
];

describe('the completions of npm run engine', () => {
  it.each([['bash', askBash], ...(findExecutable(['fish']) ? [['fish', askFish] as const] : [])] as const)(
    'offer commands, values and options in %s',
    { timeout: TIMEOUT_MS },
    async (shell, ask) => {
      const script = await write(shell);
      for (const [line, offered] of OFFERED) {
        // An option is offered only once its hyphens are typed.
        const found = ask(script, line).filter((word) => line.includes('--') || !word.startsWith('--'));
        expect([line, found.toSorted()]).toEqual([line, offered]);
      }
    },
  );

  it('contain those of bash in zsh, and every command in fish', { timeout: TIMEOUT_MS }, async () => {
    const [bash, zsh, fish] = [await write('bash'), await write('zsh'), await write('fish')];
    expect(zsh.endsWith(bash)).toBe(true);
    for (const name of NAMES)
      expect(fish).toContain(`--condition '__engine_is_at "engine"' --no-files --arguments ${name} `);
  });
});
