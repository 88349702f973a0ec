import type { InvoiceInput } from '../../../../src/contracts/v2/invoice-input.ts';
import { lineV2 } from '../../support/v2-cases.ts';

/* The invoices of version 2 whose records the sample messages of SII show. */

export type Sample = {
  readonly file: string;
  readonly kind: 'A0' | 'A1';
  readonly externalReference?: string;
  readonly input: InvoiceInput;
};

const NATIONAL = { name: 'CLIENTE NACIONAL SA', document_type: 'nif', document_number: 'A12345674' };
const DEVELOPER = { ...NATIONAL, name: 'PROMOTORA EJEMPLO SA' };
const GERMAN = { name: 'BEISPIEL GMBH', document_type: 'eu_vat', document_number: 'DE123456789' };
const REVERSE = { tax_operation_key: 'S2', tax_rate: 0 };
const TWO_RATES = [lineV2(), lineV2({ unit_price: '19.09', tax_rate: 10 })];

const a0 = (file: string, number: string, description: string, input: InvoiceInput): Sample => ({
  file,
  kind: 'A0',
  input: {
    issuer_name: 'EJEMPLO SUMINISTROS SL',
    number_serie: number,
    operation_description: description,
    recipients: [NATIONAL],
    ...input,
  },
});

const FIRST = a0('01-alta-f1-two-rates.request.xml', '2026-A/000101', 'Material de oficina', {
  lines: TWO_RATES,
});

