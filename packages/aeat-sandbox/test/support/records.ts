import { hashRecord } from '../../src/records/hash-record.ts';
import type { Alta, Anulacion, Detalle, Party, SifRecord } from '../../src/records/record.ts';
import type { Surroundings } from '../../src/rules/case.ts';
import { buildCensus } from '../../src/taxpayers/census.ts';

export const NOW = Date.parse('2026-11-20T10:15:30+01:00');
export const ISSUER = 'B12345674';
export const RECIPIENT: Party = { name: 'Cliente', nif: '12345678Z', other: null };
export const PUBLIC_BODY: Party = { name: 'Ayuntamiento', nif: 'P1234567D', other: null };

export function identifiedBy(idType: string, id: string, country: string | null): Party {
  return { name: 'Cliente', nif: null, other: { country, idType, id } };
}

const LINE: Detalle = {
  impuesto: '01',
  regimen: '01',
  calificacion: 'S1',
  exenta: null,
  rate: '21.00',
  base: '100.00',
  baseAtCost: null,
  tax: '21.00',
  surchargeRate: null,
  surcharge: null,
};
/** Builds a line, by default at 21 %. */
export function lineOf(changes: Partial<Detalle> = {}): Detalle {
  return { ...LINE, ...changes };
}
/** Builds a line without rate and tax. */
export function untaxed(changes: Partial<Detalle>): Detalle {
  return lineOf({ calificacion: null, rate: null, tax: null, ...changes });
}

const CORE = {
  id: { nif: ISSUER, number: 'A/1', date: '20-11-2026' },
  refExterna: 'ref-1',
  rechazoPrevio: null,
  previous: { id: { nif: ISSUER, number: 'A/0', date: '19-11-2026' }, huella: '0123456789ABCDEF'.repeat(4) },
  sistema: {
    producer: { name: 'Productor SL', nif: 'A12345674', other: null },
    name: 'Sistema',
    id: 'S1',
    version: '1.0',
    installation: '1',
    onlyVerifactu: 'S',
    multiplePossible: 'S',
    multiple: 'N',
  },
  generatedAt: '2026-11-20T10:15:30+01:00',
  huella: '',
};
const ALTA: Alta = {
  ...CORE,
  kind: 'Alta',
  issuerName: 'Emisor SL',
  subsanacion: null,
  type: 'F1',
  rectification: null,
  rectified: null,
  substituted: null,
  rectifiedAmount: null,
  operationDate: null,
  description: 'Servicios',
  simplified7273: null,
  unidentified61d: null,
  macrodato: null,
  issuedBy: null,
  third: null,
  recipients: [RECIPIENT],
  coupon: null,
  lines: [LINE],
  taxTotal: '21.00',
  total: '121.00',
  agreement: null,
  systemAgreement: null,
};
const ANULACION: Anulacion = {
  ...CORE,
  kind: 'Anulacion',
  sinRegistroPrevio: null,
  generatedBy: null,
  generator: null,
};

/**
 * Builds a valid F1 with changes. Its totals are the sums of its lines and its huella is correct,
 * unless they are among the changes.
 */
export function altaOf(changes: Partial<Alta> = {}): Alta {
  return seal({ ...ALTA, ...totalsOf(changes.lines ?? ALTA.lines), ...changes }, changes.huella);
}

function totalsOf(lines: readonly Detalle[]): Pick<Alta, 'taxTotal' | 'total'> {
  const sum = (...members: ('base' | 'tax' | 'surcharge')[]) =>
    lines.reduce(
      (total, line) => total + members.reduce((part, name) => part + Number(line[name] ?? 0), 0),
      0,
    );
  return { taxTotal: sum('tax', 'surcharge').toFixed(2), total: sum('base', 'tax', 'surcharge').toFixed(2) };
}

export function anulacionOf(changes: Partial<Anulacion> = {}): Anulacion {
  return seal({ ...ANULACION, ...changes }, changes.huella);
}

function seal<R extends SifRecord>(record: R, huella: string | undefined): R {
  return { ...record, huella: huella ?? hashRecord(record) };
}

export function surroundingsOf(changes: Partial<Surroundings> = {}): Surroundings {
  return {
    obligado: { name: 'Emisor SL', nif: ISSUER },
    hasIncident: false,
    now: NOW,
    toleranceSeconds: 240,
    census: buildCensus(),
    chainHasRecords: true,
    ...changes,
  };
}
