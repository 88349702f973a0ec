import type { Alta } from '../../../src/records/record.ts';
import { buildCensus } from '../../../src/taxpayers/census.ts';
import { altaOf, identifiedBy, lineOf, PUBLIC_BODY, RECIPIENT, untaxed } from '../records.ts';
import { HUELLA, typed, withDocument, withLine, withPrevious, withRecipients, type Case } from './case.ts';

export const OLD = '2026-11-20T10:11:29+01:00';
const STRANGER = { ...RECIPIENT, nif: '00000001R' };
const GIVEN = { census: buildCensus({ unknown: [STRANGER.nif] }) };
const SURCHARGED = withLine({ surchargeRate: '5.2', surcharge: '5.20' });
const TWO = { lines: [lineOf(), untaxed({ calificacion: 'N2' })] };
/** A line of each regime whose totals AEAT does not check, beside an ordinary one. */
const LOOSE = [
  lineOf({ regimen: '03' }),
  lineOf({ regimen: '05' }),
  lineOf({ regimen: '06', baseAtCost: '100' }),
  untaxed({ regimen: '08', calificacion: 'N2' }),
  lineOf({ regimen: '09' }),
];
/** Regimes whose totals AEAT checks. */
const STRICT = ['01', '07', '11', '15', '17', '18', '19', '20'];

/** What AEAT accepts with errors. */
export const WARNING_CASES: readonly Case<Alta>[] = [
  [2001, withRecipients(STRANGER), withRecipients(RECIPIENT), { given: GIVEN }],
  [2001, withRecipients(PUBLIC_BODY, STRANGER), withRecipients(PUBLIC_BODY, RECIPIENT), { given: GIVEN }],
  [2001, withDocument('07', '12345678Z', 'ES'), withDocument('03', '12345678Z', 'ES')],
  [2001, withRecipients(RECIPIENT, identifiedBy('07', 'X1234567L', 'ES')), withRecipients(RECIPIENT)],
  [2000, { huella: HUELLA }, {}],
  [2000, { huella: altaOf().huella.toLowerCase() }, {}],
  [2002, withPrevious({}, 'A'.repeat(63)), withPrevious({}, HUELLA), { also: [2003] }],
  [2003, withPrevious({}, 'a'.repeat(64)), withPrevious({}, HUELLA)],
  [2005, { total: '110.99' }, { total: '111.00' }],
  [2005, { total: '131.01' }, { total: '131.00' }],
  [2005, { ...SURCHARGED, total: '116.19' }, { ...SURCHARGED, total: '116.20' }],
  [2005, { ...TWO, total: '121.00' }, { ...TWO, total: '221.00' }],
  [
    2005,
    { ...typed('R1', withLine({ base: '-100', tax: '-21' })), total: '121' },
    typed('R1', withLine({ base: '-100', tax: '-21' })),
  ],
  [2006, { taxTotal: '31.01' }, { taxTotal: '31.00' }],
  [2006, { taxTotal: '10.99' }, { taxTotal: '11.00' }],
  [2006, { ...SURCHARGED, taxTotal: '16.19' }, { ...SURCHARGED, taxTotal: '16.20' }],
  ...LOOSE.flatMap((line): Case<Alta>[] => [
    [2005, { total: '900.00' }, { lines: [lineOf(), line], total: '900.00' }],
    [2006, { taxTotal: '900.00' }, { lines: [line, lineOf()], taxTotal: '900.00' }],
  ]),
  ...STRICT.flatMap((regimen): Case<Alta>[] => [
    [2005, { ...withLine({ regimen }), total: '900.00' }, withLine({ regimen })],
    [2006, { ...withLine({ regimen }), taxTotal: '900.00' }, withLine({ regimen })],
  ]),
  [2007, { previous: null }, { previous: null }, { acceptedGiven: { chainHasRecords: false } }],
  [2009, withLine({ impuesto: '02', regimen: null }), withLine({ impuesto: '02' })],
  [2004, { generatedAt: '2026-11-20T10:19:31+01:00' }, { generatedAt: '2026-11-20T10:19:30+01:00' }],
  [
    2004,
    { generatedAt: '2026-11-20T10:19:31+01:00' },
    { generatedAt: '2026-11-20T09:19:30Z' },
    { given: { hasIncident: true } },
  ],
  [2004, { generatedAt: OLD }, { generatedAt: '2026-11-20T10:11:30+01:00' }],
  [2004, { generatedAt: OLD }, { generatedAt: OLD }, { acceptedGiven: { hasIncident: true } }],
];
