import type { Alta, Detalle } from '../../../src/records/record.ts';
import { buildCensus } from '../../../src/taxpayers/census.ts';
import { identifiedBy, lineOf, PUBLIC_BODY, RECIPIENT, untaxed } from '../records.ts';
import { CORRECTIVE, typed, withDocument, withLine, withRecipients, type Case } from './case.ts';

const IGIC = { impuesto: '03', rate: '7', tax: '7' };
const IPSI = { impuesto: '02', rate: '4', tax: '4' };
const OTHERS = { impuesto: '05', regimen: null };
const GROUP = { regimen: '06', baseAtCost: '100.00' };
const GERMAN = identifiedBy('02', 'DE123456789', 'DE');
const LAST_DAY = { now: Date.parse('2026-12-31T23:59:59+01:00'), toleranceSeconds: Number.POSITIVE_INFINITY };
const FIRST_DAY = {
  now: Date.parse('2027-01-01T00:00:00+01:00'),
  toleranceSeconds: Number.POSITIVE_INFINITY,
};
const KEYS = ['S2', 'N1', 'N2'];
const EXEMPTIONS = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6'];

const without = (changes: Partial<Detalle>) => ({ lines: [untaxed(changes)] });
const exempt = (regimen: string, exenta: string, changes: Partial<Detalle> = {}): Partial<Alta> => ({
  ...without({ regimen, exenta, ...changes }),
  // AEAT admits an intra-Community supply only to recipients without a NIF.
  ...(exenta === 'E5' ? withRecipients(GERMAN) : {}),
});
/** A line with any CalificacionOperacion and what it demands. */
const keyed = (regimen: string, calificacion: string, changes: Partial<Detalle> = {}) =>
  calificacion === 'S2'
    ? withLine({ regimen, calificacion, rate: '0', tax: '0', ...changes })
    : without({ regimen, calificacion, ...changes });
/** Works for a public body, whose tax falls due after the issue. */
const works = (changes: Partial<Alta> = {}): Partial<Alta> => ({
  operationDate: '21-11-2026',
  recipients: [PUBLIC_BODY],
  ...withLine({ regimen: '14' }),
  ...changes,
});

function each<T>(list: readonly T[], build: (entry: T) => Case<Alta>): Case<Alta>[] {
  return list.map(build);
}
/** The regimes of the schema that are not in the list of a tax. */
function outside(list: string): string[] {
  const all = '01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20 21'.split(' ');
  return all.filter((regimen) => !list.split(' ').includes(regimen));
}

/** The lists of regimes. */
const LISTS: readonly Case<Alta>[] = [
  [1245, withLine({ regimen: null }), withLine()],
  [1245, withLine({ impuesto: null, regimen: null }), withLine({ impuesto: null })],
  [1245, withLine({ ...IGIC, regimen: null }), withLine(IGIC)],
  [1245, { lines: [lineOf(), lineOf({ regimen: null })] }, { lines: [lineOf(), lineOf(OTHERS)] }],
  [
    1245,
    withLine({ ...IPSI, regimen: null }),
    withLine({ ...IPSI, regimen: null }),
    { given: FIRST_DAY, acceptedGiven: LAST_DAY, warning: 2009 },
  ],
  [1245, withLine({ ...IPSI, regimen: null }), withLine(IPSI), { given: FIRST_DAY }],
  ...each(['01', '08', '18', '21'], (regimen) => [1260, withLine({ ...OTHERS, regimen }), withLine(OTHERS)]),
  [1246, withLine({ regimen: '21' }), withLine({ regimen: '20' })],
  [1246, withLine({ impuesto: null, regimen: '21' }), withLine({ ...IGIC, regimen: '21' })],
  ...each(outside('01 08 11 18 19 20'), (regimen) => [
    1246,
    withLine({ ...IPSI, regimen, ...(regimen === '06' ? { baseAtCost: '100' } : {}) }),
    withLine({ ...IPSI, regimen: '20' }),
  ]),
  ...each(['01', '08', '11', '18', '19'], (regimen) => [
    1246,
    withLine({ ...IPSI, regimen: '17' }),
    withLine({ ...IPSI, regimen }),
  ]),
  ...each(['05', '09', '17', '18', '19', '21'], (regimen) => [
    1246,
    withLine({ ...IPSI, regimen: '09' }),
    withLine({ ...IGIC, regimen }),
  ]),
];

