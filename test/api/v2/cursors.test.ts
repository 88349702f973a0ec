import { describe, expect, it } from 'vitest';
import { buildCursorAnswer, readCursorRequest } from '../../../src/api/v2/cursors.ts';
import type { ApiError } from '../../../src/contracts/api-error.ts';
import { BEGINNING } from '../../../src/api/reads/cursor-page.ts';

const LIST = { organizationId: 1, path: '/invoices', filter: { issuerNif: 'B12345674', updatedSince: null } };
const next = { at: 1_795_167_000_000_000, id: 17_003 };
const cursor = buildCursorAnswer({ items: [], next }, LIST).meta.next_cursor!;

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as ApiError).refusal.error;
  }
  return 'accepted';
}

describe('a cursor', () => {
  it('leads to the position after which it was issued', () => {
    expect(readCursorRequest({ limit: 25, cursor }, LIST)).toEqual({ limit: 25, before: next });
    expect(readCursorRequest({ limit: 25 }, LIST)).toEqual({ limit: 25, before: BEGINNING });
  });

  it.each([
    ['another organization', { ...LIST, organizationId: 2 }],
    ['another list', { ...LIST, path: '/invoice_batches' }],
    ['another filter', { ...LIST, filter: { ...LIST.filter, issuerNif: 'A12345674' } }],
    ['one filter less', { ...LIST, filter: { ...LIST.filter, issuerNif: null } }],
  ])('of %s is refused', (_what, list) => {
    expect(refusalOf(() => readCursorRequest({ limit: 25, cursor }, list))).toBe('wrong_cursor');
  });

  it('is refused with any one character changed, removed or added, and in another form', () => {
    const changed = cursor.split('').flatMap((sign, index) => {
      const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
      const others = ['A', 'z', '5', '-', '_', '=', '%'].filter((other) => other !== sign);
      return [before + after, ...others.map((other) => before + other + after), before + sign + sign + after];
    });
    const forms = [`${cursor}=`, `${cursor}A`, '', ' ', 'x'.repeat(100_000)];
    for (const given of [...changed, ...forms])
      expect({
        given,
        refusal: refusalOf(() => readCursorRequest({ limit: 25, cursor: given }, LIST)),
      }).toEqual({
        given,
        refusal: 'wrong_cursor',
      });
  });
});
