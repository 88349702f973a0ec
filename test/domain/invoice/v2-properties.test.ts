import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { nearlyValidV2Inputs } from '../support/arbitrary-v2-inputs.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';

const CONTEXT = { organizationName: 'Org', today: TODAY } as const;
const document = Compile(InvoiceDocument);
const input = Compile(InvoiceInput);

/*
 * Amounts are computed again with rational numbers (a numerator and a denominator), independently
 * of the engine's scaled integers.
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
/**
 * Returns a function that rounds what an invoice charges: to whole units in the currency of these
 * tests that has no decimals, otherwise to cents.
 */
const roundingOf =
  ({ currency }: InvoiceDocument) =>
  (exact: Ratio): Ratio => {
    if (currency !== 'JPY') return cents(exact);
    const [rounded] = cents(over(exact, HUNDRED));
    return [rounded, 1n];
  };

/** States something about a document. */
type Claim = (what: string, holds: boolean) => void;

const RUNS = runsOf(1500);
const LEAST_ACCEPTED = RUNS / 10;

/**
 * Runs a check on each accepted invoice.
 * @returns the number of accepted invoices.
 * @throws the counterexample with the claims that do not hold for it.
 */
function countAccepted(check: (accepted: InvoiceDocument, claim: Claim, sent: InvoiceInput) => void): number {
  let accepted = 0;
  fc.assert(
    fc.property(nearlyValidV2Inputs, (candidate) => {
      const preparation = prepareInvoice(candidate, CONTEXT);
      if (preparation.kind === 'refused') return;
      accepted += 1;
      const wrong: string[] = [];
      const claim: Claim = (what, holds) => {
        if (!holds) wrong.push(what);
      };
      check(preparation.invoice.document, claim, candidate);
      if (wrong.length > 0) throw new Error(`These do not hold: ${wrong.join(', ')}`);
    }),
    { numRuns: RUNS },
  );
  return accepted;
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
    expect(
      countAccepted((accepted, claim) => {
        claim('matches its schema', document.Check(accepted));
        claim('has distinct keys', new Set(accepted.groups.map(keyOf)).size === accepted.groups.length);
      }),
    ).toBeGreaterThan(LEAST_ACCEPTED);
  });

  it('has line amounts of units × price × (1 − discount) − allowances + charges, rounded once', () => {
    expect(
      countAccepted(({ lines }, claim, sent) => {
        claim('has all lines', lines.length === sent.lines!.length);
        for (const line of lines) {
          const share = minus([1n, 1n], over(ratio(line.discountPercent ?? '0'), HUNDRED));
          const gross = cents(times(times(ratio(line.units), ratio(line.unitPrice)), share));
          const { allowances = [], charges = [] } = line;
          const allowed = minus(gross, sum(allowances.map((each) => money(each.amount))));
          const amount = sum([allowed, ...charges.map((each) => money(each.amount))]);
          for (const { percent, amount: own } of [...allowances, ...charges])
            if (percent !== null)
              claim(
                'the percentage of an allowance or a charge',
                same(cents(over(times(gross, ratio(percent)), HUNDRED)), money(own)),
              );
          claim('the amount of a line', same(amount, money(line.grossAmount ?? line.netAmount)));
        }
      }),
    ).toBeGreaterThan(LEAST_ACCEPTED);
  });

  it('has groups whose base is the sum of their net amounts, and whose taxes follow from it, from the sum with tax, from the margin or from the cost', () => {
    expect(
      countAccepted((accepted, claim) => {
        const { lines, allowances = [], groups, pricesIncludeTax } = accepted;
        const round = roundingOf(accepted);
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
            claim('the price of a margin group', same(net, money(group.price)));
            claim('the tax of a margin', same(round(over(times(margin, rate), whole)), money(tax)));
            claim('the base of a margin', same(minus(margin, money(tax)), money(group.base)));
          } else if (group.costBase !== undefined) {
            claim(
              'the sum of the bases at cost',
              same(sum(own.map((line) => money(line.costBase))), money(group.costBase)),
            );
            claim('the tax at cost', same(round(times(money(group.costBase), rate)), money(tax)));
            claim('the base at cost', same(net, money(group.base)));
          } else {
            claim('the base of a group', same(net, money(group.base)));
            const from = pricesIncludeTax ? over(gross, whole) : net;
            claim('the tax of a group', same(round(times(from, rate)), money(tax)));
            claim('the surcharge of a group', same(round(times(from, surcharge)), money(group.surcharge)));
            if (pricesIncludeTax) {
              const charged = sum([money(group.base), money(tax), money(group.surcharge)]);
              claim('what the customer pays', same(charged, gross));
              // Each net amount is the exact share, rounded up or down.
              for (const line of own) {
                const [distance, unit] = minus(money(line.netAmount), over(money(line.grossAmount), whole));
                claim('the share of a line', (distance < 0n ? -distance : distance) * 100n < unit);
              }
            }
          }
        }
      }),
    ).toBeGreaterThan(LEAST_ACCEPTED);
  });

  it('has a total that is the sum of its groups, and an amount to pay that follows from it', () => {
    expect(
      countAccepted(({ groups, totals, payment }, claim) => {
        const total = sum(
          groups.map((group) =>
            group.price === undefined
              ? sum([money(group.base), money(group.tax), money(group.surcharge)])
              : money(group.price),
          ),
        );
        claim('the total', same(total, money(totals.total)));
        claim(
          'the foreign tax',
          same(sum(groups.map((group) => money(group.foreignTax))), money(totals.foreignTax)),
        );
        const withheld = sum(totals.withholdings.map(({ amount }) => money(amount)));
        const plusses = sum([
          money(totals.total),
          money(totals.foreignTax),
          money(totals.reimbursableExpenses ?? undefined),
        ]);
        claim(
          'the amount to pay',
          same(minus(minus(plusses, withheld), money(totals.prepaid)), money(totals.payable)),
        );
        const due = payment?.due ?? [];
        if (due.length > 0)
          claim('the due amounts', same(sum(due.map(({ amount }) => money(amount))), money(totals.payable)));
      }),
    ).toBeGreaterThan(LEAST_ACCEPTED);
  });

  it('withholds from the net amounts of the lines if it has no allowances and charges', () => {
    expect(
      countAccepted((accepted, claim) => {
        const { lines, allowances = [], totals } = accepted;
        const round = roundingOf(accepted);
        for (const { rate, base, amount } of totals.withholdings) {
          const own = lines.filter((line) => line.withholdingRate === rate);
          const nets = sum(own.map(({ netAmount }) => money(netAmount)));
          claim('the amount', same(round(over(times(money(base), ratio(rate)), HUNDRED)), money(amount)));
          if (allowances.length === 0) claim('the base', same(nets, money(base)));
        }
      }),
    ).toBeGreaterThan(LEAST_ACCEPTED);
  });

  it('withholds from the whole of each allowance and charge if all lines of its tax group have a withholding', () => {
    const price = fc.integer({ min: -99_999, max: 99_999 }).map((size) => (size / 100).toFixed(2));
    const change = fc.integer({ min: 1, max: 9_999 }).map((size) => ({
      reason: 'Acuerdo',
      amount: (size / 100).toFixed(2),
      tax_rate: 21,
    }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(price, fc.constantFrom(7, 15, 19)), { minLength: 1, maxLength: 6 }),
        fc.array(change, { maxLength: 3 }),
        fc.array(change, { maxLength: 3 }),
        fc.boolean(),
        (prices, allowances, charges, prices_include_tax) => {
          const lines = prices.map(([unit_price, income_tax_withholding_rate]) =>
            lineV2({ unit_price, income_tax_withholding_rate }),
          );
          const sent = buildV2({ lines, allowances, charges, prices_include_tax });
          const preparation = prepareInvoice(sent, CONTEXT);
          if (preparation.kind === 'refused')
            return preparation.findings.every(({ code }) => code === 'out_of_range');
          const { base: whole, withholdings } = preparation.invoice.document.totals;
          expect(same(sum(withholdings.map(({ base }) => money(base))), money(whole))).toBe(true);
          return true;
        },
      ),
      { numRuns: runsOf(500) },
    );
  });

  it('has euros in another currency that are each amount × rate, rounded once, and totals that are their sums', () => {
    expect(
      countAccepted(({ groups, totals, currency, exchangeRate }, claim) => {
        claim(
          'has euros if it has another currency',
          (totals.euro === undefined) === (currency === undefined),
        );
        if (exchangeRate === undefined || totals.euro === undefined) return;
        const rate = ratio(exchangeRate);
        for (const group of groups)
          for (const member of ['base', 'tax', 'surcharge', 'costBase', 'price'] as const)
            claim(
              'an amount in euros',
              same(cents(times(money(group[member]), rate)), money(group.euro![member])),
            );
        const euros = groups.map(({ euro }) =>
          euro!.price === undefined
            ? sum([money(euro!.base), money(euro!.tax), money(euro!.surcharge)])
            : money(euro!.price),
        );
        claim('the total in euros', same(sum(euros), money(totals.euro.total)));
      }),
    ).toBeGreaterThan(LEAST_ACCEPTED);
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
          preparation.kind === 'prepared' ? [] : preparation.findings.map(({ message }) => message.en);
        expect(preparation.kind === 'prepared' || messages.length > 0).toBe(true);
        expect(new Set(messages).size).toBe(messages.length);
        expect(messages.filter((message) => !/^[A-Z][ -~]*$/.test(message))).toEqual([]);
      }),
      { numRuns: runsOf(1000) },
    );
  });
});
