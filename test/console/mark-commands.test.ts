import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../ops/cli/commands.ts';
import { COMMAND_WORDS, markCommands } from '../../src/console/operations/mark-commands.ts';

/** The commands that the program for operators has. */
let programs: Map<string, Command>;
beforeAll(async () => {
  const loaded = Object.entries(COMMANDS).map(async ([name, load]): Promise<[string, Command]> => [
    name,
    (await load()).command,
  ]);
  programs = new Map(await Promise.all(loaded));
});

function listWords(name: string, command: Command): string[] {
  return [name, ...command.commands.flatMap((below) => listWords(below.name(), below))];
}

const marked = (text: string) =>
  [
    ...markCommands(text)
      .toString()
      .matchAll(/<code>(.*?)<\/code>/g),
  ].map(([, code]) => code!.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));

describe('a command in a text of the page', () => {
  it('is found by the words that the commands have', () => {
    const words = [...programs].flatMap(([name, command]) => listWords(name, command));
    expect(COMMAND_WORDS).toEqual([...new Set(words)].toSorted());
  });

  it.each([
    ['npm run engine -- chains resume 2', ' resumes it'],
    ['npm run engine -- chains', ' shows why'],
    ['npm run engine -- chains send 1234567 --reason …', ' sends it'],
    ['npm run engine -- audit --act organization.pause', ' shows who and why'],
    ['npm run engine -- org certificate add 7 …', ' with a new certificate, which is used'],
    ['npm run engine -- org issuer 7 B12345674 --address …', ''],
    ['npm run engine -- org resume 7', ''],
    ['npm run engine -- operator password ana.lopez@example.com', '. If the authenticator is wrong:'],
    ['npm run engine -- operator role ana --role act', ''],
    ['npm run engine -- queues resume large-pdfs --reason …', '; afterwards'],
    ['npm run engine -- backup --output <directory>', ''],
    ['npm run engine -- invoice resend 1234567 --recipient-outside-census --reason …', '; then'],
    ['npm run engine -- verify-chain', ' names the places'],
    ['npm run migrate', ', which creates it'],
    ['select pg_terminate_backend(4711)', ' in psql'],
  ])('is marked as a whole, without the sentence: %s', (command, rest) => {
    expect(marked(`first ${command}${rest}`)).toEqual([command]);
  });

  it('is marked with every word that it has, wherever a text names one', () => {
    const files = globSync('src/{console,operate,platform,submit}/**/*.ts');
    const texts = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/npm run engine -- [^'`\n]*/g)].map(([text]) => text),
    );
    expect(texts.length).toBeGreaterThan(40);
    for (const text of texts) {
      const filled = text.replaceAll(/\$\{[^}]*login\}/g, 'ana').replaceAll(/ ?\$\{[^}]*\}/g, ' 7');
      const [command = ''] = marked(filled);
      const [, after = ''] = /^(?: ([^\s.,;:)]+))?/.exec(filled.slice(command.length)) ?? [];
      const [first = '', ...words] = command.split(' ').slice(4);
      let program = programs.get(first);
      for (const word of words) program = program?.commands.find((below) => below.name() === word) ?? program;
      const isLeftOut =
        program === undefined ||
        /^(?:--|\d)/.test(after) ||
        program.commands.some((below) => below.name() === after);
      expect([text, isLeftOut]).toEqual([text, false]);
    }
  });
});
