import { describe, expect, it } from 'vitest';
import type { InvoiceInput, InvoiceLineInput } from '#src/contracts/invoice-input.ts';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
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
  prepareV1,
} from '../support/inputs.ts';
import { GENERATED_AT, PREVIOUS, SYSTEM, textsOf } from '../../../packages/verifactu/test/support/records.ts';

/*
 * AEAT's rules, by their codes, that the engine satisfies by the way it builds records.
 * `aeat-rules-in-validation.test.ts` tests the others.
 */

const line = (changes: InvoiceLineInput) => ({ lines: [buildLine(changes)] });
const untaxed = (changes: InvoiceLineInput) => line({ tax_rate: null, ...changes });
const works = { ...PUBLIC_BODY, operation_date: '2026-12-24' };
const simplified = { invoice_type: 'F2', ...NOBODY };

function recordOf(changes: InvoiceInput): string {
  const document = documentOf(buildInput(changes));
  const rectified = changes.rectified_invoice_id == null ? null : { number: 'A/0', issueDate: TODAY };
  const common = { externalReference: '1-2', system: SYSTEM, previous: PREVIOUS, generatedAt: GENERATED_AT };
  return buildRegistroAlta({ ...common, invoice: describeInvoice({ ...document, rectified }) }).xml;
}

