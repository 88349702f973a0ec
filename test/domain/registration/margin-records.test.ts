import { describe, expect, it } from 'vitest';
import type { InvoiceInput, InvoiceLineInput } from '#src/contracts/invoice-input.ts';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { buildQrUrl } from 'verifactu-protocol/records/qr-url';
import { buildInput, buildLine, documentOf, NOBODY, TODAY } from '../support/inputs.ts';
import {
  GENERATED_AT,
  PREVIOUS,
  SYSTEM,
  textOf,
  textsOf,
} from '../../../packages/verifactu/test/support/records.ts';

/*
 * Facts §10: regimes 03 and 05 are registered as subject and not exempt (or as exempt), with rate,
 * base and tax. The base would be the margin, for which the API has no field; AEAT does not check
 * the sum of the totals in these regimes (facts §6).
 */

const RECTIFIED = { rectified_invoice_id: 7 };
const TYPES: readonly InvoiceInput[] = [
  {},
  { ...NOBODY, invoice_type: 'F2' },
  { ...RECTIFIED, invoice_type: 'F3' },
  ...['R1', 'R2', 'R3', 'R4'].map((invoice_type) => ({ ...RECTIFIED, invoice_type })),
  { ...RECTIFIED, ...NOBODY, invoice_type: 'R5' },
];

function registerLines(changes: InvoiceInput, lines: InvoiceLineInput[]) {
  const document = documentOf(buildInput({ ...changes, lines }));
  const rectified = changes.rectified_invoice_id == null ? null : { number: 'A/0', issueDate: TODAY };
  const { xml } = buildRegistroAlta({
    invoice: describeInvoice({ ...document, rectified }),
    externalReference: '1-2',
    system: SYSTEM,
    previous: PREVIOUS,
    generatedAt: GENERATED_AT,
  });
  return { document, xml };
}

describe('the record of an operation that is taxed on the margin', () => {
  it.each(['03', '05'].flatMap((regime) => TYPES.map((type) => [regime, type] as const)))(
    'in regime %s contains the amounts that were charged, with key, rate, base and tax: %j',
    (tax_regime, type) => {
      const { document, xml } = registerLines(type, [
        buildLine({ tax_regime, unit_price: 950, discount_percent: 10 }),
        buildLine({ tax_regime, tax_exemption_code: 'E1', tax_rate: null }),
        buildLine(),
      ]);
      expect(textsOf(xml, 'ClaveRegimen')).toEqual([tax_regime, tax_regime, '01']);
      expect(textsOf(xml, 'CalificacionOperacion')).toEqual(['S1', 'S1']);
      expect(textsOf(xml, 'OperacionExenta')).toEqual(['E1']);
      expect(textsOf(xml, 'TipoImpositivo')).toEqual(['21', '21']);
      expect(textsOf(xml, 'BaseImponibleOimporteNoSujeto')).toEqual(['855.00', '100.00', '100.00']);
      expect(textsOf(xml, 'CuotaRepercutida')).toEqual(['179.55', '21.00']);
      expect(textOf(xml, 'CuotaTotal')).toBe('200.55');
      expect(textOf(xml, 'ImporteTotal')).toBe('1255.55');
      expect(document.totals.total).toBe('1255.55');
      const qr = buildQrUrl('test', {
        issuerNif: document.issuer.nif,
        number: document.number,
        issueDate: document.issueDate,
        total: document.totals.total,
      });
      expect(new URL(qr).searchParams.get('importe')).toBe('1255.55');
    },
  );
});
