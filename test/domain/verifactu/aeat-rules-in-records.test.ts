import { describe, expect, it } from 'vitest';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { buildRegistroAlta } from '../../../src/domain/verifactu/build-registro-alta.ts';
import { MATRIX } from '../support/accepted-combinations.ts';
import {
  AMERICAN,
  buildInput,
  buildLine,
  documentOf,
  GERMAN,
  NOBODY,
  PUBLIC_BODY,
  TODAY,
  TRAVELLER,
} from '../support/inputs.ts';
import { GENERATED_AT, PREVIOUS, SYSTEM, textsOf } from '../support/records.ts';

/* AEAT's rules by their codes, as far as records are made so that they hold; the others are in `aeat-rules-at-the-door`. */

const line = (changes: InvoiceLineInput) => ({ lines: [buildLine(changes)] });
const untaxed = (changes: InvoiceLineInput) => line({ tax_rate: null, ...changes });
const works = { ...PUBLIC_BODY, operation_date: '2026-12-24' };
const simplified = { invoice_type: 'F2', ...NOBODY };

function recordOf(changes: InvoiceInput): string {
  const document = documentOf(buildInput(changes));
  const rectified = changes.rectified_invoice_id == null ? null : { number: 'A/0', issueDate: TODAY };
  const common = { externalReference: '1-2', system: SYSTEM, previous: PREVIOUS, generatedAt: GENERATED_AT };
  return buildRegistroAlta({ ...common, document: { ...document, rectified } }).xml;
}

