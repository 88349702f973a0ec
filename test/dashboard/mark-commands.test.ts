import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { COMMAND_WORDS, markCommands } from '#src/dashboard/operations/mark-commands.ts';

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
});
