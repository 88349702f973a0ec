import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import type { CreditInput } from '../../../../src/contracts/v2/credit-members.ts';
import {
  addGroups,
  type GroupAmounts,
  readGroups,
} from '../../../../src/domain/invoice/credit/credit-groups.ts';
import { creditInvoice, type EarlierCredits } from '../../../../src/domain/invoice/credit/credit-invoice.ts';
import { amountOf, type CreditedLine, unitsOf } from '../../../../src/domain/invoice/credit/credit-lines.ts';
import { prepareInvoice } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { formatDecimal, negateDecimal } from '../../../../src/domain/money/decimals.ts';
import { runsOf } from '../../../support/long.ts';
import { nearlyValidV2Inputs } from '../../support/arbitrary-v2-inputs.ts';
import { TODAY } from '../../support/inputs.ts';

const CONTEXT = { organizationName: 'Org', today: TODAY } as const;
const RUNS = runsOf(1500);
const REQUEST: CreditInput = { reason: 'Devolución', number_serie: 'R/1' };
const UNCREDITED: EarlierCredits = { lines: new Map(), groups: new Map() };

/** Invoices of all kinds that the rules accept. */
const documents: fc.Arbitrary<InvoiceDocument> = nearlyValidV2Inputs
  .map((input) => prepareInvoice(input, CONTEXT))
  .filter((prepared) => prepared.kind === 'prepared')
  .map(({ invoice }) => invoice.document);

/** Credits a part of an invoice. @returns the credit, or the messages of its refusal. */
function credit(
  original: InvoiceDocument,
  request: CreditInput,
  earlier: EarlierCredits,
): { readonly document: InvoiceDocument; readonly after: EarlierCredits } | readonly string[] {
  const credited = creditInvoice(original, 7, request, earlier, CONTEXT);
  if (credited.kind === 'refused') return credited.findings.map(({ message }) => message.en);
  const prepared = prepareInvoice(credited.input, CONTEXT);
  if (prepared.kind === 'refused') throw new Error('A credit that was prepared is refused');
  const { document } = prepared.invoice;
  const lines = new Map<number, CreditedLine>(earlier.lines);
  for (const { place, units, amount } of credited.steps) {
    const before = lines.get(place) ?? { units: 0n, amount: 0n };
    lines.set(place, { units: before.units + units, amount: before.amount + amount });
  }
  return { document, after: { lines, groups: addGroups(earlier.groups, readGroups(document.groups)) } };
}

const negated = (amounts: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));

/** Returns the groups with amounts. A group without any, as of a free line, needs no credit. */
const listCharged = (groups: Parameters<typeof readGroups>[0]) =>
  [...readGroups(groups)].filter(([, amounts]) => Object.values(amounts).some((amount) => amount !== 0n));

/**
 * Whether AEAT allows no rectification: regime 10 needs the type F1, and regime 14 a day of the
 * operation after today.
 */
const isExcused = (message: string) => /regime 1[04]/i.test(message);

describe('a credit of a whole invoice', () => {
  it('is exactly the negative of its tax groups and totals', () => {
    fc.assert(
      fc.property(documents, (original) => {
        const credited = credit(original, REQUEST, UNCREDITED);
        if (!('document' in credited)) return credited.every(isExcused);
        const { document } = credited;
        expect(Object.fromEntries(listCharged(document.groups))).toEqual(
          Object.fromEntries(listCharged(original.groups).map(([key, amounts]) => [key, negated(amounts)])),
        );
        const { base, tax, total, surcharge, foreignTax, euro, withholdings } = original.totals;
        const negate = (amount: string | undefined) => amount && negateDecimal(amount);
        // A sum of 0 can be that of a group without amounts, which needs no credit.
        const isCharged = (amount: string | undefined) => amount !== undefined && amount !== '0.00';
        expect(document.totals).toMatchObject({
          base: negate(base),
          tax: negate(tax),
          total: negate(total),
          ...(isCharged(surcharge) && { surcharge: negate(surcharge) }),
          ...(isCharged(foreignTax) && { foreignTax: negate(foreignTax) }),
          ...(euro && { euro: { total: negate(euro.total) } }),
          withholdings: withholdings.map((each) => ({
            rate: each.rate,
            base: negate(each.base),
            amount: negate(each.amount),
          })),
        });
        expect(document.rectification).toMatchObject({ method: 'differences', reason: 'Devolución' });
        expect(document.operationDate ?? document.issueDate).toBe(
          original.operationDate ?? original.issueDate,
        );
        expect(document.recipient).toEqual(original.recipient);
        expect(document.otherRecipients).toEqual(original.otherRecipients);
        expect(document.addressee).toEqual(original.addressee);
        return true;
      }),
      { numRuns: RUNS },
    );
  });

  it('is refused a second time', () => {
    fc.assert(
      fc.property(documents, (original) => {
        const first = credit(original, REQUEST, UNCREDITED);
        fc.pre('document' in first);
        if (!('document' in first)) return;
        expect(credit(original, REQUEST, first.after)).not.toHaveProperty('document');
        fc.pre(original.totals.base !== '0.00');
        const { groups } = first.after;
        expect(credit(original, REQUEST, { lines: new Map(), groups })).not.toHaveProperty('document');
      }),
      { numRuns: RUNS / 5 },
    );
  });
});

describe('credits of parts of an invoice', () => {
  /** A part of a line: a line and, of 12 parts of its units or of its amount, how many. */
  const parts = fc.array(
    fc.record({ line: fc.nat(), twelfths: fc.integer({ min: 1, max: 12 }), isAmount: fc.boolean() }),
    { minLength: 1, maxLength: 8 },
  );
  const stepOf = (line: InvoiceDocument['lines'][number], part: { twelfths: number; isAmount: boolean }) => {
    const twelfths = BigInt(part.twelfths);
    const amount = (amountOf(line) < 0n ? -amountOf(line) : amountOf(line)) * twelfths;
    return part.isAmount
      ? { amount: formatDecimal(amount / 12n, 2, 2) }
      : { units: formatDecimal((unitsOf(line) * twelfths) / 12n, 6, 0) };
  };
  const isLeft = (original: GroupAmounts, left: GroupAmounts) =>
    Object.entries(left).every(([name, amount]) => {
      const whole = original[name] ?? 0n;
      return whole < 0n ? amount <= 0n && amount >= whole : amount >= 0n && amount <= whole;
    });

  it('never add up to more than the invoice, in any line or tax group', () => {
    let accepted = 0;
    fc.assert(
      fc.property(documents, parts, (original, chosen) => {
        let earlier = UNCREDITED;
        for (const part of chosen) {
          const place = part.line % original.lines.length;
          const line = original.lines[place]!;
          const request = { ...REQUEST, lines: [{ line: place + 1, ...stepOf(line, part) }] };
          const credited = credit(original, request, earlier);
          if (!('document' in credited)) continue;
          accepted += 1;
          earlier = credited.after;
          const whole = readGroups(original.groups);
          for (const [key, left] of addGroups(whole, earlier.groups))
            expect(isLeft(whole.get(key) ?? {}, left), `${key} of ${original.number}`).toBe(true);
          const { units, amount } = earlier.lines.get(place)!;
          expect(units <= unitsOf(line)).toBe(true);
          expect(amount * amount <= amountOf(line) * amountOf(line)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 2);
  });
});
