import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_DOCUMENTS, DOCUMENTS, listBlocks, readProse } from './support/documents.ts';
import { type Call, listCalls, readHelp, SCRIPTS } from './support/help.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Documents that may name files and variables of the past or of rejected designs. */
const TODAY = ALL_DOCUMENTS.filter((name) => name !== 'CHANGELOG.md' && !name.startsWith('ops/adr/'));

/** Returns the inline code of a document and the lines of its shell blocks, with continuation lines joined. */
function listCode(document: string): string[] {
  const inline = [...readProse(document).matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  const blocks = listBlocks(document).filter(({ language }) => language === 'sh');
  return [...inline, ...blocks.flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'))];
}

const calls = TODAY.flatMap((document) => listCode(document).flatMap(listCalls));
const unique = [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];

/** Returns the errors of a call: commands or options that the program's help does not contain. */
async function findFaults({ script, words }: Call): Promise<string[]> {
  const options = words.flatMap((word) => /^--[a-z][a-z0-9-]*/.exec(word) ?? []);
  const commands: string[] = [];
  for (const word of words) {
    const help = await readHelp(script, commands);
    if (!help.includes('\nCommands:') || !/^[a-z][a-z-]*$/.test(word)) break;
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

describe('the documents', () => {
  const sources = globSync('{src,ops,test,workers,clients}/**/*.{ts,js,json,sh}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })
    .concat('package.json', 'docker-compose.yml', 'ops/docker/Dockerfile')
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
      /^(src|ops|test|workers|migrations|docs|clients)\/[\w/.-]+$/.test(text),
    );
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('list exactly the existing folders of src in docs/architecture.md', () => {
    const [tree] = listBlocks('docs/architecture.md').filter(({ text }) => text.startsWith('src/server.ts'));
    const rows = tree!.text.trim().split('\n');
    const folders = rows.flatMap((row) => {
      const [first = '', ...more] = row.split(/ {2,}/)[0]!.split(' ');
      return [first, ...more.map((name) => `src/${name}`)];
    });
    expect(folders.filter((folder) => !existsSync(path.join(ROOT, folder)))).toEqual([]);
    const own = globSync('src/*', { cwd: ROOT });
    const isNamed = (name: string) => folders.some((folder) => folder.replace(/\/$/, '') === name);
    expect(own.filter((name) => !isNamed(name))).toEqual([]);
  });
});
