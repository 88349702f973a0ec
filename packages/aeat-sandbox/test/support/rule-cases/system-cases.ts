import type { Alta } from '../../../src/records/record.ts';
import { buildCensus } from '../../../src/taxpayers/census.ts';
import { altaOf, identifiedBy, RECIPIENT, untaxed } from '../records.ts';
import { HUELLA, typed, withPrevious, withSistema, type Case } from './case.ts';

const AMOUNT = { base: '100', tax: '21', surcharge: null };
const madeBy = (idType: string, id: string, country: string | null) =>
  withSistema({ producer: identifiedBy(idType, id, country) });
const rectifying = (changes: Partial<typeof AMOUNT>) =>
  typed('R1', { rectification: 'S', rectifiedAmount: { ...AMOUNT, ...changes } });

/** Values that the schema allows and AEAT does not. */
export const VALUE_CASES: readonly Case<Alta>[] = [
  [
    1100,
    { lines: [untaxed({ exenta: 'E1', base: '١٠٠' })], taxTotal: '0', total: '100' },
    { lines: [untaxed({ exenta: 'E1', base: '100' })] },
  ],
  [1100, { total: '١٢١' }, { total: '+121.00' }],
  [1100, rectifying({ base: '١٠٠' }), rectifying({})],
  [1100, rectifying({ tax: '٢١' }), rectifying({ tax: '-21.' })],
  [1100, { description: '' }, { description: '·' }],
  [1100, { description: ' \n' }, { description: ' 한 \n' }],
];

/** The link, the huellas and the system. */
export const SYSTEM_CASES: readonly Case<Alta>[] = [
  [1175, withPrevious({ number: ' ' }), withPrevious({ number: '0' })],
  [1175, withPrevious({ number: 'Ñ' }), withPrevious({ number: 'N' })],
  [1175, withPrevious({ number: "'" }), withPrevious({ number: '&' })],
  [1174, withPrevious({ date: '31-02-2026' }), withPrevious({ date: '28-02-2026' })],
  [1291, withPrevious({}, `${'A'.repeat(63)}-`), withPrevious({}, HUELLA)],
  [1292, { huella: `${'A'.repeat(63)}-` }, { huella: 'A'.repeat(64) }, { warning: 2000 }],
  [1262, { huella: 'A'.repeat(63) }, { huella: altaOf().huella }],
  [
    1176,
    withSistema({ producer: { ...RECIPIENT, nif: 'B12345675' } }),
    withSistema({ producer: RECIPIENT }),
    { also: [1110] },
  ],
  [
    1110,
    {},
    withSistema({ producer: RECIPIENT }),
    { given: { census: buildCensus({ unknown: ['A12345674'] }) } },
  ],
  [1221, madeBy('07', '12345678Z', 'ES'), withSistema({ producer: RECIPIENT }), { also: [1232] }],
  [1232, madeBy('06', 'X1', 'ES'), madeBy('03', 'X1', 'ES'), { also: [1126] }],
  [1111, madeBy('03', 'X1', null), madeBy('03', 'X1', 'US')],
  [1121, madeBy('02', 'X1', null), madeBy('02', 'PT123456789', null)],
  [1222, madeBy('03', '', 'US'), madeBy('03', 'X', 'US')],
  [1220, withSistema({ name: ' ' }), withSistema({ name: 'S' })],
  [1177, withSistema({ id: 's1' }), withSistema({ id: 'S1' })],
  [1177, withSistema({ id: 'Ñ1' }), withSistema({ id: '11' })],
  [1177, withSistema({ id: 'S' }), withSistema({ id: 'ZZ' })],
  [1179, withSistema({ installation: '' }), withSistema({ installation: '-' })],
];
