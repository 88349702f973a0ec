import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '#src/contracts/invoice-document.ts';
import type { InvoiceInput } from '#src/contracts/invoice-input.ts';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import {
  AMERICAN,
  buildInput,
  buildLine,
  documentOf,
  GERMAN,
  NOBODY,
  PUBLIC_BODY,
  TRAVELLER,
} from '../support/inputs.ts';
import {
  GENERATED_AT,
  PREVIOUS,
  SYSTEM,
  textOf,
  textsOf,
} from '../../../packages/verifactu/test/support/records.ts';

function recordOf(document: InvoiceDocument, previous = null as typeof PREVIOUS | null): string {
  return buildRegistroAlta({
    invoice: describeInvoice(document),
    externalReference: '42',
    system: SYSTEM,
    previous,
    generatedAt: GENERATED_AT,
  }).xml;
}

function recordOfInput(changes: InvoiceInput): string {
  return recordOf(documentOf(buildInput(changes)));
}

describe('a registro de alta', () => {
  it('contains the literals of the document', () => {
    const document = documentOf(buildInput({ issuer_name: 'A & B <SL>', operation_description: 'Obra > 1' }));
    const xml = recordOf(document, PREVIOUS);
    expect(textOf(xml, 'NombreRazonEmisor')).toBe('A & B <SL>');
    expect(textOf(xml, 'DescripcionOperacion')).toBe('Obra > 1');
    expect(textOf(xml, 'RefExterna')).toBe('42');
    expect(textOf(xml, 'CuotaTotal')).toBe(document.totals.tax);
    expect(textOf(xml, 'ImporteTotal')).toBe(document.totals.total);
    expect(textsOf(xml, 'NumSerieFactura')).toEqual(['A/1', 'A/0 & B']);
    expect(textsOf(xml, 'FechaExpedicionFactura')).toEqual(['20-11-2026', '19-11-2026']);
    expect(textsOf(xml, 'Huella')).toHaveLength(2);
    expect(textOf(xml, 'PrimerRegistro')).toBeNull();
    expect(textOf(xml, 'FechaHoraHusoGenRegistro')).toBe(GENERATED_AT);
  });

  it('is marked as the first of its chain if it has no previous record', () => {
    const xml = recordOfInput({});
    expect(textOf(xml, 'PrimerRegistro')).toBe('S');
    expect(textsOf(xml, 'Huella')).toHaveLength(1);
  });

  it('has a hash that depends on the previous record', () => {
    const input = {
      invoice: describeInvoice(documentOf(buildInput())),
      externalReference: '1',
      system: SYSTEM,
      generatedAt: GENERATED_AT,
    };
    const hashes = [null, PREVIOUS, { ...PREVIOUS, hash: 'F'.repeat(64) }].map(
      (previous) => buildRegistroAlta({ ...input, previous }).hash,
    );
    expect(new Set(hashes).size).toBe(3);
  });

  it.each([
    ['iva', '01'],
    ['psi', '02'],
    ['igic', '03'],
    ['others', '05'],
  ])('encodes the tax %s as %s', (tax_type, expected) => {
    const xml = recordOfInput({ lines: [buildLine({ tax_type, tax_rate: 0 })] });
    expect(textOf(xml, 'Impuesto')).toBe(expected);
    expect(textOf(xml, 'ClaveRegimen')).toBe(tax_type === 'others' ? null : '01');
  });

  it.each([
    ['S1 with a rate and tax (AEAT 1208)', { tax_rate: 21 }, ['S1', null, '21', '21.00']],
    ['S1 at zero with a rate and tax (AEAT 1208)', { tax_rate: 0 }, ['S1', null, '0', '0.00']],
    [
      'S2 with a rate and tax of zero (AEAT 1198)',
      { tax_operation_key: 'S2', tax_rate: null },
      ['S2', null, '0', '0.00'],
    ],
    [
      'N1 without a rate or tax (AEAT 1237)',
      { tax_operation_key: 'N1', tax_rate: 0 },
      ['N1', null, null, null],
    ],
    [
      'N2 without a rate or tax (AEAT 1237)',
      { tax_operation_key: 'N2', tax_rate: null },
      ['N2', null, null, null],
    ],
    [
      'an exemption without a rate or tax (AEAT 1238)',
      { tax_exemption_code: 'E1', tax_rate: 0 },
      [null, 'E1', null, null],
    ],
  ])('writes %s', (_title, line, expected) => {
    const xml = recordOfInput({ lines: [buildLine(line)] });
    const members = ['CalificacionOperacion', 'OperacionExenta', 'TipoImpositivo', 'CuotaRepercutida'];
    expect(members.map((member) => textOf(xml, member))).toEqual(expected);
    expect(textOf(xml, 'BaseImponibleOimporteNoSujeto')).toBe('100.00');
  });

  it.each<[string, InvoiceInput, (string | null)[]]>([
    ['a NIF', {}, ['A12345674', null, null, null]],
    ['a passport', TRAVELLER, [null, 'GB', '03', 'C01X00T47']],
    ['a VAT number of a member state', GERMAN, [null, 'DE', '02', 'DE123456789']],
    [
      'a Greek VAT number',
      { ...GERMAN, recipient_document_number: 'EL094259216' },
      [null, 'GR', '02', 'EL094259216'],
    ],
    [
      'a Northern Irish VAT number',
      { ...GERMAN, recipient_document_number: 'XI123456789' },
      [null, 'GB', '02', 'XI123456789'],
    ],
    [
      'a British VAT number (AEAT 1255)',
      { ...AMERICAN, recipient_document_number: 'GB123456789', recipient_country_code: 'GB' },
      [null, 'GB', '04', 'GB123456789'],
    ],
    ['a number of a third country', AMERICAN, [null, 'US', '04', '987654321']],
    [
      'a country that AEAT does not list (AEAT 1101)',
      { ...TRAVELLER, recipient_country_code: 'GP' },
      [null, 'QU', '03', 'C01X00T47'],
    ],
  ])('identifies the recipient by %s', (_title, changes, expected) => {
    const recipient = /<si:Destinatarios>.*<\/si:Destinatarios>/.exec(recordOfInput(changes))?.[0] ?? '';
    expect(['NIF', 'CodigoPais', 'IDType', 'ID'].map((member) => textOf(recipient, member))).toEqual(
      expected,
    );
  });

  it('names no recipient of a simplified invoice (AEAT 1190), and states a declared unidentified recipient (AEAT 1185)', () => {
    expect(recordOfInput(NOBODY)).not.toContain('Destinatarios');
    expect(textOf(recordOfInput(NOBODY), 'FacturaSinIdentifDestinatarioArt61d')).toBeNull();
    const declared = recordOfInput({ ...NOBODY, has_unidentified_recipient: true });
    expect(textOf(declared, 'FacturaSinIdentifDestinatarioArt61d')).toBe('S');
  });

  it('contains the operation date only if it differs from the issue date', () => {
    expect(textOf(recordOfInput({}), 'FechaOperacion')).toBeNull();
    const lines = [buildLine({ tax_regime: '14' })];
    const works = recordOfInput({ ...PUBLIC_BODY, lines, operation_date: '2026-12-31' });
    expect(textOf(works, 'FechaOperacion')).toBe('31-12-2026');
    expect(textOf(works, 'FechaExpedicionFactura')).toBe('20-11-2026');
  });

  it.each([
    [99_999_999.99, null],
    [100_000_000, 'S'],
    [-99_999_999.99, null],
    [-100_000_000, 'S'],
    [1, null],
  ])('with a total of %d has Macrodato %s (AEAT 1138, 1139)', (unit_price, expected) => {
    expect(textOf(recordOfInput({ lines: [buildLine({ unit_price, tax_rate: 0 })] }), 'Macrodato')).toBe(
      expected,
    );
  });

  it.each([
    ['F1', null, null, null],
    ['F3', null, null, 'A/0'],
    ['R1', 'I', 'A/0', null],
    ['R4', 'I', 'A/0', null],
  ])('of type %s has TipoRectificativa %s (AEAT 1114 to 1117)', (type, kind, rectified, replaced) => {
    const rectifies = type !== 'F1';
    const document = {
      ...documentOf(buildInput({ invoice_type: type, rectified_invoice_id: rectifies ? 7 : null })),
      rectified: rectifies ? { number: 'A/0', issueDate: '2026-10-01' } : null,
    };
    const xml = recordOf(document);
    const blockOf = (name: string): string | null => {
      const block = new RegExp(`<si:${name}>.*</si:${name}>`).exec(xml)?.[0];
      return block === undefined ? null : textOf(block, 'NumSerieFactura');
    };
    expect(textOf(xml, 'TipoFactura')).toBe(type);
    expect(textOf(xml, 'TipoRectificativa')).toBe(kind);
    expect(blockOf('FacturasRectificadas')).toBe(rectified);
    expect(blockOf('FacturasSustituidas')).toBe(replaced);
  });
});
