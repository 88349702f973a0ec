import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { lineV2 } from '../support/v2-cases.ts';
import { draft, entryOf, invoiceOf, refusalsOf, xmlOf } from './support/drafts.ts';

/* Invoices of 2026-11-20 of an issuer that entered SII afterwards, on 2026-12-01. */

const KEY = 'SII, ClaveRegimenEspecialOTrascendencia';
const of = (changes: InvoiceInput, enteredOn = '2026-12-01') => draft(changes, { enteredOn });

describe('the record of an invoice from before the inclusion of its issuer in SII', () => {
  it('has key 16 alone, whatever the regimes of its lines, and is marked as earlier', () => {
    const drafted = of({
      lines: [
        lineV2({ tax_regime: '11', property: { situation: 3 } }),
        lineV2({ tax_regime: '01' }),
        lineV2({ tax_regime: '07' }),
      ],
    });
    expect(invoiceOf(drafted)).toMatchObject({ keys: ['16'], properties: [], costBase: null });
    expect(entryOf(drafted)).toMatchObject({ fiscalYear: 2026, period: '11' });
    const record = xmlOf(drafted);
    expect(record).toContain(
      '<sii:ClaveRegimenEspecialOTrascendencia>16</sii:ClaveRegimenEspecialOTrascendencia><sii:ImporteTotal>',
    );
    expect(record).toContain(
      '<sii:RegPrevioGGEEoREDEMEoCompetencia>S</sii:RegPrevioGGEEoREDEMEoCompetencia>',
    );
    expect(record).not.toContain('DatosInmueble');
  });

  it('states no total of an invoice that is taxed on a margin', () => {
    const record = xmlOf(of({ lines: [lineV2({ tax_regime: '03', margin: 10 })] }));
    expect(record).not.toContain('ImporteTotal');
  });

  it.each<[string, InvoiceInput, string[]]>([
    [
      'a reverse charge',
      { lines: [lineV2({ tax_operation_key: 'S2', tax_rate: 0 })] },
      [`lines not_allowed ${KEY}`],
    ],
    ['regime 06', { lines: [lineV2({ tax_regime: '06', cost_base: 10 })] }, [`lines not_allowed ${KEY}`]],
    ['regime 18', { lines: [lineV2({ tax_regime: '18' })] }, [`lines[0].tax_regime not_supported ${KEY}`]],
  ])('cannot be written for %s', (_what, changes, findings) => {
    expect(refusalsOf(of(changes))).toEqual(findings);
  });

  it('cannot be written for a period in which the issuer is in SII', () => {
    expect(refusalsOf(of({}, '2026-11-25'))).toEqual([`operation_date not_allowed ${KEY}`]);
    const quarterly = draft({}, { enteredOn: '2026-12-01', settlementPeriod: 'quarter' });
    expect(refusalsOf(quarterly)).toEqual([`operation_date not_allowed ${KEY}`]);
  });
});
