import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';
import { viewDocument } from '../../../src/deliver/writing/view-document.ts';
import { creditInvoice } from '../../../src/domain/invoice/credit/credit-invoice.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { describeInvoice } from '../../../src/domain/registration/describe-invoice.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';

/*
 * What a line supplies, and the premises that it lets: stored as the request states them, answered,
 * kept by credits, and no part of what VeriFactu registers.
 */

const CONTEXT = { organizationName: 'Org', today: TODAY } as const;

function prepare(input: InvoiceInput): InvoiceDocument {
  const prepared = prepareInvoice(input, CONTEXT);
  if (prepared.kind === 'refused') throw new Error(JSON.stringify(prepared.findings));
  return prepared.invoice.document;
}

const LET: LineInput = {
  tax_regime: '11',
  supply: 'services',
  property: { situation: 1, cadastral_reference: ' 9872023VH5797S0001WX ' },
};
const ABROAD: LineInput = { tax_regime: '11', property: { situation: '4' } };
const PLAIN: LineInput = { supply: null, property: null };
const CHARGES = [
  { reason: 'Muebles', amount: 10, tax_rate: 21, supply: 'goods' },
  { reason: 'Limpieza', amount: 10, tax_rate: 21 },
];
const ALLOWANCES = [{ reason: 'Rappel', amount: 5, tax_regime: '11', tax_rate: 21, supply: 'services' }];
const INPUT = buildV2({
  lines: [lineV2(LET), lineV2(ABROAD), lineV2(PLAIN)],
  allowances: ALLOWANCES,
  charges: CHARGES,
});

describe('what a line supplies and the premises that it lets', () => {
  const issued = prepare(INPUT);

  it('are stored as the request states them, and are absent where it does not', () => {
    expect(issued.version).toBe(5);
    expect(issued.lines.map(({ supply }) => supply)).toEqual(['services', undefined, undefined]);
    expect(issued.lines.map(({ property }) => property)).toEqual([
      { situation: '1', cadastralReference: '9872023VH5797S0001WX' },
      { situation: '4', cadastralReference: null },
      undefined,
    ]);
    expect(issued.allowances?.map(({ supply }) => supply)).toEqual(['services', 'goods', undefined]);
    expect('supply' in issued.lines[2]!).toBe(false);
  });

  it('are answered by version 2 in the names of the request, and null where they were not stated', () => {
    const { lines, allowances, charges } = viewDocument(issued);
    expect(lines.map(({ supply }) => supply)).toEqual(['services', null, null]);
    expect(lines.map(({ property }) => property)).toEqual([
      { situation: '1', cadastral_reference: '9872023VH5797S0001WX' },
      { situation: '4', cadastral_reference: null },
      null,
    ]);
    expect(allowances.map(({ supply }) => supply)).toEqual(['services']);
    expect(charges.map(({ supply }) => supply)).toEqual(['goods', null]);
  });

  it('are no part of the record of VeriFactu, nor of the amounts', () => {
    const without = prepare(
      buildV2({
        lines: [lineV2({ tax_regime: '11' }), lineV2({ tax_regime: '11' }), lineV2()],
        allowances: ALLOWANCES.map(({ supply: _supply, ...each }) => each),
        charges: CHARGES.map(({ supply: _supply, ...each }) => each),
      }),
    );
    expect(without.version).toBe(2);
    expect(describeInvoice(issued)).toEqual(describeInvoice(without));
    expect([issued.groups, issued.totals]).toEqual([without.groups, without.totals]);
  });

  it('are those of the lines, the allowances and the charges that a credit gives back', () => {
    const credited = creditInvoice(
      issued,
      7,
      { reason: 'Devolución', number_serie: 'R/1' },
      { lines: new Map(), groups: new Map() },
      CONTEXT,
    );
    if (credited.kind === 'refused') throw new Error(JSON.stringify(credited.findings));
    const credit = prepare(credited.input);
    const stated = (document: InvoiceDocument) => ({
      lines: document.lines.map(({ concept, supply, property }) => ({ concept, supply, property })),
      others: (document.allowances ?? []).map(({ reason, supply }) => `${reason} ${supply}`).toSorted(),
    });
    expect(stated(credit)).toEqual(stated(issued));
  });
});
