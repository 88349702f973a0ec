import { byInvoice, byOperation, exempt, notSubject, rowOf, taxable } from '../write-sii.ts';
import { AMOUNT, invoice, keyed, rectification, simplified, type RuleCase } from './rule-case.ts';

const NUMBERS = { NumSerieFacturaEmisor: 'A/0', FechaExpedicionFacturaEmisor: '30-10-2026' };
const HUGE = {
  ImporteTotal: '100000000.00',
  TipoDesglose: byInvoice(
    taxable('S1', [rowOf({ BaseImponible: '82644628.10', CuotaRepercutida: '17355371.90' })]),
  ),
};
const adjustment = (members: Parameters<typeof invoice>[0], rest = {}) =>
  simplified('AJ', { ClaveRegimenEspecialOTrascendencia: '03', ...members }, rest);

export const TYPE_CASES: readonly RuleCase[] = [
  { code: 1107, what: 'a type of received invoices', broken: invoice({ TipoFactura: 'F5' }), allowed: {} },
  {
    code: 1134,
    what: 'a rectification without its kind',
    broken: rectification({ TipoRectificativa: ' ' }),
    allowed: rectification(),
  },
  {
    code: 1135,
    what: 'the kind of a rectification that is none',
    broken: invoice({ TipoRectificativa: 'I' }),
    allowed: invoice({ TipoRectificativa: ' ' }),
  },
  {
    code: 1136,
    what: 'replaced tickets of an ordinary invoice',
    broken: invoice({ FacturasAgrupadas: { IDFacturaAgrupada: [NUMBERS] } }),
    allowed: invoice({ TipoFactura: 'F3', FacturasAgrupadas: { IDFacturaAgrupada: [NUMBERS] } }),
  },
  {
    code: 1137,
    what: 'rectified invoices of an ordinary invoice',
    broken: invoice({ FacturasRectificadas: { IDFacturaRectificada: [NUMBERS] } }),
    allowed: rectification({ FacturasRectificadas: { IDFacturaRectificada: [NUMBERS] } }),
  },
  {
    code: 1138,
    what: 'a substitution without what it replaces',
    broken: rectification({ TipoRectificativa: 'S' }),
    allowed: rectification({ TipoRectificativa: 'S', ImporteRectificacion: AMOUNT }),
  },
  {
    code: 1139,
    what: 'what a rectification by differences replaces',
    broken: rectification({ ImporteRectificacion: AMOUNT }),
    allowed: simplified('F4', { ImporteRectificacion: AMOUNT }, { lastNumber: 'A/9' }),
  },
  {
    code: 1127,
    what: 'a summary without its last number',
    broken: simplified('F4'),
    allowed: simplified('F4', {}, { lastNumber: 'A/9' }),
  },
  { code: 1128, what: 'the last number of an ordinary invoice', broken: { lastNumber: 'A/9' }, allowed: {} },
  { code: 1165, what: 'a summary of one number', broken: simplified('F4', {}, { lastNumber: 'A/1' }) },
  {
    code: 1207,
    what: 'both flags of issuing for others',
    broken: invoice({
      EmitidaPorTercerosODestinatario: 'S',
      FacturacionDispAdicionalTerceraYsextayDelMercadoOrganizadoDelGas: 'S',
    }),
    allowed: invoice({ EmitidaPorTercerosODestinatario: 'S' }),
  },
  {
    code: 1204,
    what: 'Macrodato of a small invoice',
    broken: invoice({ Macrodato: 'S' }),
    allowed: invoice({ Macrodato: 'N' }),
  },
  {
    code: 1208,
    what: 'a huge invoice without Macrodato',
    broken: invoice(HUGE),
    allowed: invoice({ ...HUGE, Macrodato: 'S' }),
  },
  {
    code: 1160,
    what: 'the coupon of an ordinary invoice',
    broken: invoice({ Cupon: 'S' }),
    allowed: rectification({ Cupon: 'S' }),
  },
  {
    code: 1183,
    what: 'an agreement that AEAT does not know',
    broken: invoice({ NumRegistroAcuerdoFacturacion: 'AC-2' }),
    allowed: invoice({ NumRegistroAcuerdoFacturacion: 'AC-1' }),
  },
  {
    code: 2022,
    what: 'a simplified invoice with data of the recipient (7.2)',
    broken: simplified('F2', { 'FacturaSimplificadaArticulos7.2_7.3': 'S' }),
    allowed: invoice({ 'FacturaSimplificadaArticulos7.2_7.3': 'S' }),
  },
  {
    code: 2023,
    what: 'an ordinary invoice without identification (6.1.d)',
    broken: invoice({ 'FacturaSinIdentifDestinatarioAritculo6.1.d': 'S' }),
    allowed: simplified('F2', { 'FacturaSinIdentifDestinatarioAritculo6.1.d': 'S' }),
  },
  {
    code: 1241,
    what: 'an adjustment of margins of an early year',
    broken: adjustment({}, { period: { year: '2024', period: '12' } }),
    allowed: adjustment({}),
  },
  {
    code: 1242,
    what: 'an early adjustment of margins',
    broken: adjustment({}, { date: '30-09-2025' }),
    allowed: adjustment({}, { date: '01-10-2025' }),
  },
  {
    code: 1243,
    what: 'an adjustment of margins with an operation',
    broken: adjustment({ FechaOperacion: '19-11-2026' }),
  },
  {
    code: 1244,
    what: 'an adjustment of margins with another key',
    broken: adjustment({ ClaveRegimenEspecialOTrascendencia: '01' }),
    allowed: adjustment({ ClaveRegimenEspecialOTrascendencia: '05' }),
  },
  {
    code: 1245,
    what: 'an adjustment of margins with a recipient',
    broken: keyed(['03'], { TipoFactura: 'AJ' }),
  },
  {
    code: 1246,
    what: 'an adjustment of margins by operation',
    broken: adjustment({ TipoDesglose: byOperation({ Entrega: taxable() }) }),
    also: true,
  },
  {
    code: 1247,
    what: 'an adjustment of margins without VAT',
    broken: adjustment({ TipoDesglose: byInvoice(taxable('S2')) }),
    also: true,
  },
  {
    code: 1248,
    what: 'an adjustment of margins that is not subject',
    broken: adjustment({ TipoDesglose: byInvoice(notSubject()) }),
    also: true,
  },
  {
    code: 1249,
    what: 'an adjustment of margins that is exempt',
    broken: adjustment({ TipoDesglose: byInvoice(exempt('E1')) }),
    also: true,
  },
  {
    code: 1239,
    what: 'an adjustment of margins at 0 %',
    broken: adjustment({
      ImporteTotal: '100.00',
      TipoDesglose: byInvoice(taxable('S1', [rowOf({ TipoImpositivo: '0', CuotaRepercutida: '0' })])),
    }),
  },
  {
    code: 1240,
    what: 'an adjustment of margins of nothing',
    broken: adjustment({
      TipoDesglose: byInvoice(taxable('S1', [rowOf({ BaseImponible: '0', CuotaRepercutida: '0' })])),
    }),
    also: true,
  },
];
