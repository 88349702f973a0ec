import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_DOCUMENTS, DOCUMENTS, listBlocks, readProse } from './support/documents.ts';
import { type Call, listCalls, listToldCalls, readHelp, SCRIPTS } from './support/help.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Documents that may name files and variables of the past or of rejected designs. */
const TODAY = ALL_DOCUMENTS.filter((name) => name !== 'CHANGELOG.md' && !name.startsWith('ops/adr/'));

/**
 * Returns the inline code of a document and the lines of its shell blocks, with continuation lines
 * joined.
 */
function listCode(document: string): string[] {
  const inline = [...readProse(document).matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  const blocks = listBlocks(document).filter(({ language }) => language === 'sh');
  return [...inline, ...blocks.flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'))];
}

/** What programs, rules and manifests tell operators. The lab is for maintainers. */
const TOLD = globSync(
  [
    '{src,workers,migrations,ops}/**/*.{ts,js,sql,yml,yaml,json,service,timer}',
    'ops/docker/{Dockerfile,*.sh}',
    'docker-compose.yml',
  ],
  { cwd: ROOT, exclude: ['**/node_modules/**', 'labs/**'] },
);
/** A command that a message computes can be checked only if the whole command stands in each of its alternatives. */
const COMPUTED = /npm run \$\{/;

const calls = TODAY.flatMap((document) => listCode(document).flatMap(listCalls));
const unique = [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];

/** Words that follow a command in a sentence. */
const PROSE = new Set(['again', 'as', 'lists', 'no', 'show', 'shows']);

/** Returns the errors of a call: commands or options that the program's help does not contain. */
async function findFaults({ script, words }: Call): Promise<string[]> {
  const options = words.flatMap((word) => /^--[a-z][a-z0-9-]*/.exec(word) ?? []);
  const commands: string[] = [];
  for (const word of words) {
    const help = await readHelp(script, commands);
    if (!help.includes('\nCommands:') || !/^[a-z][a-z-]*$/.test(word) || PROSE.has(word)) break;
    if (!new RegExp(`^  ${word}\\b`, 'm').test(help))
      return [`${script}: there is no command ${[...commands, word].join(' ')}`];
    commands.push(word);
  }
  if (options.length === 0) return [];
  // A program with a default command also has that command's options.
  const own = await readHelp(script, commands);
  const help = commands.join(' ') === 'chains' ? own + (await readHelp(script, ['chains', 'list'])) : own;
  const isKnown = (option: string) => new RegExp(`${option}(?![\\w-])`).test(help);
  return options.filter((option) => !isKnown(option)).map((option) => `${script}: there is no ${option}`);
}

describe('the commands in the documents', () => {
  it('call only scripts in package.json', () => {
    expect(unique.map(({ script }) => script).filter((script) => !(script in SCRIPTS))).toEqual([]);
    expect(unique.length).toBeGreaterThan(40);
  });

  it(
    'use only commands and options that the help of the program contains',
    { timeout: 120_000 },
    async () => {
      const faults: string[] = [];
      for (const call of unique) faults.push(...(await findFaults(call)));
      expect(faults).toEqual([]);
      const wrong = ['orgs', 'org certificate ad', 'org issuers 1 --onl X'].map((line) => line.split(' '));
      for (const words of wrong) expect(await findFaults({ script: 'engine', words })).toHaveLength(1);
      expect(await findFaults({ script: 'org', words: ['creat'] })).toHaveLength(1);
      expect(await findFaults({ script: 'start', words: ['--no-samples'] })).toHaveLength(1);
    },
  );
});

describe('the commands in messages, rules and manifests', () => {
  const told = TOLD.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

  it('are written out, so that they can be checked', () => {
    expect(told.filter(({ text }) => COMPUTED.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('exist with their options, as in the documents', { timeout: 120_000 }, async () => {
    const all = told.flatMap(({ file, text }) => listToldCalls(text).map((call) => ({ file, call })));
    expect(all.length).toBeGreaterThan(100);
    const faults: string[] = [];
    for (const { file, call } of all) {
      const found = call.script in SCRIPTS ? await findFaults(call) : [`there is no script ${call.script}`];
      faults.push(...found.map((fault) => `${file}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

describe('the documents', () => {
  const sources = globSync('{src,labs,ops,packages,test,workers,clients}/**/*.{ts,js,json,sh}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })
    .concat('package.json', 'docker-compose.yml', 'ops/docker/Dockerfile', '.ci/run')
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');

  it.each(TODAY)('name only environment variables that some source file contains: %s', (document) => {
    const names = listCode(document).flatMap(
      (code) => code.match(/\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g) ?? [],
    );
    const isKnown = (name: string) => sources.includes(name.replace(/_FILE$/, ''));
    expect([...new Set(names)].filter((name) => !isKnown(name))).toEqual([]);
  });

  it.each(DOCUMENTS)('name only files that exist: %s', (document) => {
    const code = [...readProse(document).matchAll(/`([^`\s]+)`/g)].map(([, text]) => text!);
    const files = code.filter((text) =>
      /^(src|labs|ops|packages|test|workers|migrations|docs|clients)\/[\w/.-]+$/.test(text),
    );
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});
