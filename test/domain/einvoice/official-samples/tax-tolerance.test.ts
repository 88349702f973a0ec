import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkBreakdown } from '../../../../src/domain/einvoice/breakdown.ts';
import { buildTerms } from '../../../../src/domain/einvoice/build-terms.ts';
import { NotExpressible } from '../../../../src/domain/einvoice/refusal.ts';
import type { EInvoice } from '../../../../src/domain/einvoice/terms.ts';
import { prepareFacturX } from '../../../../src/domain/einvoice/writers/cii.ts';
import { buildUblInvoiceWriter, CEN } from '../../../../src/domain/einvoice/writers/ubl.ts';
import { formatCents } from '../../../../src/domain/money/decimals.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';
import { everyNth } from '../../../support/long.ts';
import { openRules } from '../../support/en16931-judge.ts';
import { COMPILING_MS } from '../../support/format-judges.ts';
import { JUDGING_MS } from '../../support/random-invoices.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

/*
 * The official rules compare a tax amount with base × rate, with a tolerance (BR-CO-17, BR-S-09 and
 * its counterparts). The product refuses exactly what they refuse, in either syntax.
 */

const writeUbl = buildUblInvoiceWriter(CEN);
const BASE_CENTS = 10_000n;
const TAXES = new Set(['BR-CO-17', 'BR-S-09', 'BR-AF-09', 'BR-AG-09', 'BR-IG-09', 'BR-IP-09']);

const RATES = ['0.26', '0.4', '0.49', '0.5', '0.51', '5.2', '21', '26.2'];
const DIFFERENCES = [0n, 1n, -1n, 50n, 51n, -50n, -51n, 99n, -99n, 100n, -100n, 101n];
/**
 * Taxes in cents. The official rules compare sizes and do not see that a tax has another sign than
 * its base, so there are no such cases.
 */
const CASES = RATES.flatMap((rate) =>
  DIFFERENCES.map((difference) => ({
    rate,
    tax: BigInt(Math.round((Number(rate) * Number(BASE_CENTS)) / 100)) + difference,
  })),
).filter(({ tax }) => tax >= 0n);

/** The terms of an invoice of 100 € with a rate and a tax. */
function stateTax(rate: string, taxCents: bigint, sign: bigint): EInvoice {
  const amount = formatCents(sign * BASE_CENTS);
  const terms = buildTerms(
    buildDocument({ lines: [buildLine({ units: sign < 0n ? '-1' : '1' })] }),
    buildProfile(),
  );
  const tax = formatCents(sign * taxCents);
  const total = formatCents(sign * (BASE_CENTS + taxCents));
  const category = { category: 'S', rate } as const;
  return {
    ...terms,
    'BG-25': [{ ...terms['BG-25'][0]!, tax: category }],
    'BG-23': [{ 'BT-116': amount, 'BT-117': tax, tax: category }],
    'BT-110': tax,
    'BT-112': total,
    'BT-115': total,
  };
}

function isRefused(terms: EInvoice): boolean {
  try {
    checkBreakdown(terms['BG-23'], terms['BG-25'], []);
    return false;
  } catch (error) {
    if (error instanceof NotExpressible) return true;
    throw error;
  }
}

describe.runIf(hasEinvoiceFacts)('a tax that is not base × rate', () => {
  let breaksRule: (terms: EInvoice) => boolean;
  beforeAll(() => {
    const rules = { ubl: openRules('ubl'), cii: openRules('cii') };
    breaksRule = (terms) =>
      [...rules.ubl(writeUbl(terms)), ...rules.cii(prepareFacturX(terms)())].some(({ rule }) =>
        TAXES.has(rule),
      );
  }, COMPILING_MS);

  it(
    'is refused if, and only if, UBL or CII breaks a rule with it',
    async () => {
      for (const { rate, tax } of everyNth(11, CASES)) {
        await setImmediate();
        for (const sign of [1n, -1n]) {
          const terms = stateTax(rate, tax, sign);
          const where = [rate, tax, sign];
          expect([...where, isRefused(terms)]).toEqual([...where, breaksRule(terms)]);
        }
      }
    },
    JUDGING_MS,
  );
});
