import { describe, expect, it } from 'vitest';
import { trackReplacements } from '../../../src/domain/invoice/replacements.ts';
import { findRectifiedProblems } from '../../../src/domain/invoice/resolve-rectified.ts';
import type { Rectifying } from '../../../src/domain/invoice/rectifying.ts';
import { TODAY } from '../support/inputs.ts';
import { buildOriginal } from '../support/originals.ts';

const own = (type: 'F3' | 'R5'): Rectifying => ({
  type,
  issuerNif: 'B12345674',
  issueDate: TODAY,
  operationDate: null,
  rates: [],
  isSubstitution: false,
  needsReplaced: false,
  hasOtherOriginals: false,
});
const plain = (text: string) => ({ en: text, es: text });
const name = (ids: readonly number[]) =>
  ids.map((id, place) => ({ id, place, field: `replaces[${place}]`, label: plain('Replaced invoice') }));

describe('trackReplacements', () => {
  it('refuses an F3 and an R5 of what an earlier F3 of the batch replaces, also through R5', () => {
    const found = new Map(
      [5, 6, 7, 8, 9].map((id) => [id, buildOriginal(id, { type: id < 8 ? 'F2' : 'R5' })] as const),
    );
    const leads = { links: new Map([[8, [6]]]), unread: [] };
    const replacements = trackReplacements(leads, new Map([[7, 70]]));
    const problems = (type: 'F3' | 'R5', ids: readonly number[]) =>
      findRectifiedProblems(own(type), { originals: name(ids), numbered: [] }, { found, replacements }).map(
        ({ message }) => message.en,
      );
    const add = (id: number, type: 'F3' | 'R5', ids: readonly number[], by: string) =>
      replacements.add({ id, type }, { originals: name(ids), numbered: [] }, () => plain(by));
    expect(problems('R5', [7])).toEqual([expect.stringContaining('is replaced by issued invoice 70')]);
    expect(problems('F3', [5, 6])).toEqual([]);
    add(9, 'R5', [8], 'an R5 of an R5');
    add(10, 'F3', [5, 6], 'the first');
    expect(problems('F3', [6])).toEqual([expect.stringContaining('is already replaced by the first')]);
    for (const id of [6, 8, 9])
      expect(problems('R5', [id])).toEqual([expect.stringContaining('is replaced by the first')]);
  });

  it('describes an invoice only for a message that names it', () => {
    const replacements = trackReplacements();
    const described: number[] = [];
    for (const id of [10, 11])
      replacements.add({ id, type: 'F3' }, { originals: name([id - 5]), numbered: [] }, () => {
        described.push(id);
        return plain(`invoice ${id}`);
      });
    expect(described).toEqual([]);
    expect([replacements.find(6), replacements.find(7)]).toEqual([plain('invoice 11'), null]);
    expect(described).toEqual([11]);
  });

  it('refuses an R5 that leads to invoices that were not read', () => {
    const found = new Map(
      [5, 8, 9].map((id) => [id, buildOriginal(id, { type: id === 5 ? 'F2' : 'R5' })] as const),
    );
    const replacements = trackReplacements({ links: new Map([[8, [5, 9]]]), unread: [9] });
    const codes = (id: number) =>
      findRectifiedProblems(own('R5'), { originals: name([id]), numbered: [] }, { found, replacements }).map(
        ({ code }) => code,
      );
    expect([codes(5), codes(8), codes(9)]).toEqual([[], ['too_many'], ['too_many']]);
  });
});
