import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildFileName, buildFileNames } from '#src/deliver/file-names.ts';
import { growthOf } from '../support/growth.ts';

/** Possible invoice numbers, and names for which file systems have rules. */
const anyNumber = fc.oneof(
  fc.stringMatching(/^[!-~]{1,60}$/),
  fc.constantFrom('CON', 'nul', 'COM1', 'lpt9', 'Aux.2026', 'con/1', 'A.', 'A ', 'A-2', 'a', 'A', '...', '/'),
);
/** Microsoft, "Naming Files, Paths, and Namespaces". */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

describe('file names of documents', () => {
  it('are valid on every file system and unique without regard to case', () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { minLength: 1, maxLength: 40 }), (numbers) => {
        const names = buildFileNames(numbers, 'xml');
        for (const name of names) {
          expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*\.xml$/);
          expect(name).not.toMatch(RESERVED);
        }
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(numbers.length);
      }),
    );
  });

  it('keep the characters of an invoice number that a file name may contain', () => {
    const numbers = ['F-2026.7_a', '2026/0001', ' A 1 ', 'CON', 'con.1', 'COM10', 'Lpt1'];
    expect(numbers.map((number) => buildFileName(number, 'pdf'))).toEqual([
      'F-2026.7_a.pdf',
      '2026-0001.pdf',
      'A-1-.pdf',
      'invoice-CON.pdf',
      'invoice-con.1.pdf',
      'COM10.pdf',
      'invoice-Lpt1.pdf',
    ]);
  });

  it('do not get a suffix that makes them equal to another invoice number', () => {
    expect(buildFileNames(['A', 'a', 'A-2', 'A-2', 'A'], 'pdf')).toEqual([
      'A.pdf',
      'a-3.pdf',
      'A-2.pdf',
      'A-2-2.pdf',
      'A-4.pdf',
    ]);
  });

  it.each([
    ['are all the same', () => '/'],
    ['collide with names that already have a suffix', (index: number) => (index % 2 ? `A-${index}` : 'A')],
  ])('are built in time that grows linearly with their number when they %s', async (_how, build) => {
    const work = (size: number) =>
      buildFileNames(
        Array.from({ length: size }, (_, index) => build(index)),
        'pdf',
      );
    expect(await growthOf(work, { small: 2000, large: 16_000 })).toBeLessThan(24);
  });
});
