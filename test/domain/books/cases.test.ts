import { describe, expect, it } from 'vitest';
import { enterInvoice } from '../../../src/domain/books/enter-invoice.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { BOOK_CASES, byLetter, expectedRows, parametersOf, type BookCase } from '../support/book-cases.ts';

const CONTEXT = { organizationName: 'Org', today: '2026-11-24' };

function prepare(input: BookCase['invoices'][number]): InvoiceDocument {
  const prepared = prepareInvoice(input, CONTEXT);
  if (prepared.kind === 'refused') throw new Error(JSON.stringify(prepared.findings));
  return prepared.invoice.document;
}

function enter(given: BookCase) {
  const documents = given.invoices.map(prepare);
  return documents.map((document) => {
    const state = given.states?.[document.number];
    const replaced = document.rectification?.method === 'substitution' ? document.rectification.invoices : [];
    const collections = given.collections?.filter(({ number_serie: number }) => number === document.number);
    return {
      number: document.number,
      ...enterInvoice(
        {
          document,
          externalInvoiceId: null,
          annulledOn: state?.annulled_on ?? null,
          isAnnulmentRefused: false,
          isRejected: state?.verifactu_state === 'rejected',
          replaced: replaced.map(({ number, issueDate }) => ({
            number,
            issueDate,
            document: documents.find((other) => other.number === number)!,
            isAnnulled: false,
          })),
          collections: collections?.map(({ iban, ...rest }) => ({ ...rest, account: iban })) ?? null,
        },
        { book: given.book, parameters: parametersOf(given) },
      ),
    };
  });
}

describe("the cases of AEAT's book of issued invoices", () => {
  it('name each case once', () => {
    expect(new Set(BOOK_CASES.map(({ id }) => id)).size).toBe(BOOK_CASES.length);
  });

  it.each(BOOK_CASES.map((one) => [one.title, one] as const))('%s', (_, given) => {
    const entries = enter(given);
    expect(entries.flatMap(({ rows }) => rows.map(byLetter))).toEqual(expectedRows(given));
    const excluded = entries.filter(({ notes }) => notes.some(({ isExcluded }) => isExcluded));
    expect(excluded.map(({ number }) => number)).toEqual(given.expected.excluded ?? []);
  });
});
