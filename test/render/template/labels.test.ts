import { describe, expect, it } from 'vitest';
import type { TaxExemptionCode } from '../../../src/contracts/codes.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { buildRelatedInvoices } from '../../../src/render/template/rectification.ts';
import { WORDINGS } from '../../../src/render/template/languages/wordings.ts';
import { SPANISH } from '../../../src/render/template/languages/spanish.ts';
import { buildDocumentLabel, buildIssuerNumber } from '../../../src/render/template/party-labels.ts';
import {
  buildLineTaxLabel,
  buildRegimeLabel,
  buildTaxGroupLabel,
} from '../../../src/render/template/tax-labels.ts';
import { buildDocument, buildLine } from '../support/build-invoice.ts';

const rectified = { number: 'F2026-0001', issueDate: '2026-10-02' };

describe('Spanish labels', () => {
  it.each([
    [{}, 'IVA 21 %', 'IVA'],
    [{ rate: '7.5' }, 'IVA 7,5 %', 'IVA'],
    [{ rate: '0' }, 'IVA 0 %', 'IVA'],
    [{ regime: '03' }, 'IVA incluido', 'IVA'],
    [{ regime: '05', rate: '10' }, 'IVA incluido', 'IVA'],
    [{ regime: '09', rate: '10' }, 'IVA 10 %', 'IVA'],
    [
      { regime: '05', operationKey: null, exemptionCode: 'E3', rate: null },
      'Exenta art. 22',
      'IVA exento, art. 22 LIVA',
    ],
    [{ taxType: 'psi', regime: null, rate: '4' }, 'IPSI 4 %', 'IPSI'],
    [{ taxType: 'igic', regime: null, rate: '7' }, 'IGIC 7 %', 'IGIC'],
    [{ taxType: 'others', regime: null, rate: '1' }, 'Otros impuestos 1 %', 'Otros impuestos'],
    [{ operationKey: null, exemptionCode: 'E1', rate: null }, 'Exenta art. 20', 'IVA exento, art. 20 LIVA'],
    [
      { operationKey: null, exemptionCode: 'E4', rate: null },
      'Exenta arts. 23 y 24',
      'IVA exento, arts. 23 y 24 LIVA',
    ],
    [{ operationKey: null, exemptionCode: 'E6', rate: null }, 'Exenta', 'IVA exento'],
    [{ operationKey: 'S2', rate: '0' }, 'Inversión del sujeto pasivo', 'IVA, inversión del sujeto pasivo'],
    [{ operationKey: 'N1', rate: null }, 'No sujeta', 'No sujeta a IVA'],
    [
      { taxType: 'igic', operationKey: null, exemptionCode: 'E1', rate: null },
      'Exenta art. 50 Ley 4/2012',
      'IGIC exento, art. 50 Ley 4/2012',
    ],
    [
      { taxType: 'psi', operationKey: null, exemptionCode: 'E4', rate: null },
      'Exenta arts. 9 y 10 Ley 8/1991',
      'IPSI exento, arts. 9 y 10 Ley 8/1991',
    ],
    [{ taxType: 'igic', operationKey: null, exemptionCode: 'E8', rate: null }, 'Exenta', 'IGIC exento'],
    [
      {
        taxType: 'oss',
        regime: '17',
        operationKey: 'N2',
        rate: null,
        taxCountry: 'FR',
        foreignRate: '5.5',
      },
      'IVA (FR) 5,5 %',
      'IVA (FR)',
    ],
    [{ operationKey: 'N2', rate: null }, 'No sujeta', 'No sujeta a IVA por localización'],
  ] as const)('name the tax of a line with %j', (overrides, ofLine, ofGroup) => {
    const line = buildLine(overrides);
    expect(buildLineTaxLabel(line, SPANISH).replaceAll('\u{a0}', ' ')).toBe(ofLine);
    expect(buildTaxGroupLabel(line, SPANISH).replaceAll('\u{a0}', ' ')).toBe(ofGroup);
  });

  it('name only special regimes, each by its meaning in its tax', () => {
    const nameRegime = (line: Parameters<typeof buildLine>[0]) => buildRegimeLabel(buildLine(line), SPANISH);
    expect(nameRegime({})).toBeNull();
    expect(nameRegime({ taxType: 'others', regime: null })).toBeNull();
    for (const taxType of ['iva', 'igic'] as const)
      expect(nameRegime({ taxType, regime: '07' })).toBe('Criterio de caja');
    expect(nameRegime({ taxType: 'psi', regime: '07' })).toBeNull();
    const of17And20 = (['iva', 'igic', 'psi'] as const).map((taxType) =>
      (['17', '20'] as const).map((regime) => nameRegime({ taxType, regime })),
    );
    expect(of17And20).toEqual([
      ['Ventanilla única (OSS, IOSS)', 'Régimen simplificado'],
      ['Comerciante minorista', 'Sujeta a IPSI'],
      [null, 'Estimación objetiva'],
    ]);
  });

  it.each([
    ['nif', 'B12345674', 'NIF'],
    ['nie', 'X1234567L', 'NIE'],
    ['passport', 'AAB123456', 'Pasaporte'],
    ['international_vat_number', 'EL094259216', 'NIF-IVA'],
    ['eu_vat', 'FR12345678901', 'NIF-IVA'],
    ['official_id', 'D1234567', 'Identificación oficial'],
    ['residence_certificate', 'R-1', 'Certificado de residencia'],
    ['other_document', 'X/77', 'Otro documento'],
    ['not_registered', '12345678Z', 'NIF'],
    ['international_vat_number', 'XI123456789', 'NIF-IVA'],
    ['international_vat_number', 'GB123456789', 'Id. fiscal'],
    ['international_vat_number', '12-3456789', 'Id. fiscal'],
  ] as const)('name a document of type %s with number %s: %s', (documentType, number, label) => {
    expect(buildDocumentLabel(documentType, number, SPANISH)).toBe(label);
  });

  it.each([
    ['R1', /80\.Uno, Dos o Seis/],
    ['R2', /80\.Tres/],
    ['R3', /80\.Cuatro/],
    ['R4', /Otra causa/],
    ['R5', /factura simplificada/],
  ] as const)('state which invoice an %s rectifies, why and how', (type, reason) => {
    const related = buildRelatedInvoices(buildDocument({ type, rectified }), SPANISH);
    expect(related?.heading).toBe('Factura que se rectifica');
    expect(related?.references).toEqual([{ ...rectified, issuerNif: null }]);
    expect(related?.texts).toEqual([[expect.stringMatching(reason)], ['Rectificación por diferencias.']]);
  });

  it('state all invoices of a correction by substitution, its reason and the amounts that it replaces', () => {
    const invoices = [1, 2].map((index) => ({
      issuerNif: index === 1 ? 'B12345674' : 'A12345674',
      number: `OLD/${index}`,
      issueDate: '2026-09-30',
    }));
    const rectification = {
      method: 'substitution' as const,
      reason: 'Precio equivocado',
      invoices,
      replaced: { base: '1000.00', tax: '210.00', surcharge: '52.00' },
    };
    const related = buildRelatedInvoices(buildDocument({ type: 'R4', coupon: true, rectification }), SPANISH);
    expect(related?.heading).toBe('Facturas que se rectifican');
    expect(related?.references.map(({ number, issuerNif }) => [number, issuerNif])).toEqual([
      ['OLD/1', null],
      ['OLD/2', 'A12345674'],
    ]);
    expect(related?.texts.slice(1).map((text) => text.join(' ').replaceAll('\u{a0}', ' '))).toEqual([
      'Motivo: Precio equivocado',
      'Minoración de la base imponible por cupones, bonificaciones o descuentos.',
      'Rectificación por sustitución.',
      'Importes que se sustituyen: Base imponible 1.000,00 €, Cuota 210,00 €, Recargo de equivalencia 52,00 €.',
    ]);
    const discount = { ...rectification, method: 'differences' as const, invoices: [] };
    expect(
      buildRelatedInvoices(buildDocument({ type: 'R1', rectification: discount }), SPANISH),
    ).toMatchObject({ heading: 'Rectificación', references: [] });
    const replaces = buildRelatedInvoices(buildDocument({ type: 'F3', replaces: invoices }), SPANISH);
    expect(replaces).toMatchObject({ heading: 'Facturas simplificadas que se sustituyen', texts: [] });
    expect(replaces?.references).toHaveLength(2);
  });

  it('state which simplified invoice an F3 replaces, and nothing on other invoices', () => {
    expect(buildRelatedInvoices(buildDocument({ type: 'F3', rectified }), SPANISH)).toEqual({
      heading: 'Factura simplificada que se sustituye',
      references: [{ ...rectified, issuerNif: null }],
      texts: [],
    });
    expect(buildRelatedInvoices(buildDocument({ type: 'F3' }), SPANISH)).toBeNull();
    expect(buildRelatedInvoices(buildDocument({ type: 'F1' }), SPANISH)).toBeNull();
  });
});