describe('a record is made so that the rule holds', () => {
  const read = (xml: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, textsOf(xml, name)[0] ?? null]));

  it.each<[code: number, what: string, changes: InvoiceInput, expected: Record<string, string | null>]>([
    [1108, 'its issuer is the chain’s', {}, { IDEmisorFactura: 'B12345674' }],
    [
      1114,
      'a corrective invoice is one by differences',
      { invoice_type: 'R4', rectified_invoice_id: 7 },
      { TipoRectificativa: 'I' },
    ],
    [1115, 'another has no such type', {}, { TipoRectificativa: null }],
    [
      1119,
      'by differences nothing is replaced',
      { invoice_type: 'R1', rectified_invoice_id: 7 },
      { ImporteRectificacion: null },
    ],
    [1139, 'a hundred million is a macrodato', line({ unit_price: 99_000_000 }), { Macrodato: 'S' }],
    [1138, 'less is none', line({ unit_price: 82_644_628 }), { Macrodato: null }],
    [
      1195,
      'a key where there is no exemption',
      line({}),
      { CalificacionOperacion: 'S1', OperacionExenta: null },
    ],
    [
      1196,
      'no key where there is an exemption',
      untaxed({ tax_exemption_code: 'E1' }),
      { CalificacionOperacion: null, OperacionExenta: 'E1' },
    ],
    [1245, 'a regime where none was given', line({}), { ClaveRegimen: '01' }],
    [1245, 'a regime of IGIC', line({ tax_type: 'igic' }), { Impuesto: '03', ClaveRegimen: '01' }],
    [2009, 'a regime of IPSI', line({ tax_type: 'psi' }), { Impuesto: '02', ClaveRegimen: '01' }],
    [1260, 'no regime of other taxes', line({ tax_type: 'others' }), { Impuesto: '05', ClaveRegimen: null }],
    [
      1208,
      'rate and tax with S1, also of zero',
      line({ tax_rate: 0 }),
      { TipoImpositivo: '0', CuotaRepercutida: '0.00' },
    ],
    [
      1198,
      'both zero with S2',
      untaxed({ tax_operation_key: 'S2' }),
      { TipoImpositivo: '0', CuotaRepercutida: '0.00' },
    ],
    [1207, 'no tax outside of S1', untaxed({ tax_operation_key: 'N1' }), { CuotaRepercutida: null }],
    [
      1237,
      'neither rate nor tax where nothing is subject',
      untaxed({ tax_operation_key: 'N2' }),
      { TipoImpositivo: null, CuotaRepercutida: null },
    ],
    [
      1238,
      'neither rate nor tax with an exemption',
      untaxed({ tax_exemption_code: 'E6' }),
      { TipoImpositivo: null, CuotaRepercutida: null },
    ],
    [1200, 'S1 in regime 03', line({ tax_regime: '03' }), { CalificacionOperacion: 'S1' }],
    [1201, 'S2 in regime 04', untaxed({ tax_regime: '04' }), { CalificacionOperacion: 'S2' }],
    [1252, 'N2 in regime 08', untaxed({ tax_regime: '08' }), { CalificacionOperacion: 'N2' }],
    [1205, 'N1 in regime 10', untaxed({ tax_regime: '10' }), { CalificacionOperacion: 'N1' }],
    [
      1147,
      'works tell their later day',
      { ...works, ...line({ tax_regime: '14' }) },
      { FechaExpedicionFactura: '20-11-2026', FechaOperacion: '24-12-2026' },
    ],
    [
      1185,
      'an F2 says that nobody is identified',
      { ...simplified, has_unidentified_recipient: true },
      { FacturaSinIdentifDestinatarioArt61d: 'S' },
    ],
    [1102, 'a European VAT number is of type 02', GERMAN, { IDType: '02' }],
    [1102, 'a foreign number is of type 04', AMERICAN, { IDType: '04', CodigoPais: 'US' }],
    [1102, 'a passport is of type 03', TRAVELLER, { IDType: '03', CodigoPais: 'GB' }],
    [
      1142,
      'tax is base times rate',
      line({ units: 3, unit_price: 33.335 }),
      { BaseImponibleOimporteNoSujeto: '100.01', CuotaRepercutida: '21.00' },
    ],
    [
      1143,
      'tax has the sign of its base',
      { invoice_type: 'R1', rectified_invoice_id: 7, ...line({ units: -1 }) },
      { BaseImponibleOimporteNoSujeto: '-100.00', CuotaRepercutida: '-21.00' },
    ],
    [2005, 'ImporteTotal is bases and taxes', line({}), { ImporteTotal: '121.00' }],
    [2006, 'CuotaTotal is the taxes', line({}), { CuotaTotal: '21.00' }],
    [1244, 'its time has seconds and an offset', {}, { FechaHoraHusoGenRegistro: GENERATED_AT }],
    [1247, 'its huella is of type 01', {}, { TipoHuella: '01' }],
    [1251, 'its version is 1.0', {}, { IDVersion: '1.0' }],
    [1177, 'the system’s id has two characters', {}, { IdSistemaInformatico: SYSTEM.systemId }],
  ])('AEAT %i: %s', (_code, _what, changes, expected) => {
    expect(read(recordOf(changes), Object.keys(expected))).toEqual(expected);
  });

  it('AEAT 1116: an F3 names what it replaces, and a corrective invoice what it corrects (1117)', () => {
    const replaced = recordOf({ invoice_type: 'F3', rectified_invoice_id: 7 });
    expect(replaced).toContain('<si:FacturasSustituidas><si:IDFacturaSustituida>');
    expect(replaced).not.toContain('FacturasRectificadas');
    const corrected = recordOf({ invoice_type: 'R1', rectified_invoice_id: 7 });
    expect(corrected).toContain('<si:FacturasRectificadas><si:IDFacturaRectificada>');
    expect(corrected).not.toContain('FacturasSustituidas');
  });

  it('AEAT 2008, 1262: its huella has 64 capital hexadecimal digits and is not the one before', () => {
    const [previous, own] = textsOf(recordOf({}), 'Huella');
    expect(previous).toBe(PREVIOUS.hash);
    expect(own).toMatch(/^[0-9A-F]{64}$/);
    expect(own).not.toBe(previous);
  });
});

describe('what a rule is about is never written', () => {
  const records = MATRIX.flatMap(({ input }) => {
    const { kind } = prepareInvoice(input, { organizationName: 'Org', today: TODAY });
    return kind === 'prepared' ? [recordOf(input)] : [];
  });

  it.each([
    ['FacturaSimplificadaArt7273', 1183],
    ['Cupon', 1157],
    ['ImporteRectificacion', 1118],
    ['EmitidaPorTerceroODestinatario', 1158],
    ['Tercero', 1155],
    ['NumRegistroAcuerdoFacturacion', 1128],
    ['IdAcuerdoSistemaInformatico', 1242],
    ['BaseImponibleACoste', 1257],
    ['TipoRecargoEquivalencia', 1281],
    ['CuotaRecargoEquivalencia', 1284],
    ['RechazoPrevio', 1153],
  ])('%s (AEAT %i)', (name) => {
    expect(records.length).toBeGreaterThan(200);
    expect(records.filter((xml) => xml.includes(`<si:${name}>`))).toEqual([]);
  });
});
