import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameBook } from '#src/deliver/books/book-name.ts';

const nameOf = (issuerName: string) =>
  nameBook({ issuerNif: 'B12345674', to: '2026-12-31', book: 'E' }, issuerName, 'csv');

describe('the name of the file of a book', () => {
  it('has year, NIF, book and name of the issuer, with blanks for what a file name cannot have', () => {
    expect(nameOf('=Ñandú/"Hijos"\r\nX: y, S.L.')).toBe('2026B12345674E=Ñandú Hijos X y, S.L.csv');
  });

  it('shortens a long name between characters, so that it can be encoded in a header', () => {
    expect(nameOf(`A${'😀'.repeat(119)}B`)).toBe(`2026B12345674EA${'😀'.repeat(119)}.csv`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        expect(() => encodeURIComponent(nameOf(name))).not.toThrow();
      }),
    );
  });
});