export const SAMPLES: readonly Sample[] = [
  { ...FIRST, externalReference: 'rec-000101' },
  a0('02-alta-f2-art61d.request.xml', '2026-T/004410', 'Venta en tienda', {
    invoice_type: 'F2',
    recipients: null,
    has_unidentified_recipient: true,
    lines: [lineV2({ unit_price: 50 })],
  }),
  a0('03-alta-export-e2.request.xml', '2026-X/000012', 'Maquinaria con destino a Chile', {
    recipients: [
      {
        name: 'IMPORTADORA EJEMPLO SPA',
        document_type: 'official_id',
        document_number: '76543210K',
        country_code: 'CL',
      },
    ],
    lines: [lineV2({ unit_price: 2500, tax_regime: '02', tax_exemption_code: 'E2', tax_rate: null })],
  }),
  a0('04-alta-eu-goods-e5.request.xml', '2026-X/000013', 'Entrega intracomunitaria de bienes', {
    recipients: [GERMAN],
    lines: [lineV2({ unit_price: 800, tax_exemption_code: 'E5', tax_rate: null })],
  }),
  a0('05-alta-eu-services-n2.request.xml', '2026-X/000014', 'Consultoria a empresa francesa', {
    recipients: [{ ...GERMAN, name: 'EXEMPLE SARL', document_number: 'FR12345678901' }],
    lines: [lineV2({ unit_price: 1200, tax_operation_key: 'N2', tax_rate: null })],
  }),
  a0('06-alta-mixed-goods-services-foreign.request.xml', '2026-X/000015', 'Equipo e instalacion', {
    recipients: [GERMAN],
    lines: [
      lineV2({ unit_price: 1000, tax_exemption_code: 'E5', tax_rate: null }),
      lineV2({ unit_price: 300, tax_operation_key: 'N2', tax_rate: null }),
      lineV2({ supply: 'goods' }),
    ],
  }),
  a0(
    '07-alta-s2-reverse-charge.request.xml',
    '2026-A/000102',
    'Ejecucion de obra con inversion del sujeto pasivo',
    { recipients: [DEVELOPER], lines: [lineV2({ unit_price: 5000, ...REVERSE })] },
  ),
  a0('08-alta-s3-mixed.request.xml', '2026-A/000103', 'Obra con y sin inversion', {
    recipients: [DEVELOPER],
    lines: [lineV2(), lineV2({ unit_price: 1000, ...REVERSE })],
  }),
  a0('09-alta-surcharge.request.xml', '2026-A/000104', 'Venta a minorista en recargo', {
    recipients: [{ ...NATIONAL, name: 'COMERCIO MINORISTA PRUEBA', document_number: '12345678Z' }],
    lines: [lineV2({ equivalence_surcharge_rate: 5.2 })],
  }),
  a0('10-alta-canary-n2-regime08.request.xml', '2026-A/000105', 'Servicio localizado en Canarias', {
    recipients: [{ ...NATIONAL, name: 'CLIENTE CANARIO SL', document_number: 'B87654323' }],
    lines: [lineV2({ unit_price: 400, tax_type: 'igic', tax_rate: 7 })],
  }),
  a0('11-alta-lease-12-property.request.xml', '2026-L/000011', 'Alquiler de local noviembre', {
    recipients: [{ ...NATIONAL, name: 'INQUILINA EJEMPLO SL', document_number: 'B87654323' }],
    lines: [
      lineV2({
        unit_price: 1000,
        tax_regime: '11',
        property: { situation: 1, cadastral_reference: '9872023VH5797S0001WX' },
      }),
    ],
  }),
  a0(
    '12-alta-r1-differences.request.xml',
    '2026-R/000007',
    'Descuento posterior a la factura 2026-A/000099',
    {
      invoice_type: 'R1',
      rectification: {
        method: 'differences',
        reason: 'Descuento',
        invoices: [{ number_serie: '2026-A/000099', issue_date: '2026-10-30' }],
      },
      lines: [lineV2({ units: -1, unit_price: 20 })],
    },
  ),
  a0('13-alta-r4-substitution.request.xml', '2026-R/000008', 'Sustituye a la factura 2026-A/000090', {
    invoice_type: 'R4',
    operation_date: '2026-10-15',
    rectification: {
      method: 'substitution',
      reason: 'Importe',
      invoices: [{ number_serie: '2026-A/000090', issue_date: '2026-10-15' }],
      rectified_base: '1000.00',
      rectified_tax: '210.00',
    },
    lines: [lineV2({ unit_price: 800 })],
  }),
  a0('14-alta-f3-agrupadas.request.xml', '2026-S/000003', 'Canje de la simplificada 2026-T/004410', {
    invoice_type: 'F3',
    replaces: [{ number_serie: '2026-T/004410', issue_date: '2026-11-20' }],
    lines: [lineV2({ unit_price: 50 })],
  }),
  a0('16-alta-oss-17.request.xml', '2026-O/000021', 'Venta a distancia intracomunitaria', {
    recipients: [
      {
        name: 'JEANNE EXEMPLE',
        document_type: 'other_document',
        document_number: 'ABC12345',
        country_code: 'FR',
      },
    ],
    lines: [lineV2({ tax_type: 'oss', tax_country: 'FR', tax_rate: 20 })],
  }),
  {
    ...FIRST,
    file: '19-modificacion-a1.request.xml',
    kind: 'A1',
    externalReference: 'rec-000101',
    input: { ...FIRST.input, operation_description: 'Material de oficina (texto corregido)' },
  },
  a0('22-alta-macrodato.request.xml', '2026-M/000001', 'Planta industrial', {
    lines: [lineV2({ unit_price: 100_000_000 })],
  }),
  a0('23-alta-third-party.request.xml', '2026-D/000001', 'Facturacion por el destinatario', {
    issued_by: { role: 'recipient' },
  }),
];

/** Sample requests that no invoice of the API can have, or that have tests of their own. */
export const OTHERS: Readonly<Record<string, string>> = {
  '15-alta-f4-summary.request.xml': 'the engine sends each simplified invoice',
  '17-alta-recc-07.request.xml': 'regime 07 is refused while collections are not recorded',
  '18-cobros-recc.request.xml': 'a message of collections',
  '20-baja.request.xml': 'a withdrawal',
  '21-batch-three.request.xml': 'several records',
  '30-consulta.request.xml': 'a query',
};
