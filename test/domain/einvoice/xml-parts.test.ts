import * as fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { buildDocumentWriter, each, leaf, parent } from '../../../src/domain/xml/parts.ts';

type Item = { readonly text: string | undefined; readonly note: string };

const write = buildDocumentWriter<readonly Item[]>(
  'r',
  { '': 'urn:r' },
  each(
    (items) => items,
    parent<Item>(
      'i',
      leaf('t', ({ text }) => text, { n: ({ note }) => note, currencyID: (_, currency) => currency }),
    ),
  ),
);

/** Texts that the API accepts contain no characters that XML does not allow. */
const texts = fc
  .string({ unit: 'grapheme' })
  // oxlint-disable-next-line no-control-regex
  .filter((text) => !/[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/.test(text));

describe('the writer of XML', () => {
  it('writes every text and attribute so that a parser reads the same, and no empty element', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.option(texts, { nil: undefined }), note: texts })),
        (items) => {
          using document = XmlDocument.fromString(write(items, 'EUR'));
          const written = items.filter(({ text }) => text !== undefined && text !== '');
          const leaves = document.find('//r:t', { r: 'urn:r' });
          expect(leaves.map((node) => node.content)).toEqual(written.map(({ text }) => text));
          expect(document.find('//r:t/@n', { r: 'urn:r' }).map((node) => node.content)).toEqual(
            written.map(({ note }) => note),
          );
          expect(document.find('//*[not(node())][not(self::r:r)]', { r: 'urn:r' })).toEqual([]);
        },
      ),
    );
  });
});
