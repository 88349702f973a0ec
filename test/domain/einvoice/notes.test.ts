import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import { buildDocument, buildLine, buildProfile } from '../../render/support/build-invoice.ts';

type Changes = Parameters<typeof buildDocument>[0];

const noted = (changes: Changes): readonly string[] =>
  buildTerms(buildDocument(changes), buildProfile())['BT-22'];
const ORIGINAL = { issuerNif: 'B12345674', number: '2025/0417', issueDate: '2025-06-30' };

describe('the notes of an electronic invoice', () => {
  it.each([
    ['R1', 'Error fundado en derecho o causa del artículo 80.Uno, Dos o Seis de la Ley 37/1992.'],
    ['R2', 'Artículo 80.Tres de la Ley 37/1992: concurso de acreedores del destinatario.'],
    ['R3', 'Artículo 80.Cuatro de la Ley 37/1992: crédito incobrable.'],
    ['R4', 'Otra causa de rectificación (artículo 15 del Real Decreto 1619/2012).'],
  ] as const)('of type %s say that it is a rectification, and its cause', (type, cause) => {
    expect(noted({ type, rectified: { number: 'F/1', issueDate: '2026-10-01' } })).toEqual([
      'Factura rectificativa por diferencias.',
      cause,
    ]);
  });

  it('of a rectification state coupons, reason, other issuers and the amounts that it replaces', () => {
    const rectification: InvoiceDocument['rectification'] = {
      method: 'substitution',
      reason: 'Error en el precio',
      invoices: [ORIGINAL, { ...ORIGINAL, issuerNif: 'A12345674', number: '9' }],
      replaced: { base: '100.00', tax: '21.00', surcharge: '5.20' },
    };
    expect(noted({ type: 'R1', coupon: true, rectification }).slice(0, 6)).toEqual([
      'Factura rectificativa por sustitución.',
      'Error fundado en derecho o causa del artículo 80.Uno, Dos o Seis de la Ley 37/1992.',
      'Minoración de la base imponible por cupones, bonificaciones o descuentos.',
      'Motivo: Error en el precio',
      'Factura 9: NIF del emisor A12345674.',
      'Importes que se sustituyen: base imponible 100,00 €, cuota 21,00 €, recargo de equivalencia 5,20 €.',
    ]);
  });

  it('of an F3 say that it replaces simplified invoices', () => {
    expect(noted({ type: 'F3', replaces: [ORIGINAL] })).toEqual([
      'Factura emitida en sustitución de facturas simplificadas.',
    ]);
  });

  it('state of which member state the VAT of the one-stop shop is', () => {
    const fiscal = { taxType: 'oss', regime: '17', operationKey: 'N2', rate: null } as const;
    expect(noted({ lines: [buildLine({ ...fiscal, taxCountry: 'FR', foreignRate: '5.5' })] })).toContain(
      'IVA (FR) 5,5 % s/ 100,00 €: 5,50 €.',
    );
  });

  it.each(['14', '15'] as const)('state the later operation date of regime %s', (regime) => {
    const lines = [buildLine({ regime })];
    expect(noted({ operationDate: '2027-02-15', lines })).toContain('Fecha de operación: 15/02/2027.');
    expect(noted({ operationDate: '2026-11-10' })).toEqual([]);
  });

  it('name the centres of a public body', () => {
    const dir3 = {
      accountingOffice: 'L01280796',
      managingBody: 'L01280797',
      processingUnit: 'L01280798',
      proposingBody: null,
    };
    expect(noted({ recipient: { ...buildDocument().recipient!, dir3 } })).toEqual([
      'Oficina contable: L01280796. Órgano gestor: L01280797. Unidad tramitadora: L01280798.',
    ]);
  });
});
