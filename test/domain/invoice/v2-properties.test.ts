import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { translateV1 } from '../../../src/domain/invoice/translate-v1.ts';
import { runsOf } from '../../support/long.ts';
import { nearlyValidInputs } from '../support/arbitrary-inputs.ts';
import { nearlyValidV2Inputs } from '../support/arbitrary-v2-inputs.ts';
import { prepareV1, TODAY } from '../support/inputs.ts';

const CONTEXT = { organizationName: 'Org', today: TODAY, version: 2 } as const;
const document = Compile(InvoiceDocument);
const input = Compile(InvoiceInput);

/*
 * Amounts are computed again with rational numbers (a numerator and a denominator), independently of the engine's scaled integers.
 */
type Ratio = readonly [numerator: bigint, denominator: bigint];
const ratio = (literal: number | string): Ratio => {
  const [integer = '', fraction = ''] = String(literal).split('.');
  return [BigInt(integer + fraction), 10n ** BigInt(fraction.length)];
};
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const over = ([a, b]: Ratio, [c, d]: Ratio): Ratio => (c < 0n ? [-a * d, -b * c] : [a * d, b * c]);
const plus = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const minus = (one: Ratio, [c, d]: Ratio): Ratio => plus(one, [-c, d]);
const sum = (ratios: readonly Ratio[]): Ratio => ratios.reduce(plus, [0n, 1n]);
const same = ([a, b]: Ratio, [c, d]: Ratio) => a * d === c * b;
const HUNDRED: Ratio = [100n, 1n];
/** Rounds half away from zero to cents. */
function cents([a, b]: Ratio): Ratio {
  const size = a < 0n ? -a : a;
  const rounded = (size * 200n + b) / (2n * b);
  return [a < 0n ? -rounded : rounded, 100n];
}
const money = (literal: string | undefined): Ratio => ratio(literal ?? '0.00');

/** Runs a check on each accepted invoice, and fails if too few are accepted. */
function eachAccepted(check: (accepted: InvoiceDocument, sent: InvoiceInput) => void): void {
  const runs = runsOf(1500);
  let accepted = 0;
  fc.assert(
    fc.property(nearlyValidV2Inputs, (candidate) => {
      const preparation = prepareInvoice(candidate, CONTEXT);
      if (preparation.kind === 'refused') return;
      accepted += 1;
      check(preparation.invoice.document, candidate);
    }),
    { numRuns: runs },
  );
  expect(accepted).toBeGreaterThan(runs / 10);
}

type Group = InvoiceDocument['groups'][number];
type Keyed = Pick<
  Group,
  | 'taxType'
  | 'regime'
  | 'operationKey'
  | 'exemptionCode'
  | 'rate'
  | 'surchargeRate'
  | 'taxCountry'
  | 'foreignRate'
>;
const keyOf = (each: Keyed) =>
  JSON.stringify([
    each.taxType,
    each.regime,
    each.operationKey,
    each.exemptionCode,
    each.rate,
    each.surchargeRate,
    each.taxCountry,
    each.foreignRate,
  ]);

