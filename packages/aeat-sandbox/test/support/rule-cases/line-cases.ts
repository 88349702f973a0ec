import type { Alta, Detalle } from '../../../src/records/record.ts';
import { lineOf, untaxed } from '../records.ts';
import { typed, withLine, type Case } from './case.ts';

const IGIC = { impuesto: '03' };
const IPSI = { impuesto: '02' };
const OTHERS = { impuesto: '05', regimen: null };
const GROUP = { regimen: '06', baseAtCost: '100.00', base: '150.00' };
const REVERSED = { calificacion: 'S2', rate: '0', tax: '0' };
const without = (changes: Partial<Detalle>) => ({ lines: [untaxed(changes)] });
/** A line at a rate on the day of an operation. */
const taxed = (rate: string, operationDate: string | null = null): Partial<Alta> => ({
  operationDate,
  ...withLine({ rate, tax: rate }),
});

function each<T>(list: readonly T[], build: (entry: T) => Case<Alta>): Case<Alta>[] {
  return list.map(build);
}

/** The rates of IVA, by the day of the operation. */
const RATES: readonly Case<Alta>[] = [
  ...each(['0', '4', '10', '21.00', '21.'], (rate) => [1124, taxed('22'), taxed(rate)]),
  [1124, taxed('3'), withLine({ ...IGIC, rate: '3', tax: '3' })],
  [
    1124,
    withLine({ impuesto: null, rate: '0.5', tax: '0.5' }),
    withLine({ ...IPSI, rate: '0.5', tax: '0.5' }),
  ],
  [1124, taxed('99.99'), withLine({ ...OTHERS, rate: '99.99', tax: '99.99' })],
  ...each(['7', '8', '16', '18'], (rate) => [1132, taxed(rate, '01-01-2013'), taxed(rate, '31-12-2012')]),
  [1132, taxed('16'), withLine({ ...IGIC, rate: '16', tax: '16' })],
  [1194, taxed('5'), taxed('5', '30-09-2024')],
  [1194, taxed('5', '01-10-2024'), taxed('5', '30-09-2024')],
  [1194, taxed('5', '30-06-2022'), taxed('5', '01-07-2022')],
  [1236, taxed('2'), taxed('2', '31-12-2024')],
  [1236, taxed('2', '30-09-2024'), taxed('2', '01-10-2024')],
  [1236, taxed('2', '01-01-2025'), taxed('2', '31-12-2024')],
  [1235, taxed('7.5'), taxed('7.5', '31-12-2024')],
  [1235, taxed('7.50', '30-09-2024'), taxed('7.50', '01-10-2024')],
  [1235, taxed('7.5', '01-01-2025'), taxed('7.5', '31-12-2024')],
];

/** Which amounts a line has. */
const MEMBERS: readonly Case<Alta>[] = [
  ...each(['E7', 'E8'], (exenta) => [1182, without({ exenta }), without({ ...IGIC, exenta })]),
  ...each(['E7', 'E8'], (exenta) => [
    1182,
    without({ impuesto: null, exenta }),
    without({ impuesto: null, exenta: 'E6' }),
  ]),
  [1182, without({ ...IPSI, exenta: 'E7' }), without({ ...IPSI, exenta: 'E1' })],
  [1182, without({ ...OTHERS, exenta: 'E8' }), without({ ...OTHERS, exenta: 'E6' })],
  [1208, withLine({ tax: null }), withLine()],
  [1208, withLine({ rate: null, tax: '0' }), withLine({ rate: '0', tax: '0' })],
  [1208, withLine({ ...IGIC, rate: null, tax: null }), withLine({ ...IGIC, rate: '7', tax: '7' })],
  [1209, withLine({ ...GROUP, rate: null }), withLine(GROUP)],
  [1209, withLine({ ...GROUP, tax: null }), withLine(GROUP)],
  [1209, withLine({ ...IPSI, baseAtCost: '100', tax: null }), withLine({ ...IPSI, baseAtCost: '100' })],
  [
    1207,
    withLine({ ...IGIC, calificacion: 'N1', tax: '0.01' }),
    withLine({ ...IGIC, calificacion: 'N1', tax: '0' }),
  ],
  [1207, withLine({ ...IPSI, calificacion: 'N2' }), withLine({ ...IPSI, calificacion: 'N2', tax: '0.00' })],
  [1207, withLine({ ...OTHERS, calificacion: 'N1' }), withLine(OTHERS)],
  ...each(['F2', 'R5'], (type) => [1197, typed(type, withLine(REVERSED)), typed('R4', withLine(REVERSED))]),
  [1198, withLine({ ...REVERSED, rate: '21' }), withLine(REVERSED)],
  [1198, withLine({ ...REVERSED, rate: null }), withLine({ ...REVERSED, rate: '0.00' })],
  [1198, withLine({ ...REVERSED, tax: null }), withLine({ ...REVERSED, tax: '0.' })],
  [1198, withLine({ ...REVERSED, tax: '0.01' }), withLine({ ...REVERSED, tax: '-0.00' }), { also: [1207] }],
  ...each(['N1', 'N2'], (calificacion) => [
    1237,
    without({ calificacion, rate: '0' }),
    without({ calificacion }),
  ]),
  [1237, without({ calificacion: 'N2', tax: '0' }), without({ ...IGIC, calificacion: 'N2', tax: '0' })],
  [
    1237,
    without({ calificacion: 'N1', surchargeRate: '0', surcharge: '0' }),
    without({ calificacion: 'N1' }),
    { also: [1281] },
  ],
  ...each([IGIC, IPSI, OTHERS], (tax) => [
    1238,
    without({ ...tax, exenta: 'E1', rate: '0' }),
    without({ ...tax, exenta: 'E1' }),
  ]),
  [1238, without({ exenta: 'E6', tax: '0' }), without({ exenta: 'E6' })],
  [
    1238,
    without({ exenta: 'E6', surchargeRate: '0', surcharge: '0' }),
    without({ exenta: 'E6' }),
    { also: [1281] },
  ],
  [1257, withLine({ baseAtCost: '100' }), withLine({ ...GROUP })],
  [1257, withLine({ ...IGIC, regimen: '05', baseAtCost: '100' }), withLine({ ...IGIC, ...GROUP })],
  [
    1257,
    withLine({ regimen: '20', baseAtCost: '100' }),
    withLine({ ...IPSI, regimen: '20', baseAtCost: '100' }),
  ],
  [1257, withLine({ baseAtCost: '100' }), withLine({ ...OTHERS, baseAtCost: '100' })],
];

