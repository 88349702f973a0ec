import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBody } from '#src/json/split-body.ts';
import { examineBody, examinePart, joinParts } from '#src/accept/examine-body.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { runsOf } from '../support/long.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';

const CONTEXT = {
  rules: FLAT_RULES,
  organizationName: 'Org SL',
  issuerNifs: null,
  isMigrating: false,
  today: '2026-11-21',
} as const;

function examineCut(body: Buffer, count = 2) {
  const parts = splitBody(body, count)?.map((part) => examinePart(Buffer.from(part.copy()), CONTEXT));
  return parts?.every((part) => part !== null) ? joinParts(parts) : null;
}

const build = (invoices: number, label?: string | null) => {
  const { invoices: list } = buildBatchBody(invoices, 'C', (index) => ({
    footer_note: index % 3 === 0 ? '},{"\\]}}[{' : 'ñ',
    ...(index % 4 === 1 && { issuer_nif: 'X' }),
    number_serie: `N${index % (invoices - 1)}`,
  })).invoice_batch;
  return { invoice_batch: { invoices: list, ...(label !== undefined && { external_batch_id: label }) } };
};

describe('a body that is split into parts', () => {
  it.each(['invoices', '"invoices":[{"', '[{"external_invoice_id":', '},{"external_invoice_id"'])(
    'is split between its invoices even when its external_batch_id looks like JSON: %s',
    (label) => {
      const body = Buffer.from(JSON.stringify(build(9, label)));
      expect(examineCut(body)).toEqual(examineBody(body, CONTEXT));
      expect(examineCut(body)).toMatchObject({ externalBatchId: label });
    },
  );

  it.each([
    { indent: undefined, parts: 2 },
    { indent: 2, parts: 2 },
    { indent: undefined, parts: 5 },
    { indent: 2, parts: 4 },
  ])('gives the same result as the whole body (indent $indent, $parts parts)', ({ indent, parts }) => {
    const body = Buffer.from(JSON.stringify(build(7, 'label'), null, indent));
    expect(splitBody(body, parts)).toHaveLength(parts);
    expect(examineCut(body, parts)).toEqual(examineBody(body, CONTEXT));
    expect(examineCut(body, parts)).toMatchObject({ kind: 'examined', externalBatchId: 'label' });
  });

  const label = '"external_batch_id":"one",';
  const whole = JSON.stringify(build(6));
  it.each([
    [
      'an external_batch_id in two parts',
      whole.replace('{"invoices"', `{${label}"invoices"`).replace(/\}\}$/, `,${label.slice(0, -1)}}}`),
    ],
    ['two arrays of invoices', whole.replace(/\]\}\}$/, '],"invoices":[]}}')],
    ['an array with another name', whole.replace('"invoices"', '"others"')],
    ['a comma after the last invoice', whole.replace(/\]\}\}$/, ',]}}')],
    ['characters after its end', `${whole}]}}`],
    ['two batches', whole.replace(/\}$/, ',"invoice_batch":{"invoices":[]}}')],
    ['a single invoice', JSON.stringify(build(1))],
    ['more than 1000 invoices', JSON.stringify(buildBatchBody(1001))],
  ])('with %s is examined as a whole', (_what, text) => {
    expect(examineCut(Buffer.from(text))).toBeNull();
  });

  it.each(['1.0000000000000000000001', '1e-400', '0.1000000000000000055511151231257827'])(
    'reports a number that a double cannot hold, like the whole body: %s',
    (literal) => {
      const body = Buffer.from(whole.replaceAll(/"unit_price":"?[\d.]+"?/g, `"unit_price":${literal}`));
      expect(body.toString()).toContain(literal);
      expect(examineCut(body, 3)).not.toBeNull();
      expect(examineCut(body, 3)).toEqual(examineBody(body, CONTEXT));
    },
  );

  it('gives the same result as the whole body after any random change', () => {
    const texts = [whole, JSON.stringify(build(4, null)), JSON.stringify(build(5, 'x'), null, 1)];
    const pieces = [
      ',',
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      '0',
      '1e-400',
      label,
      '"invoices":[',
      ']}}',
      '},{',
      'é',
      '',
    ];
    const change = fc.record({
      at: fc.nat({ max: 100_000 }),
      removed: fc.nat({ max: 3 }),
      piece: fc.constantFrom(...pieces),
    });
    let cuts = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.integer({ min: 2, max: 7 }),
        fc.array(change, { maxLength: 2 }),
        (text, count, changes) => {
          const changed = changes.reduce((now, { at, removed, piece }) => {
            const place = at % now.length;
            return now.slice(0, place) + piece + now.slice(place + removed);
          }, text);
          const body = Buffer.from(changed);
          const together = examineCut(body, count);
          if (together === null) return;
          cuts += 1;
          expect(together).toEqual(examineBody(body, CONTEXT));
        },
      ),
      { numRuns: runsOf(3000) },
    );
    expect(cuts).toBeGreaterThan(300);
  });
});
