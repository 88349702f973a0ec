import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION, InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { readDocument } from '../../../src/domain/invoice/stored-document.ts';
import { GOLDEN_DOCUMENTS, GOLDEN_INPUT } from '../../golden/documents/golden-documents.ts';
import { documentOf } from '../support/inputs.ts';

const document = Compile(InvoiceDocument);

describe.each(GOLDEN_DOCUMENTS)('an issued document of version $version', ({ version, text }) => {
  it('is read as one of today, and says everything that it said', () => {
    const read = readDocument(text);
    expect([...document.Errors(read)]).toEqual([]);
    expect(read).toEqual({ ...(JSON.parse(text) as object), version });
  });
});

describe('a document', () => {
  it('that is issued today is, to the letter, the golden one of the newest version', () => {
    const issued = documentOf(GOLDEN_INPUT, { today: '2026-11-22' });
    expect(JSON.stringify(issued)).toBe(GOLDEN_DOCUMENTS.at(-1)!.text);
  });

  it.each([DOCUMENT_VERSION + 1, 0, -1, 1.5, '2', null, {}])(
    'of version %j is refused, with its number',
    (version) => {
      const text = JSON.stringify({ ...(JSON.parse(GOLDEN_DOCUMENTS.at(-1)!.text) as object), version });
      expect(() => readDocument(text)).toThrow(
        `The issued document of invoice GOLD/2026-0001 has version ${JSON.stringify(version)}, which this release does not know (1 to ${DOCUMENT_VERSION})`,
      );
    },
  );
});
