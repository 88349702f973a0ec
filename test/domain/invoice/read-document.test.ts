import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION } from '../../../src/contracts/codes.ts';
import { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { readDocument } from '../../../src/domain/invoice/stored-document.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { GOLDEN_DOCUMENTS } from '../../golden/documents/golden-documents.ts';

const document = Compile(InvoiceDocument);

describe.each(GOLDEN_DOCUMENTS)('an issued document of version $version', ({ version, text }) => {
  it('matches the current schema when it is read, with all its content', () => {
    const read = readDocument(text);
    expect([...document.Errors(read)]).toEqual([]);
    expect(read).toEqual({ ...(JSON.parse(text) as object), version });
  });
});

describe('a document', () => {
  it.each(GOLDEN_DOCUMENTS)(
    'that is issued now has version $version if it has only its members, and equals the golden one to the letter',
    ({ rules, input, text }) => {
      const issued = prepareInvoice(input, {
        organizationName: 'Talleres Ñandú SL',
        today: '2026-11-22',
        rules,
      });
      expect(issued.kind === 'prepared' ? JSON.stringify(issued.invoice.document) : issued.findings).toBe(
        text,
      );
    },
  );

  it.each([DOCUMENT_VERSION + 1, 0, -1, 1.5, '2', null, {}])(
    'of version %j is refused with a message that names the invoice',
    (version) => {
      const text = JSON.stringify({ ...(JSON.parse(GOLDEN_DOCUMENTS.at(-1)!.text) as object), version });
      expect(() => readDocument(text)).toThrow(
        `The issued document of invoice GOLD/2026-0001 has version ${JSON.stringify(version)}, which this release does not know (1 to ${DOCUMENT_VERSION})`,
      );
    },
  );
});