describe('every accepted invoice of version 2', () => {
  it('has a document that matches its schema, whose tax groups have distinct keys', () => {
    eachAccepted((accepted) => {
      expect([...document.Errors(accepted)]).toEqual([]);
      expect(new Set(accepted.groups.map(keyOf)).size).toBe(accepted.groups.length);
    });
  });

  it('has line amounts of units × price × (1 − discount) − allowances, rounded once', () => {
    eachAccepted(({ lines }, sent) => {
      expect(lines).toHaveLength(sent.lines!.length);
      for (const line of lines) {
        const share = minus([1n, 1n], over(ratio(line.discountPercent ?? '0'), HUNDRED));
        const gross = cents(times(times(ratio(line.units), ratio(line.unitPrice)), share));
        const amount = minus(gross, sum((line.allowances ?? []).map((each) => money(each.amount))));
        for (const { percent, amount: allowed } of line.allowances ?? [])
          if (percent !== null)
            expect(same(cents(over(times(gross, ratio(percent)), HUNDRED)), money(allowed))).toBe(true);
        expect(same(amount, money(line.grossAmount ?? line.netAmount))).toBe(true);
      }
    });
  });

  it('has groups whose base is the sum of their net amounts, and whose taxes follow from it, from the sum with tax, from the margin or from the cost', () => {
    eachAccepted(({ lines, allowances = [], groups, pricesIncludeTax }) => {
      for (const group of groups) {
        const own = lines.filter((line) => keyOf(line) === keyOf(group));
        const parts = allowances.filter((part) => keyOf(part) === keyOf(group));
        const signed = (of: 'amount' | 'grossAmount') =>
          parts.map((part) => times(money(part[of]), [part.isCharge ? 1n : -1n, 1n]));
        const net = sum([...own.map((line) => money(line.netAmount)), ...signed('amount')]);
        const gross = sum([...own.map((line) => money(line.grossAmount)), ...signed('grossAmount')]);
        const tax = group.foreignTax ?? group.tax;
        const rate = over(ratio(group.foreignRate ?? group.rate ?? '0'), HUNDRED);
        const surcharge = over(ratio(group.surchargeRate ?? '0'), HUNDRED);
        const whole = plus([1n, 1n], plus(rate, surcharge));
        if (group.price !== undefined) {
          const margin = sum(own.map((line) => money(line.margin)));
          expect(same(net, money(group.price))).toBe(true);
          expect(same(cents(over(times(margin, rate), whole)), money(tax))).toBe(true);
          expect(same(minus(margin, money(tax)), money(group.base))).toBe(true);
        } else if (group.costBase !== undefined) {
          expect(same(sum(own.map((line) => money(line.costBase))), money(group.costBase))).toBe(true);
          expect(same(cents(times(money(group.costBase), rate)), money(tax))).toBe(true);
          expect(same(net, money(group.base))).toBe(true);
        } else {
          expect(same(net, money(group.base))).toBe(true);
          const from = pricesIncludeTax ? over(gross, whole) : net;
          expect(same(cents(times(from, rate)), money(tax))).toBe(true);
          expect(same(cents(times(from, surcharge)), money(group.surcharge))).toBe(true);
          if (pricesIncludeTax) {
            const charged = sum([money(group.base), money(tax), money(group.surcharge)]);
            expect(same(charged, gross)).toBe(true);
            // Each net amount is the exact share, rounded up or down.
            for (const line of own) {
              const [distance, unit] = minus(money(line.netAmount), over(money(line.grossAmount), whole));
              expect((distance < 0n ? -distance : distance) * 100n < unit).toBe(true);
            }
          }
        }
      }
    });
  });

  it('has a total that is the sum of its groups, and an amount to pay that follows from it', () => {
    eachAccepted(({ groups, totals, payment }) => {
      const total = sum(
        groups.map((group) =>
          group.price === undefined
            ? sum([money(group.base), money(group.tax), money(group.surcharge)])
            : money(group.price),
        ),
      );
      expect(same(total, money(totals.total))).toBe(true);
      expect(same(sum(groups.map((group) => money(group.foreignTax))), money(totals.foreignTax))).toBe(true);
      const withheld = sum(totals.withholdings.map(({ amount }) => money(amount)));
      const plusses = sum([
        money(totals.total),
        money(totals.foreignTax),
        money(totals.reimbursableExpenses ?? undefined),
      ]);
      expect(same(minus(minus(plusses, withheld), money(totals.prepaid)), money(totals.payable))).toBe(true);
      const due = payment?.due ?? [];
      if (due.length > 0)
        expect(same(sum(due.map(({ amount }) => money(amount))), money(totals.payable))).toBe(true);
    });
  });

  it('has euros in another currency that are each amount × rate, rounded once, and totals that are their sums', () => {
    eachAccepted(({ groups, totals, currency, exchangeRate }) => {
      expect(totals.euro === undefined).toBe(currency === undefined);
      if (exchangeRate === undefined || totals.euro === undefined) return;
      const rate = ratio(exchangeRate);
      for (const group of groups)
        for (const member of ['base', 'tax', 'surcharge', 'costBase', 'price'] as const)
          expect(same(cents(times(money(group[member]), rate)), money(group.euro![member]))).toBe(true);
      const euros = groups.map(({ euro }) =>
        euro!.price === undefined
          ? sum([money(euro!.base), money(euro!.tax), money(euro!.surcharge)])
          : money(euro!.price),
      );
      expect(same(sum(euros), money(totals.euro.total))).toBe(true);
    });
  });
});

describe('any invoice that matches the request schema of version 2', () => {
  it('is accepted or has findings with messages in ASCII that differ, and is not changed', () => {
    fc.assert(
      fc.property(nearlyValidV2Inputs, (candidate) => {
        expect(input.Check(candidate)).toBe(true);
        const before = structuredClone(candidate);
        const preparation = prepareInvoice(candidate, CONTEXT);
        expect(candidate).toEqual(before);
        const messages =
          preparation.kind === 'prepared' ? [] : preparation.findings.map(({ message }) => message);
        expect(preparation.kind === 'prepared' || messages.length > 0).toBe(true);
        expect(new Set(messages).size).toBe(messages.length);
        expect(messages.filter((message) => !/^[A-Z][ -~]*$/.test(message))).toEqual([]);
      }),
      { numRuns: runsOf(1000) },
    );
  });
});

describe('an invoice of version 1 and its translation', () => {
  /** Returns whether version 2 has the same rules: it requires a margin where version 1 cannot state one, and has regimes of IGIC and IPSI. */
  const isComparable = (lines: readonly { tax_regime?: unknown; tax_type?: unknown }[]) =>
    !lines.some(
      ({ tax_regime: regime, tax_type: type }) =>
        regime === '03' || regime === '05' || regime === '06' || type === 'igic' || type === 'psi',
    );

  it('have the same document, byte for byte, or are both refused', () => {
    let accepted = 0;
    fc.assert(
      fc.property(nearlyValidInputs, (candidate) => {
        if (!isComparable(candidate.lines ?? [])) return;
        const first = prepareV1(candidate, { organizationName: 'Org', today: TODAY });
        const second = prepareInvoice(translateV1(candidate), { ...CONTEXT, isMigrating: true });
        if (first.kind === 'prepared') {
          accepted += 1;
          expect(second.kind === 'prepared' ? JSON.stringify(second.invoice) : second.findings).toBe(
            JSON.stringify(first.invoice),
          );
        } else expect(second.kind).toBe('refused');
      }),
      { numRuns: runsOf(1500) },
    );
    expect(accepted).toBeGreaterThan(runsOf(1500) / 100);
  });
});
