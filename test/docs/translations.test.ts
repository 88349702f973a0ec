import { expect, it } from 'vitest';
import { listBlocks, readProse } from './support/documents.ts';

/*
 * Pages in English and their Spanish twins say the same: their commands, codes and linked files are
 * equal. People compare the words.
 */

const TWINS = [
  ['docs/sii.md', 'docs/suministro-inmediato.md'],
  ['docs/spfe.md', 'docs/solucion-publica.md'],
  ['docs/electronic-invoices.md', 'docs/facturas-electronicas.md'],
] as const;
/** The English page of each Spanish one, by file name. */
const ENGLISH = new Map<string, string>(
  [...TWINS, ['docs/guide.md', 'docs/guia.md'], ['docs/recipes.md', 'docs/recetas.md']].map(
    ([english, spanish]) => [spanish.slice('docs/'.length), english.slice('docs/'.length)],
  ),
);

const sort = (texts: readonly string[]) => texts.toSorted((one, other) => (one < other ? -1 : 1));
const listWords = (document: string) =>
  sort([...readProse(document).matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
/** Lists the files that a page links to, without its twin. Headings of a translated page differ. */
const listFiles = (document: string) =>
  sort(
    [...readProse(document).matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(([, file]) => ENGLISH.get(file!) ?? file!)
      .filter((file) => !TWINS.some((pages) => `docs/${file}` === pages[0])),
  );
/** Lists the blocks without reasons, which are translated. */
const listCommands = (document: string) =>
  listBlocks(document).map(({ language, text }) => [language, text.replaceAll(/'[^']*'/g, "''")]);

it.each(TWINS)('%s and %s have the same commands, codes and linked files', (english, spanish) => {
  expect(listCommands(spanish)).toEqual(listCommands(english));
  expect(listWords(spanish)).toEqual(listWords(english));
  expect(listFiles(spanish)).toEqual(listFiles(english));
});