describe('a record satisfies the rule', () => {
  const read = (xml: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, textsOf(xml, name)[0] ?? null]));

  it.each<[code: number, what: string, changes: InvoiceInput, expected: Record<string, string | null>]>([
    [1108, 'it names the issuer of the chain', {}, { IDEmisorFactura: 'B12345674' }],
    [
      1114,
      'a corrective invoice is corrected by differences',
      { invoice_type: 'R4', rectified_invoice_id: 7 },
      { TipoRectificativa: 'I' },
    ],
    [1115, 'another invoice has no TipoRectificativa', {}, { TipoRectificativa: null }],
    [
      1119,
      'a correction by differences has no ImporteRectificacion',
      { invoice_type: 'R1', rectified_invoice_id: 7 },
      { ImporteRectificacion: null },
    ],
    [
      1139,
      'a total of a hundred million or more is a Macrodato',
      line({ unit_price: 99_000_000 }),
      { Macrodato: 'S' },
    ],
    [1138, 'a smaller total is not a Macrodato', line({ unit_price: 82_644_628 }), { Macrodato: null }],
    [
      1195,
      'a line without an exemption has a key',
      line({}),
      { CalificacionOperacion: 'S1', OperacionExenta: null },
    ],
    [
      1196,
      'a line with an exemption has no key',
      untaxed({ tax_exemption_code: 'E1' }),
      { CalificacionOperacion: null, OperacionExenta: 'E1' },
    ],
    [1245, 'the default regime is 01', line({}), { ClaveRegimen: '01' }],
    [
      1245,
      'IGIC has the regime 01',
      line({ tax_type: 'igic', tax_rate: 7 }),
      { Impuesto: '03', ClaveRegimen: '01' },
    ],
    [
      2009,
      'IPSI has the regime 01',
      line({ tax_type: 'psi', tax_rate: 4 }),
      { Impuesto: '02', ClaveRegimen: '01' },
    ],
    [
      1260,
      'other taxes have no regime',
      line({ tax_type: 'others' }),
      { Impuesto: '05', ClaveRegimen: null },
    ],
    [
      1208,
      'S1 has a rate and tax, even if they are zero',
      line({ tax_rate: 0 }),
      { TipoImpositivo: '0', CuotaRepercutida: '0.00' },
    ],
    [
      1198,
      'S2 has a rate and tax of zero',
      untaxed({ tax_operation_key: 'S2' }),
      { TipoImpositivo: '0', CuotaRepercutida: '0.00' },
    ],
    [1207, 'N1 has no tax', untaxed({ tax_operation_key: 'N1' }), { CuotaRepercutida: null }],
    [
      1237,
      'N2 has neither a rate nor tax',
      untaxed({ tax_operation_key: 'N2' }),
      { TipoImpositivo: null, CuotaRepercutida: null },
    ],
    [
      1238,
      'an exemption has neither a rate nor tax',
      untaxed({ tax_exemption_code: 'E6' }),
      { TipoImpositivo: null, CuotaRepercutida: null },
    ],
    [1200, 'regime 03 has the key S1', line({ tax_regime: '03' }), { CalificacionOperacion: 'S1' }],
    [1201, 'regime 04 has the key S2', untaxed({ tax_regime: '04' }), { CalificacionOperacion: 'S2' }],
    [1252, 'regime 08 has the key N2', untaxed({ tax_regime: '08' }), { CalificacionOperacion: 'N2' }],
    [1205, 'regime 10 has the key N1', untaxed({ tax_regime: '10' }), { CalificacionOperacion: 'N1' }],
    [
      1147,
      'works certificates state their future day',
      { ...works, ...line({ tax_regime: '14' }) },
      { FechaExpedicionFactura: '20-11-2026', FechaOperacion: '24-12-2026' },
    ],
    [
      1185,
      'an F2 states that its recipient is not identified',
      { ...simplified, has_unidentified_recipient: true },
      { FacturaSinIdentifDestinatarioArt61d: 'S' },
    ],
    [1102, 'a European VAT number is of type 02', GERMAN, { IDType: '02' }],
    [1102, 'a foreign number is of type 04', AMERICAN, { IDType: '04', CodigoPais: 'US' }],
    [1102, 'a passport is of type 03', TRAVELLER, { IDType: '03', CodigoPais: 'GB' }],
    [
      1142,
      'the tax is the base times the rate',
      line({ units: 3, unit_price: 33.335 }),
      { BaseImponibleOimporteNoSujeto: '100.01', CuotaRepercutida: '21.00' },
    ],
    [
      1143,
      'the tax has the sign of its base',
      { invoice_type: 'R1', rectified_invoice_id: 7, ...line({ units: -1 }) },
      { BaseImponibleOimporteNoSujeto: '-100.00', CuotaRepercutida: '-21.00' },
    ],
    [2005, 'ImporteTotal is the sum of bases and taxes', line({}), { ImporteTotal: '121.00' }],
    [2006, 'CuotaTotal is the sum of the taxes', line({}), { CuotaTotal: '21.00' }],
    [1244, 'its time has seconds and an offset', {}, { FechaHoraHusoGenRegistro: GENERATED_AT }],
    [1247, 'its huella is of type 01', {}, { TipoHuella: '01' }],
    [1251, 'its version is 1.0', {}, { IDVersion: '1.0' }],
    [1177, 'the system’s id has two characters', {}, { IdSistemaInformatico: SYSTEM.systemId }],
  ])('AEAT %i: %s', (_code, _what, changes, expected) => {
    expect(read(recordOf(changes), Object.keys(expected))).toEqual(expected);
  });

  it('AEAT 1116: an F3 names the replaced invoice, and a corrective invoice the rectified one (1117)', () => {
    const replaced = recordOf({ invoice_type: 'F3', rectified_invoice_id: 7 });
    expect(replaced).toContain('<si:FacturasSustituidas><si:IDFacturaSustituida>');
    expect(replaced).not.toContain('FacturasRectificadas');
    const corrected = recordOf({ invoice_type: 'R1', rectified_invoice_id: 7 });
    expect(corrected).toContain('<si:FacturasRectificadas><si:IDFacturaRectificada>');
    expect(corrected).not.toContain('FacturasSustituidas');
  });

  it('AEAT 2008, 1262: its huella has 64 upper-case hexadecimal digits and differs from the previous one', () => {
    const [previous, own] = textsOf(recordOf({}), 'Huella');
    expect(previous).toBe(PREVIOUS.hash);
    expect(own).toMatch(/^[0-9A-F]{64}$/);
    expect(own).not.toBe(previous);
  });
});

describe('a record never contains', () => {
  const records = MATRIX.flatMap(({ input }) => {
    const { kind } = prepareV1(input, { organizationName: 'Org', today: TODAY });
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
