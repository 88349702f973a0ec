import type { Alta } from '../../../src/records/record.ts';
import { buildCensus } from '../../../src/taxpayers/census.ts';
import { lineOf } from '../records.ts';
import { CORRECTIVE, FULL, OTHER, typed, withLine, type Case } from './case.ts';

const SIMPLE = ['F1', 'F2', 'F3'];
const AMOUNT = { base: '100.00', tax: '21.00', surcharge: '5.20' };
/** As many invoices as a record can name. */
const THOUSAND = Array.from({ length: 1000 }, (_, index) => ({ ...OTHER, number: `A/${index}` }));
const GRANTED = { census: buildCensus({ agreements: ['123456789012345'] }) };
const MANY_MILLIONS = (base: string, macrodato: string | null) => ({
  macrodato,
  ...withLine({ base, rate: '0', tax: '0' }),
});
/**
 * Two lines of a simplified invoice whose bases and taxes add up to 3,000.00 € and the given
 * amount.
 */
const worth = (base: string) => ({
  ...typed('F2'),
  lines: [
    lineOf({ base: '2000.00', tax: '420.00' }),
    lineOf({ base, rate: '0', tax: '0', surchargeRate: '0.26', surcharge: '1.53' }),
  ],
});

function each<T>(list: readonly T[], build: (entry: T) => Case<Alta>): Case<Alta>[] {
  return list.map(build);
}

/** What each type of invoice demands and forbids. */
export const TYPE_CASES: readonly Case<Alta>[] = [
  [1153, { rechazoPrevio: 'X' }, { rechazoPrevio: 'X', subsanacion: 'S' }],
  [1153, { rechazoPrevio: 'X', subsanacion: 'N' }, { rechazoPrevio: 'N', subsanacion: 'N' }],
  [1161, { rechazoPrevio: 'S', subsanacion: 'N' }, { rechazoPrevio: 'S', subsanacion: 'S' }],
  [1161, { rechazoPrevio: 'S' }, { rechazoPrevio: 'N' }],
  ...each(CORRECTIVE, (type) => [1114, typed(type, { rectification: null }), typed(type)]),
  ...each(SIMPLE, (type) => [1115, typed(type, { rectification: 'I' }), typed(type)]),
  ...each(SIMPLE, (type) => [1117, typed(type, { rectified: [OTHER] }), typed(type)]),
  ...each(CORRECTIVE, (type) => [
    1116,
    typed(type, { substituted: [OTHER] }),
    typed(type, { rectified: [OTHER] }),
  ]),
  [1116, { substituted: [OTHER] }, typed('F3', { substituted: [OTHER] })],
  [1116, typed('F2', { substituted: [OTHER] }), typed('F3', { substituted: THOUSAND })],
  ...each(['rectified', 'substituted'] as const, (member): Case<Alta> => {
    const named = (...ids: (typeof OTHER)[]) =>
      typed(member === 'rectified' ? 'R1' : 'F3', { [member]: ids });
    return [1154, named(...THOUSAND.slice(1), { ...OTHER, nif: 'B12345675' }), named(...THOUSAND)];
  }),
  [
    1154,
    typed('R1', { rectified: [{ ...OTHER, nif: 'G12345674' }] }),
    typed('R1', { rectified: [{ ...OTHER, nif: 'Q2826000H' }] }),
    { given: { census: buildCensus({ unknown: ['G12345674'] }) } },
  ],
  [
    1130,
    typed('R1', { rectified: [{ ...OTHER, number: 'Ñ/1' }] }),
    typed('R1', { rectified: [{ ...OTHER, number: 'N/1' }] }),
  ],
  [
    1287,
    typed('F3', { substituted: [{ ...OTHER, number: "A'1" }] }),
    typed('F3', { substituted: [{ ...OTHER, number: 'A&1' }] }),
  ],
  [
    1145,
    typed('R5', { rectified: [OTHER, { ...OTHER, date: '31-02-2026' }] }),
    typed('R5', { rectified: [OTHER, { ...OTHER, date: '28-02-2006' }] }),
  ],
  ...each(CORRECTIVE, (type) => [
    1118,
    typed(type, { rectification: 'S' }),
    typed(type, { rectification: 'S', rectifiedAmount: AMOUNT }),
  ]),
  ...each(CORRECTIVE, (type) => [1119, typed(type, { rectifiedAmount: AMOUNT }), typed(type)]),
  ...each(SIMPLE, (type) => [1119, typed(type, { rectifiedAmount: AMOUNT }), typed(type)]),
  ...each(FULL, (type) => [1183, typed('F2', { simplified7273: 'S' }), typed(type, { simplified7273: 'S' })]),
  [1183, typed('R5', { simplified7273: 'S' }), typed('R5', { simplified7273: 'N' })],
  ...each(FULL, (type) => [
    1185,
    typed(type, { unidentified61d: 'S' }),
    typed(type, { unidentified61d: 'N' }),
  ]),
  ...each(['F2', 'R5'], (type) => [1185, { unidentified61d: 'S' }, typed(type, { unidentified61d: 'S' })]),
  ...each([...SIMPLE, 'R2', 'R3', 'R4'], (type) => [
    1157,
    typed(type, { coupon: 'S' }),
    typed(type, { coupon: 'N' }),
  ]),
  ...each(['R1', 'R5'], (type) => [1157, { coupon: 'S' }, typed(type, { coupon: 'S' })]),
  [1138, MANY_MILLIONS('99999999.99', 'S'), MANY_MILLIONS('99999999.99', 'N')],
  [1138, MANY_MILLIONS('-99999999.99', 'S'), MANY_MILLIONS('-100000000.00', 'S')],
  [1139, MANY_MILLIONS('100000000.00', null), MANY_MILLIONS('100000000.00', 'S')],
  [1139, MANY_MILLIONS('-100000000.00', 'N'), MANY_MILLIONS('-99999999.99', null)],
  [1150, worth('590.01'), worth('590.00')],
  [1150, worth('590.01'), { ...worth('590.01'), unidentified61d: 'S' }],
  [1150, worth('590.01'), { ...worth('590.01'), agreement: '123456789012345' }, { given: GRANTED }],
  [1150, { ...worth('590.01'), unidentified61d: 'N' }, { ...worth('590.01'), ...typed('R5') }],
  [1128, { agreement: '1' }, { agreement: '123456789012345' }, { given: GRANTED }],
  [1242, { systemAgreement: '1' }, { systemAgreement: '123456789012345' }, { given: GRANTED }],
];