/** The tax of a line, ±10.00 €. */
const ARITHMETIC: readonly Case<Alta>[] = [
  [1143, withLine({ tax: '-0.01', rate: '0' }), withLine({ tax: '0', rate: '0' })],
  [
    1143,
    withLine({ base: '-40', rate: '4', tax: '1.60' }),
    withLine({ base: '-40', rate: '4', tax: '-1.60' }),
  ],
  [1142, withLine({ tax: '31.01' }), withLine({ tax: '31.00' })],
  [1142, withLine({ tax: '10.99' }), withLine({ tax: '11.00' })],
  [1142, withLine({ base: '-100', tax: '-31.01' }), withLine({ base: '-100', tax: '-31.00' })],
  [1142, withLine({ ...IGIC, rate: '7', tax: '17.01' }), withLine({ ...IGIC, rate: '7', tax: '17' })],
  [
    1142,
    { lines: [lineOf({ tax: '31.01' }), lineOf({ tax: '10.99' })] },
    { lines: [lineOf({ tax: '31' }), lineOf({ tax: '11' })] },
  ],
  // More than 53 bits.
  [
    1142,
    { macrodato: 'S', ...withLine({ base: '700000000000.00', tax: '147000000010.01' }) },
    { macrodato: 'S', ...withLine({ base: '700000000000.00', tax: '147000000010.00' }) },
  ],
  ...each(['R1', 'R4', 'R5'], (type) => [
    1142,
    typed(type, {
      rectification: 'S',
      rectifiedAmount: { base: '1', tax: '1', surcharge: null },
      ...withLine({ tax: '31.01' }),
    }),
    typed(type, withLine({ tax: '31.01' })),
  ]),
  ...each(['R2', 'R3'], (type) => [
    1142,
    withLine({ tax: '31.01' }),
    typed(type, {
      rectification: 'S',
      rectifiedAmount: { base: '1', tax: '1', surcharge: null },
      ...withLine({ tax: '31.01' }),
    }),
  ]),
  [
    1143,
    withLine({ base: '-40', rate: '4', tax: '1.60' }),
    typed('R1', withLine({ base: '-40', rate: '4', tax: '1.60' })),
  ],
  [
    1140,
    withLine({ ...GROUP, rate: '4', tax: '-1' }),
    typed('R1', withLine({ ...GROUP, rate: '4', tax: '-1' })),
  ],
  [
    1140,
    withLine({ ...GROUP, rate: '4', tax: '-1' }),
    withLine({ ...GROUP, base: '-150', rate: '4', tax: '1' }),
  ],
  [1144, withLine({ ...GROUP, tax: '31.50' }), withLine({ ...GROUP, tax: '31.00' })],
  [
    1144,
    withLine({ ...GROUP, baseAtCost: '200', tax: '31.99' }),
    withLine({ ...GROUP, baseAtCost: '200', tax: '32.00' }),
  ],
  [
    1144,
    withLine({ ...IPSI, baseAtCost: '200', rate: '4', tax: '18.01' }),
    withLine({ ...IPSI, baseAtCost: '200', rate: '4', tax: '18' }),
  ],
  [
    1144,
    withLine({ ...GROUP, tax: '31.50' }),
    typed('R2', {
      rectification: 'S',
      rectifiedAmount: { base: '1', tax: '1', surcharge: null },
      ...withLine({ ...GROUP, tax: '31.50' }),
    }),
  ],
];

export const LINE_CASES: readonly Case<Alta>[] = [...RATES, ...MEMBERS, ...ARITHMETIC];
