import { byInvoice, rowOf, taxable } from '../write-sii.ts';
import { blocks, keyed, rectification, simplified, type RuleCase } from './rule-case.ts';

type Row = Parameters<typeof rowOf>[0];
const row = (changes: Row, members = {}) => blocks(taxable('S1', [rowOf(changes)]), members);
const margin = (changes: Row, members = {}) =>
  keyed(['03'], {
    ImporteTotal: '500.00',
    TipoDesglose: byInvoice(taxable('S1', [rowOf(changes)])),
    ...members,
  });
const group = (changes: Row, base: string) =>
  keyed(['06'], {
    ImporteTotal: undefined,
    BaseImponibleACoste: base,
    TipoDesglose: byInvoice(taxable('S1', [rowOf(changes)])),
  });
const surcharge = (rate: string, amount = '1.00') =>
  row({ TipoRecargoEquivalencia: rate, CuotaRecargoEquivalencia: amount });
const ZERO = { TipoImpositivo: '0', BaseImponible: '0', CuotaRepercutida: '0' };
const OLD = { FechaOperacion: '01-08-2023' };

export const AMOUNT_CASES: readonly RuleCase[] = [
  {
    code: 1173,
    what: 'a row without rate',
    broken: row({ TipoImpositivo: undefined }),
    allowed: row({ TipoImpositivo: '21.' }),
  },
  {
    code: 1172,
    what: 'a row without tax',
    broken: row({ CuotaRepercutida: undefined }),
    allowed: simplified('F2', {
      ImporteTotal: '100.00',
      TipoDesglose: byInvoice(taxable('S1', [rowOf({ CuotaRepercutida: undefined })])),
    }),
  },
  {
    code: 1166,
    what: 'a rate that never was',
    broken: row({ TipoImpositivo: '20', CuotaRepercutida: '20.00' }),
    allowed: row({ TipoImpositivo: '4', CuotaRepercutida: '4.00' }),
  },
  {
    code: 1166,
    what: 'a rate of another time',
    broken: row({ TipoImpositivo: '5', CuotaRepercutida: '5.00' }),
    allowed: row({ TipoImpositivo: '5', CuotaRepercutida: '5.00' }, OLD),
  },
  {
    code: 1166,
    what: 'an old rate of a rectification whose original is new',
    broken: rectification({
      FechaOperacion: '01-10-2026',
      ImporteTotal: undefined,
      TipoDesglose: byInvoice(taxable('S1', [rowOf({ TipoImpositivo: '18' })])),
    }),
    allowed: rectification({
      ImporteTotal: undefined,
      TipoDesglose: byInvoice(taxable('S1', [rowOf({ TipoImpositivo: '18' })])),
    }),
  },
  {
    code: 1222,
    what: 'a rate on no margin',
    broken: margin({ ...ZERO, TipoImpositivo: '21' }),
    allowed: margin(ZERO),
  },
  {
    code: 1223,
    what: 'a tax on no margin',
    broken: margin({ ...ZERO, CuotaRepercutida: '1.00' }),
    also: true,
  },
  {
    code: 1256,
    what: 'a margin without rate',
    broken: margin({ TipoImpositivo: undefined, CuotaRepercutida: undefined }),
    allowed: margin({}),
  },
  { code: 1258, what: 'a margin without tax', broken: margin({ CuotaRepercutida: undefined }) },
  { code: 1177, what: 'a surcharge of 0', broken: surcharge('0', '0'), also: true },
  { code: 1198, what: 'a surcharge of another time', broken: surcharge('0.62'), allowed: surcharge('5.2') },
  {
    code: 1233,
    what: 'a VAT group without base at cost',
    broken: keyed(['06']),
    allowed: group({}, '100.00'),
  },
  { code: 1234, what: 'a negative base at cost', broken: group({}, '-100.00'), also: true },
  {
    code: 1235,
    what: 'a tax that the base at cost does not explain',
    broken: group({}, '200.00'),
    allowed: group({}, '147.00'),
  },
  {
    code: 1238,
    what: 'a tax at 0 %',
    broken: row({ TipoImpositivo: '0', CuotaRepercutida: '1.00' }),
    allowed: row({ TipoImpositivo: '0', CuotaRepercutida: '0' }),
  },
  {
    code: 1236,
    what: 'base and tax of opposite signs',
    broken: row({ BaseImponible: '10.00', CuotaRepercutida: '-2.10' }),
    allowed: row({ BaseImponible: '-10.00', CuotaRepercutida: '-2.10' }),
  },
  {
    code: 1237,
    what: 'a tax that is wrong by more than 10 €',
    broken: row({ CuotaRepercutida: '31.01' }),
    allowed: row({ CuotaRepercutida: '31.00' }),
  },
  {
    code: 1237,
    what: 'a wrong tax of a substitution',
    broken: rectification({
      TipoRectificativa: 'S',
      ImporteRectificacion: { BaseRectificada: '1', CuotaRectificada: '0' },
      ImporteTotal: undefined,
      TipoDesglose: byInvoice(taxable('S1', [rowOf({ CuotaRepercutida: '40.00' })])),
    }),
    allowed: rectification({
      ImporteTotal: undefined,
      TipoDesglose: byInvoice(taxable('S1', [rowOf({ CuotaRepercutida: '40.00' })])),
    }),
  },
  {
    code: 1250,
    what: 'a margin without total',
    broken: margin({}, { ImporteTotal: undefined }),
    allowed: margin({}),
  },
  {
    code: 1190,
    what: 'a ticket of nothing without total',
    broken: simplified('F2', {
      ImporteTotal: undefined,
      TipoDesglose: byInvoice(taxable('S1', [rowOf(ZERO)])),
    }),
    allowed: simplified('F2', { ImporteTotal: '0', TipoDesglose: byInvoice(taxable('S1', [rowOf(ZERO)])) }),
  },
  {
    code: 1305,
    what: 'a ticket above 3,000 €',
    broken: ticket('2487.62', '522.40'),
    allowed: ticket('2487.60', '522.40'),
  },
  {
    code: 1305,
    what: 'a ticket of 4,000 € without agreement',
    broken: ticket('4000.00', '840.00'),
    allowed: ticket('4000.00', '840.00', { NumRegistroAcuerdoFacturacion: 'AC-1' }),
  },
  {
    code: 2025,
    what: 'a total that is wrong by more than 10 €',
    broken: row({}, { ImporteTotal: '131.01' }),
    allowed: row({}, { ImporteTotal: '131.00' }),
  },
  { code: 2025, what: 'a total without the surcharge', broken: total('110.99'), allowed: total('126.20') },
];

function ticket(base: string, tax: string, members = {}) {
  const rows = [rowOf({ BaseImponible: base, CuotaRepercutida: tax })];
  return simplified('F2', {
    ImporteTotal: undefined,
    TipoDesglose: byInvoice(taxable('S1', rows)),
    ...members,
  });
}

function total(amount: string) {
  return row({ TipoRecargoEquivalencia: '5.2', CuotaRecargoEquivalencia: '5.20' }, { ImporteTotal: amount });
}
