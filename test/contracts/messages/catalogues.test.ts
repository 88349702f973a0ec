import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '../../../src/contracts/api-error.ts';
import { MESSAGES } from '../../../src/contracts/messages/format-message.ts';
import type { Text } from '../../../src/contracts/messages/texts.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CATALOGUES = 'src/contracts/messages';

/** Errors that only version 1 answers, or that are answered before a request has a version. */
const ENGLISH_ONLY = new Set([
  'not_http',
  'small_parameter',
  'unclear_search',
  'tunnel',
  'slow_request',
  'large_headers',
]);
/** Messages that consist of values and names that both languages share. */
const SHARED = new Set(['dir3_of', 'wrong_shape', 'correction_reason']);

type Catalogue = Readonly<Record<string, Text>>;
const isCatalogue = (value: unknown): value is Catalogue =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each?.en === 'string' && typeof each.es === 'string');

/** Lists the codes of every file of messages, also those that a later spread would hide. */
async function listCodes(): Promise<string[]> {
  const files = globSync(`${CATALOGUES}/*.ts`, { cwd: ROOT });
  const modules = await Promise.all(
    files.map((file) => import(path.join(ROOT, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((each) =>
    Object.values(each).flatMap((value) =>
      isCatalogue(value) && value !== MESSAGES ? Object.keys(value) : [],
    ),
  );
}

/** Returns whether sources name a code: as a literal, or by a template that begins or ends it. */
function openSearch(sources: readonly string[]): (code: string) => boolean {
  const literals = new Set<string>();
  const patterns = new Set<string>();
  for (const source of sources) {
    for (const [, literal] of source.matchAll(/['"`](\w+)['"`]/g)) literals.add(literal!);
    for (const [, start, end] of source.matchAll(/`(\w+_)?\$\{[^{}]*\}(_\w+)?`/g))
      if (start !== undefined || end !== undefined) patterns.add(`^${start ?? ''}\\w+${end ?? ''}$`);
  }
  const built = [...patterns].map((pattern) => new RegExp(pattern));
  return (code) => literals.has(code) || built.some((pattern) => pattern.test(code));
}

const readSources = (mentioned: RegExp) =>
  globSync('{src,workers,packages/verifactu/src}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.startsWith(`${CATALOGUES}/`))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .filter((source) => mentioned.test(source));

const holesOf = (template: string) =>
  [...new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].toSorted();

describe('the catalogues of messages', () => {
  const all = [...Object.entries<Text>(MESSAGES), ...Object.entries<Text>(ERROR_MESSAGES)];

  it('have each code once', async () => {
    expect((await listCodes()).toSorted()).toEqual(all.map(([code]) => code).toSorted());
  });

  it('have a text in English and in Spanish for every code, with the same values', () => {
    const wrong = all.filter(
      ([, { en, es }]) =>
        [en, es].some((text) => text === '' || text !== text.trim()) ||
        holesOf(en).join(' ') !== holesOf(es).join(' '),
    );
    expect(wrong).toEqual([]);
  });

  it('have other sentences in Spanish than in English', () => {
    const same = all.filter(([, { en, es }]) => en === es).map(([code]) => code);
    expect(same.toSorted()).toEqual([...ENGLISH_ONLY, ...SHARED].toSorted());
  });

  // Several messages are joined with semicolons, and some are parts of others.
  it('have no text that ends with a period or another mark that ends a sentence', () => {
    expect(all.filter(([, { en, es }]) => [en, es].some((text) => /[.;:!?]$/.test(text)))).toEqual([]);
  });

  it.each([
    // The reasons of the package verifactu-protocol for refusing a correction are codes, too.
    ['messages', MESSAGES, /\bformatMessage\b|\bRefusalReason\b/],
    ['errors', ERROR_MESSAGES, /./],
  ] as const)('have only %s that the sources use', (_what, catalogue, mentioned) => {
    const isUsed = openSearch(readSources(mentioned));
    expect(Object.keys(catalogue).filter((code) => !isUsed(code))).toEqual([]);
    expect(isUsed('code_that_nothing_uses')).toBe(false);
  });
});