/** The rules of each regime. */
export const REGIME_CASES: readonly Case<Alta>[] = [
  ...LISTS,
  ...each(['E2', 'E3'], (exenta) => [1199, exempt('01', exenta), exempt('02', exenta)]),
  ...each(['E2', 'E3'], (exenta) => [
    1199,
    exempt('01', exenta, { impuesto: '03' }),
    exempt('01', exenta, { impuesto: '02' }),
  ]),
  ...each(['E1', 'E4', 'E5', 'E6'], (exenta) => [1199, exempt('01', 'E2'), exempt('01', exenta)]),
  ...each(['S1', ...KEYS], (key) => [
    1286,
    key === 'S1' ? withLine({ regimen: '02' }) : keyed('02', key),
    exempt('02', 'E2'),
  ]),
  [1286, withLine({ ...IGIC, regimen: '02' }), exempt('02', 'E4', { impuesto: '03' })],
  ...each(KEYS, (key) => [1200, keyed('03', key), withLine({ regimen: '03' })]),
  [1200, keyed('03', 'S2', { impuesto: '03' }), exempt('03', 'E1', { impuesto: '03' })],
  ...each(['N1', 'N2'], (key) => [1201, keyed('04', key), keyed('04', 'S2')]),
  [1201, withLine({ regimen: '04' }), exempt('04', 'E1')],
  [1201, withLine({ ...IGIC, regimen: '04' }), keyed('04', 'S2', { impuesto: '03' })],
  [1202, withLine({ regimen: '06' }), withLine(GROUP)],
  [1202, exempt('06', 'E1'), exempt('06', 'E1', { baseAtCost: '100.00' })],
  ...each(['F2', 'F3', 'R5'], (type) => [1202, typed(type, withLine(GROUP)), typed('R4', withLine(GROUP))]),
  [1202, withLine({ ...IGIC, regimen: '06' }), withLine({ ...IGIC, ...GROUP })],
  ...each(KEYS, (key) => [1203, keyed('07', key), withLine({ regimen: '07' })]),
  ...each(['E2', 'E3', 'E4', 'E5'], (exenta) => [1203, exempt('07', exenta), exempt('07', 'E6')]),
  [1203, exempt('07', 'E4', { impuesto: '03' }), exempt('07', 'E7', { impuesto: '03' })],
  [1252, withLine({ regimen: '08' }), keyed('08', 'N2')],
  ...each(['S2', 'N1'], (key) => [1252, keyed('08', key), keyed('08', 'N2')]),
  ...each(EXEMPTIONS, (exenta) => [1252, exempt('08', exenta), keyed('08', 'N2', { impuesto: '03' })]),
  [1252, withLine({ ...IGIC, regimen: '08' }), withLine({ ...IPSI, regimen: '08' })],
  ...each(['S2', 'N2'], (key) => [1205, keyed('10', key), keyed('10', 'N1')]),
  [1205, withLine({ regimen: '10' }), keyed('10', 'N1', { impuesto: '03' })],
  ...each(['F2', 'F3', ...CORRECTIVE], (type) => [1205, typed(type, keyed('10', 'N1')), keyed('10', 'N1')]),
  [
    1205,
    { ...keyed('10', 'N1'), ...withRecipients(RECIPIENT, identifiedBy('03', 'X1', 'US')) },
    { ...keyed('10', 'N1'), ...withRecipients(RECIPIENT, PUBLIC_BODY) },
  ],
  ...each(['0', '4', '10'], (rate) => [
    1206,
    withLine({ regimen: '11', rate, tax: rate }),
    withLine({ regimen: '11', rate: '21' }),
  ]),
  [1206, exempt('11', 'E1'), withLine({ ...IGIC, regimen: '11' })],
  [1206, withLine({ regimen: '11', rate: '10', tax: '10' }), withLine({ ...IPSI, regimen: '11' })],
  [1147, works({ operationDate: null }), works()],
  [1147, works({ operationDate: '20-11-2026' }), works({ operationDate: '21-11-2026' })],
  [
    1147,
    works({ operationDate: '19-11-2026', ...withLine({ ...IGIC, regimen: '14' }) }),
    works({ operationDate: '31-12-2027', ...withLine({ ...IGIC, regimen: '14' }) }),
  ],
  ...each(['R1', 'R2', 'R3', 'R4'], (type) => [1148, works({ type: 'F3' }), works(typed(type))]),
  ...each(['F2', 'R5'], (type) => [1148, works({ ...typed(type), recipients: null }), works()]),
  [1149, works(withRecipients(RECIPIENT)), works()],
  [1149, works(withDocument('03', 'P1234567D', 'US')), works()],
  [
    1149,
    works(withRecipients(PUBLIC_BODY, RECIPIENT)),
    works(withRecipients(PUBLIC_BODY, { ...PUBLIC_BODY, nif: 'Q2826000H' })),
  ],
  ...each(['S1234567D', 'V12345674'], (nif): Case<Alta> => [
    1149,
    works(withRecipients({ ...PUBLIC_BODY, nif: 'G12345674' })),
    works(withRecipients({ ...PUBLIC_BODY, nif })),
  ]),
  [
    1149,
    works(withRecipients({ ...PUBLIC_BODY, nif: 'Q2826000H' })),
    works(),
    { given: { census: buildCensus({ unknown: ['Q2826000H'] }) } },
  ],
  ...each(['S1', 'S2', 'N1'], (key) => [
    1293,
    key === 'S1' ? withLine({ ...IGIC, regimen: '20' }) : keyed('20', key, { impuesto: '03' }),
    keyed('20', 'N2', { impuesto: '03' }),
  ]),
  [1293, exempt('20', 'E1', { impuesto: '03' }), withLine({ regimen: '20' })],
  [1289, { ...exempt('01', 'E5'), ...withRecipients(RECIPIENT) }, exempt('01', 'E5')],
  [
    1289,
    { ...exempt('01', 'E5'), ...withRecipients(GERMAN, RECIPIENT) },
    { ...exempt('01', 'E5'), ...withRecipients(GERMAN, identifiedBy('04', 'X', 'FR')) },
  ],
  [
    1289,
    { ...exempt('01', 'E5', { impuesto: null }), ...withRecipients(RECIPIENT) },
    { ...exempt('01', 'E5', { impuesto: '03' }), ...withRecipients(RECIPIENT) },
  ],
  [
    1289,
    { ...exempt('01', 'E5'), ...withRecipients(RECIPIENT) },
    typed('F2', { ...exempt('01', 'E5'), recipients: null }),
  ],
];
