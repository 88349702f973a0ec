import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllowanceInput, InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';
import { checkInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { buildInput, buildLine, checkV1, TODAY } from '../support/inputs.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';

const CONTEXT = { organizationName: 'Org', today: TODAY } as const;

type Judgement = { readonly refused: string[]; readonly warned: string[] };
/** Returns the findings of an invoice, or its warnings about rates, as `field: message`. */
function judgeChecked(checked: ReturnType<typeof checkInvoice>): Judgement {
  if (checked.kind === 'refused')
    return { refused: checked.findings.map(({ field, message }) => `${field}: ${message.en}`), warned: [] };
  const warnings = checked.findWarnings().filter(({ code }) => code === 'unusual_rate');
  return { refused: [], warned: warnings.map(({ field, message }) => `${field}: ${message.en}`) };
}
const judge = (changes: InvoiceInput) => judgeChecked(checkInvoice(buildV2(changes), CONTEXT));
const verdict = ({ refused, warned }: Judgement) =>
  refused.length > 0 ? 'refused' : warned.length > 0 ? 'warned' : 'usual';
const verdictOf = (changes: InvoiceInput) => verdict(judge(changes));

const igic = (tax_rate: number): LineInput => lineV2({ tax_type: 'igic', tax_rate });
const psi = (tax_rate: number): LineInput => lineV2({ tax_type: 'psi', tax_rate });
const oss = (tax_country: string, tax_rate: number): LineInput =>
  lineV2({ tax_type: 'oss', tax_country, tax_rate });

describe('a rate', () => {
  it.each<[what: string, day: string, line: (rate: number) => LineInput, usual: number[], warned: number[]]>([
    ['the IGIC', TODAY, igic, [0, 3, 5, 7, 9.5, 15, 20], [2, 2.75, 6.5, 9, 13, 13.5, 35]],
    ['the IGIC', '2019-06-01', igic, [0, 3, 6.5, 9.5, 13.5, 20], [2, 2.75, 5, 7, 9, 13, 15, 35]],
    ['the IGIC', '2012-07-01', igic, [0, 2.75, 3, 7, 9.5, 13.5, 20], [2, 5, 6.5, 9, 13, 15, 35]],
    ['the IGIC', '2012-06-30', igic, [0, 2, 5, 9, 13, 20, 35], [2.75, 3, 6.5, 7, 9.5, 13.5, 15]],
    ['the IPSI', TODAY, psi, [0.5, 1, 2, 3, 3.5, 4, 8, 10], [0]],
    ['Estonia', TODAY, (rate) => oss('EE', rate), [0, 9, 13, 24], [5, 6, 20, 22, 27]],
    ['Estonia', '2024-06-01', (rate) => oss('EE', rate), [0, 5, 9, 22], [13, 20, 24]],
    ['Greece', TODAY, (rate) => oss('GR', rate), [0, 4, 6, 9, 13, 17, 24], [19, 21]],
    ['France', TODAY, (rate) => oss('FR', rate), [0, 0.9, 2.1, 5.5, 10, 20], [21, 19.6]],
    ['Germany', '2020-10-01', (rate) => oss('DE', rate), [0, 5, 16], [7, 19]],
    ['Northern Ireland', TODAY, (rate) => oss('XI', rate), [0, 5, 20], [19, 21]],
  ])('of %s on %s is usual, questioned, or refused if no day had it', (what, day, line, usual, warned) => {
    const of = (rate: number) => verdictOf({ operation_date: day, lines: [line(rate)] });
    expect(usual.map(of)).toEqual(usual.map(() => 'usual'));
    expect(warned.map(of)).toEqual(warned.map(() => 'warned'));
    const never = what.startsWith('the I') ? [0.07, 0.19, 0.21, 10.5, 21, 99] : [0.07, 0.19, 27.01, 99];
    expect(never.map(of)).toEqual(never.map(() => 'refused'));
    // The issue date is the day of the operation unless the invoice states another.
    const undated = day === TODAY ? [...usual, ...warned] : [];
    expect(undated.map((rate) => verdictOf({ lines: [line(rate)] }))).not.toContain('refused');
  });

  it('below 1 per cent that its tax does not have is refused, with the percentage that it means if its tax has that', () => {
    const fractions = fc.integer({ min: 1, max: 99 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(fractions, fc.constantFrom('DE', 'FR', 'PT'), (rate, country) => {
        for (const [line, isRate, meant, other] of [
          [igic(rate), false, [2, 3, 5, 7, 9, 13, 15, 20, 35], 'which the IGIC never had'],
          [psi(rate), rate >= 0.5, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'the rates of the IPSI lie between'],
          [oss(country, rate), country === 'FR' && rate === 0.9, OF_STATES, 'no member state has a rate'],
        ] as const) {
          const percent = Math.round(rate * 100);
          const says = (meant as readonly number[]).includes(percent)
            ? `but rates are percentages: write ${percent} for ${percent} per cent`
            : other;
          const start = `lines[0].tax_rate: Line 1: tax rate is ${rate}`;
          const { refused } = judge({ lines: [line] });
          expect(refused.map((text) => text.startsWith(start) && text.includes(says))).toEqual(
            isRate ? [] : [true],
          );
        }
      }),
      { numRuns: runsOf(100) },
    );
  });

  it('is judged alike in lines, allowances and charges of both versions of the API', () => {
    const part: AllowanceInput = { reason: 'x', amount: 1, tax_type: 'igic' };
    const judgeEach = (tax_rate: number) => [
      judgeChecked(checkV1(buildInput({ lines: [buildLine({ tax_type: 'igic', tax_rate })] }))),
      judge({ lines: [igic(tax_rate)] }),
      judge({ lines: [igic(tax_rate)], allowances: [{ ...part, tax_rate }] }),
      judge({ charges: [{ ...part, tax_rate }] }),
    ];
    for (const [rate, expected] of [
      [7, 'usual'],
      [6.5, 'warned'],
      [21, 'refused'],
    ] as const)
      expect(judgeEach(rate).map(verdict)).toEqual(Array.from({ length: 4 }, () => expected));
  });
});

/** The percentages that a member state can have. */
const OF_STATES = Array.from({ length: 27 }, (_none, index) => index + 1);

it('A rate of the IPSI is not questioned where nothing is charged', () => {
  const exempt = lineV2({ tax_type: 'psi', tax_rate: null, tax_exemption_code: 'E1' });
  expect(judge({ lines: [exempt] })).toEqual({ refused: [], warned: [] });
});

describe('a rate that its tax never had', () => {
  const named = { invoices: [{ number_serie: 'B', issue_date: '2026-11-01' }] };
  const differences = {
    invoice_type: 'R1',
    rectification: { method: 'differences', reason: 'Tipo erróneo', ...named },
  };
  const returned = (line: LineInput): LineInput => ({ ...line, units: -1 });
  it.each<[what: string, line: LineInput]>([
    ['IGIC', igic(21)],
    ['IPSI', psi(21)],
    ['one-stop shop', oss('FR', 99)],
    ['fraction', igic(0.07)],
  ])('can be given back by a rectification by differences, and not be charged anew: %s', (_what, line) => {
    expect(judge({ ...differences, lines: [returned(line), lineV2()] })).toEqual({
      refused: [],
      warned: [expect.stringContaining('it is accepted because it gives back')],
    });
    expect(judge({ ...differences, lines: [line] }).refused).toEqual([
      expect.stringContaining('a rectification can only give back what was charged at that rate'),
    ]);
    for (const kind of [
      {},
      { invoice_type: 'F3', replaces: named.invoices },
      {
        invoice_type: 'R1',
        rectification: {
          ...differences.rectification,
          method: 'substitution',
          rectified_base: 1,
          rectified_tax: 1,
        },
      },
    ])
      expect(verdictOf({ ...kind, lines: [lineV2(), returned(line)] })).toBe('refused');
  });

  it('can be given back as an allowance, and not be added as a charge', () => {
    const part = { reason: 'x', amount: 1, tax_type: 'psi', tax_rate: 21 };
    const lines = [returned(psi(21))];
    expect(
      judge({ ...differences, lines, allowances: [part] }).warned.map((text) => text.split(':')[0]),
    ).toEqual(['lines[0].tax_rate', 'allowances[0].tax_rate']);
    expect(verdictOf({ ...differences, charges: [part] })).toBe('refused');
  });
});
