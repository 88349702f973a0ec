import { byInvoice, exempt, notSubject, rowOf, taxable } from '../write-sii.ts';
import { abroad, blocks, keyed, simplified, type RuleCase } from './rule-case.ts';

const ZERO = rowOf({ TipoImpositivo: '0', CuotaRepercutida: '0' });
const REVERSE = taxable('S2', [ZERO]);
const both = (one: ReturnType<typeof taxable>, other: ReturnType<typeof taxable>) => {
  const subjects = [one['Sujeta'], other['Sujeta']].filter((subject) => typeof subject === 'object');
  return { ...one, ...other, Sujeta: Object.assign({}, ...subjects) as object } as ReturnType<typeof taxable>;
};
const only = (key: string, block: ReturnType<typeof taxable>, members = {}) =>
  keyed([key], { ImporteTotal: undefined, TipoDesglose: byInvoice(block), ...members });
const PLACE = notSubject();
const ARTICLES = notSubject({ ImportePorArticulos7_14_Otros: '100.00' });

export const BREAKDOWN_CASES: readonly RuleCase[] = [
  {
    code: 1148,
    what: 'operations of no kind',
    broken: abroad({}),
    allowed: abroad({ Entrega: exempt('E4') }),
  },
  { code: 1141, what: 'a block of nothing', broken: blocks({}), allowed: blocks(taxable()) },
  {
    code: 1140,
    what: 'a subject part of nothing',
    broken: blocks({ Sujeta: {} }),
    allowed: blocks(exempt('E1')),
  },
  {
    code: 1115,
    what: 'a part that is not subject of nothing',
    broken: blocks({ NoSujeta: {} }),
    allowed: blocks(PLACE),
  },
  {
    code: 1299,
    what: 'reverse charge of a ticket',
    broken: simplified('F2', { ImporteTotal: undefined, TipoDesglose: byInvoice(REVERSE) }),
    allowed: blocks(REVERSE),
  },
  {
    code: 1300,
    what: 'partial reverse charge of a ticket',
    broken: simplified('F2', {
      ImporteTotal: undefined,
      TipoDesglose: byInvoice(taxable('S3', [rowOf(), ZERO])),
    }),
    allowed: blocks(taxable('S3', [rowOf(), ZERO])),
  },
  {
    code: 1114,
    what: 'reverse charge in a regime without it',
    broken: only('15', REVERSE),
    allowed: only('12', REVERSE, { DatosInmueble: { DetalleInmueble: [{ SituacionInmueble: '4' }] } }),
  },
  {
    code: 1268,
    what: 'reverse charge at a rate',
    broken: blocks(taxable('S2', [rowOf({ CuotaRepercutida: '0' })])),
  },
  {
    code: 1268,
    what: 'reverse charge without a rate',
    broken: blocks(taxable('S2', [rowOf({ TipoImpositivo: undefined, CuotaRepercutida: '0' })])),
  },
  {
    code: 1269,
    what: 'reverse charge with a tax',
    broken: blocks(taxable('S2', [rowOf({ TipoImpositivo: '0' })])),
  },
  { code: 1273, what: 'partial reverse charge with one row', broken: blocks(taxable('S3')), also: true },
  {
    code: 1272,
    what: 'partial reverse charge that charges all',
    broken: blocks(taxable('S3', [rowOf(), rowOf()])),
  },
  {
    code: 1272,
    what: 'partial reverse charge that charges nothing',
    broken: blocks(taxable('S3', [ZERO, ZERO])),
  },
  {
    code: 1252,
    what: 'an export that is not exempt',
    broken: abroad({ Entrega: PLACE }, { ClaveRegimenEspecialOTrascendencia: '02' }),
    also: true,
  },
  {
    code: 1281,
    what: 'an export that is exempt in part',
    broken: abroad({ Entrega: both(exempt('E2'), taxable()) }, { ClaveRegimenEspecialOTrascendencia: '02' }),
    allowed: abroad({ Entrega: exempt('E2') }, { ClaveRegimenEspecialOTrascendencia: '02' }),
  },
  {
    code: 1282,
    what: 'an export beside something else without exemption',
    broken: abroad({ Entrega: PLACE }, { ClaveRegimenEspecialOTrascendenciaAdicional1: '02' }),
    allowed: abroad({ Entrega: exempt('E2') }, { ClaveRegimenEspecialOTrascendenciaAdicional1: '02' }),
  },
  {
    code: 1285,
    what: 'used goods that are not subject',
    broken: only('03', PLACE, { ImporteTotal: '100.00' }),
    allowed: only('03', taxable(), { ImporteTotal: '500.00' }),
  },
  {
    code: 1286,
    what: 'used goods under reverse charge',
    broken: only('03', REVERSE, { ImporteTotal: '100.00' }),
    also: true,
  },
  {
    code: 1287,
    what: 'used goods that are exempt',
    broken: only('03', exempt('E1'), { ImporteTotal: '100.00' }),
  },
  { code: 1288, what: 'gold that is not subject', broken: only('04', PLACE), allowed: only('04', REVERSE) },
  { code: 1289, what: 'gold with VAT', broken: only('04', taxable()), allowed: only('04', exempt('E1')) },
  {
    code: 1302,
    what: 'cash accounting that is not subject',
    broken: only('07', PLACE),
    allowed: only('07', taxable()),
  },
  { code: 1303, what: 'cash accounting under reverse charge', broken: only('07', REVERSE) },
  {
    code: 1304,
    what: 'cash accounting of exports',
    broken: only('07', exempt('E4')),
    allowed: only('07', exempt('E1')),
  },
  { code: 1171, what: 'IGIC in another territory by article', broken: only('08', ARTICLES), also: true },
  {
    code: 1280,
    what: 'IGIC that is subject',
    broken: only('08', both(taxable(), PLACE)),
    allowed: only('08', PLACE),
  },
  {
    code: 1296,
    what: 'collections for others that are subject',
    broken: only('10', taxable()),
    allowed: only('10', ARTICLES),
  },
  {
    code: 1295,
    what: 'exports in the general regime',
    broken: abroad({ Entrega: exempt('E2') }),
    allowed: abroad({ Entrega: exempt('E5') }),
  },
  {
    code: 1307,
    what: 'leases at a reduced rate',
    broken: only('11', taxable('S1', [rowOf({ TipoImpositivo: '10', CuotaRepercutida: '10.00' })])),
    allowed: only('11', taxable()),
  },
];