describe('the issuer’s tax number', () => {
  const recipientWith = (documentNumber: string, countryCode: string): InvoiceDocument['recipient'] => ({
    name: 'Acheteur SARL',
    documentType: 'international_vat_number',
    documentNumber,
    countryCode,
    address: null,
    postalCode: null,
    city: null,
  });
  const french = recipientWith('FR12345678901', 'FR');
  const exempt = (exemptionCode: TaxExemptionCode) =>
    buildLine({ exemptionCode, operationKey: null, rate: null });
  const notSubject = (overrides: Parameters<typeof buildLine>[0] = {}) =>
    buildLine({ operationKey: 'N2', rate: null, ...overrides });
  const spanish = buildDocument().recipient;

  it.each([
    ['goods for another member state', [exempt('E5')], french, true],
    ['goods for Northern Ireland', [exempt('E5')], recipientWith('XI123456789', 'XI'), true],
    ['a new car for a tourist', [exempt('E5')], { ...french!, documentType: 'passport' }, true],
    ['services for a business of a member state', [notSubject()], french, true],
    ['services for a VAT number in version 2', [notSubject()], { ...french!, documentType: 'eu_vat' }, true],
    [
      'goods with the VAT of another member state',
      [notSubject({ taxType: 'oss', regime: '17' })],
      null,
      true,
    ],
    ['services for Greece', [notSubject()], recipientWith('EL094259216', 'GR'), true],
    ['such services beside other lines', [buildLine(), notSubject()], french, true],
    ['services for a business elsewhere', [notSubject()], recipientWith('123456789', 'US'), false],
    ['services for Northern Ireland', [notSubject()], recipientWith('XI123456789', 'XI'), false],
    ['services for a tourist', [notSubject()], { ...french!, documentType: 'passport' }, false],
    ['an operation taxed in the Canary Islands', [notSubject({ regime: '08' })], french, false],
    ['an operation not subject to IGIC', [notSubject({ taxType: 'igic' })], french, false],
    ['an operation taxed in Spain', [buildLine()], french, false],
    ['an export', [exempt('E2')], recipientWith('123456789', 'US'), false],
    ['a customer in Spain', [buildLine(), exempt('E1')], spanish, false],
    ['no customer', [notSubject()], null, false],
  ] as const)(
    'is a VAT number exactly when Directive 2006/112/CE requires one: %s',
    (_, lines, recipient, isVat) => {
      for (const wording of Object.values(WORDINGS)) {
        const { documents } = wording;
        expect(buildIssuerNumber(buildDocument({ lines: [...lines], recipient }), wording)).toEqual(
          isVat
            ? { label: documents.international_vat_number, number: 'ESB12345674' }
            : { label: documents.nif, number: 'B12345674' },
        );
      }
    },
  );
});
