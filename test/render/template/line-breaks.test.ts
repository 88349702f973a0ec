import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeGaps, countLineBreaks } from '../../../src/render/template/line-breaks.ts';
import { buildDocument, buildLine } from '../support/build-invoice.ts';

describe('line breaks in texts', () => {
  it('are reduced to at most one empty line, and no other line is removed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', ' ', '\u{a0}', 'a', 'b c')), (lines) => {
        const closed = closeGaps(lines.join('\n')).split('\n');
        const saying = (line: string): boolean => line.trim() !== '';
        expect(closed.filter(saying)).toEqual(lines.filter(saying));
        expect(closed.some((line, index) => index > 0 && !saying(line) && !saying(closed[index - 1]!))).toBe(
          false,
        );
      }),
    );
  });

  it('are counted in all texts of an invoice, and count as none above 10,000', () => {
    const document = buildDocument({
      footerNote: 'a\nb',
      paymentMethodInfo: 'a\n\nb',
      lines: [buildLine({ notes: '\n\n\n' }), buildLine()],
    });
    expect(countLineBreaks(document)).toBe(6);
    expect(countLineBreaks({ ...document, footerNote: '\n'.repeat(9995) })).toBe(10_000);
    expect(countLineBreaks({ ...document, footerNote: '\n'.repeat(9996) })).toBe(0);
  });
});
