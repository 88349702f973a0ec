import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceInput as InvoiceInputV1 } from '../../../src/contracts/invoice-input.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { writeInvoice } from '../../../src/domain/invoice/stored-document.ts';
import { REQUEST_RULES } from '../../../src/domain/reading/request-rules.ts';
import { runsOf } from '../../support/long.ts';
import { nearlyValidInputs } from '../support/arbitrary-inputs.ts';
import { buildInput, buildLine, TODAY } from '../support/inputs.ts';

const RUNS = runsOf(3000);
// Dates of more than 30 days back, which version 1 accepts, need an organization that migrates.
const CONTEXT = { organizationName: 'Talleres Ñandú SL', today: TODAY, isMigrating: true };

/** Returns the stored document as text, or the fields of the findings. */
function issue(
  input: InvoiceInput,
  version: 1 | 2,
): { readonly text: string } | { readonly fields: string[] } {
  const prepared = prepareInvoice(input, { ...CONTEXT, rules: REQUEST_RULES[version] });
  if (prepared.kind === 'refused') return { fields: prepared.findings.map(({ field }) => field) };
  return { text: writeInvoice(prepared.invoice.document).text };
}

/**
 * Writes an invoice of version 1 as a client of version 2 would send it: with `issue_date` in place
 * of `operation_date`.
 */
function rename({ operation_date: date, ...same }: InvoiceInputV1): InvoiceInput {
  return { ...same, issue_date: date ?? null };
}

/**
 * The regimes whose tax version 1 cannot state completely: version 2 requires the margin, or names
 * the one-stop shop by its tax type.
 */
const ASKS_MORE = /^lines\[\d+\]\.(margin|tax_regime)$/;
const DEFERRED = ['14', '15'];
/** What a line of version 2 states by default under regime 03; version 1 cannot know it. */
const USED_GOODS = ',"secondHandKind":"used_goods"';
const withoutKind = (text: string) => text.replaceAll(USED_GOODS, '').replace(/^\{"version":\d,/, '{');

describe('an invoice of version 1', () => {
  it('with issue_date in place of operation_date becomes the same document through version 2, byte for byte', () => {
    let same = 0;
    fc.assert(
      fc.property(nearlyValidInputs, (input) => {
        const isDeferred = input.lines?.every(({ tax_regime: regime }) => DEFERRED.includes(regime ?? ''));
        const before = issue(input, 1);
        // With regimes 14 and 15 the date of version 1 is that of the operation.
        const after = issue(isDeferred ? input : rename(input), 2);
        if ('fields' in before) return true;
        if ('fields' in after) return after.fields.every((field) => ASKS_MORE.test(field));
        same += 1;
        return after.text.includes(USED_GOODS)
          ? withoutKind(after.text) === withoutKind(before.text)
          : after.text === before.text;
      }),
      { numRuns: RUNS },
    );
    // About a seventh of the inputs are valid.
    expect(same).toBeGreaterThan(RUNS / 20);
  });

  it('is refused by version 2 without the margin that version 1 cannot state', () => {
    const input = buildInput({ lines: [buildLine({ tax_regime: '03' })] });
    expect(issue(input, 1)).toHaveProperty('text');
    expect(issue(rename(input), 2)).toEqual({ fields: ['lines[0].margin'] });
  });

  it('becomes the same document if its decimals are strings', () => {
    const write = (value: unknown): unknown => {
      if (typeof value === 'number')
        return Number.isInteger(value) ? value : value.toFixed(6).replace(/0+$/, '');
      if (Array.isArray(value)) return value.map(write);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(member)]));
    };
    fc.assert(
      fc.property(nearlyValidInputs, (input) => {
        const sent = rename(input);
        expect(issue(write(sent) as InvoiceInput, 2)).toEqual(issue(sent, 2));
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});
