import type { Alta, Anulacion, RecordCore } from '../../../src/records/record.ts';
import { ISSUER, lineOf } from '../records.ts';
import { OTHER, withDate, withLine, withNumber, type Case } from './case.ts';

const PERSON = '12345678Z';
/** Invoices whose tax falls due after their issue. */
const CONTINUOUS = withLine({ regimen: '15' });
const CONTINUOUS_IGIC = withLine({ impuesto: '03', regimen: '15', rate: '7', tax: '7' });
const CERTIFIED = { lines: [lineOf({ regimen: '15' }), lineOf({ impuesto: null, regimen: '15' })] };

const BOTH: readonly Case<RecordCore>[] = [
  [
    1282,
    { id: { ...OTHER, nif: PERSON } },
    { id: { ...OTHER, nif: PERSON } },
    {
      given: { obligado: { nif: PERSON, name: ' ' } },
      acceptedGiven: { obligado: { nif: PERSON, name: 'Ana' } },
    },
  ],
  [1108, { id: { ...OTHER, nif: 'A12345674' } }, { id: { ...OTHER, nif: ISSUER } }],
  [1130, withNumber('Ñ/1'), withNumber('N/1')],
  [1130, withNumber('A\u00A01'), withNumber('A 1')],
  ...Array.from(`"'<>=`, (character): Case<RecordCore> => [
    1287,
    withNumber(`A${character}1`),
    withNumber('A&1'),
  ]),
  [1112, withDate('21-11-2026'), withDate('20-11-2026')],
  [1244, { generatedAt: '2026-11-20T10:15:30.5+01:00' }, { generatedAt: '2026-11-20T10:15:30+01:00' }],
  [1244, { generatedAt: '2026-11-20T09:15:30+0000' }, { generatedAt: '2026-11-20T09:15:30+00:00' }],
  [1244, { generatedAt: '2026-11-20T09:15:30' }, { generatedAt: '2026-11-20T09:15:30Z' }],
];

/** Issuer, number, days and time. */
export const IDENTITY_CASES: readonly Case<Alta>[] = [
  ...BOTH,
  [1105, withDate('31-02-2026'), withDate('28-02-2026'), { also: [1133, 1152] }],
  // AEAT has two limits for the day of issue. The second one is closer.
  [1133, withDate('19-11-2006'), withDate('28-10-2024'), { also: [1152] }],
  [1152, withDate('27-10-2024'), withDate('28-10-2024')],
  [1145, { operationDate: '30-02-2026' }, { operationDate: '28-02-2026' }],
  [1145, { operationDate: '٢٠-١١-٢٠٢٦' }, { operationDate: '20-11-2026' }],
  [1134, { operationDate: '19-11-2006' }, { operationDate: '20-11-2006' }],
  [1125, { operationDate: '01-01-2028', ...CONTINUOUS }, { operationDate: '31-12-2027', ...CONTINUOUS }],
  // An invoice is never issued in the future, so an operation in the future is also after its
  // issue.
  [1173, { operationDate: '21-11-2026' }, { operationDate: '20-11-2026' }, { also: [1146] }],
  [1173, { operationDate: '21-11-2026' }, { operationDate: '21-11-2026', ...CONTINUOUS }, { also: [1146] }],
  [
    1173,
    { operationDate: '21-11-2026', lines: [lineOf({ regimen: '15' }), lineOf()] },
    { operationDate: '21-11-2026', ...CERTIFIED },
    { also: [1146] },
  ],
  [
    1173,
    { operationDate: '21-11-2026', ...withLine({ impuesto: '02' }) },
    { operationDate: '20-11-2026', ...withLine({ impuesto: '02' }) },
    { also: [1146] },
  ],
  [
    1173,
    { operationDate: '21-11-2026', ...withLine({ impuesto: '05', regimen: null }) },
    { operationDate: '21-11-2026', ...CONTINUOUS_IGIC },
    { also: [1146] },
  ],
  [
    1146,
    { ...withDate('19-11-2026'), operationDate: '20-11-2026' },
    { ...withDate('19-11-2026'), operationDate: '19-11-2026' },
  ],
  [
    1146,
    { ...withDate('19-11-2026'), operationDate: '20-11-2026', ...withLine({ regimen: '11' }) },
    { ...withDate('19-11-2026'), operationDate: '20-11-2026', ...CONTINUOUS },
  ],
];

export const ANULACION_IDENTITY_CASES: readonly Case<Anulacion>[] = [
  ...BOTH,
  [1105, withDate('31-02-2026'), withDate('28-02-2026'), { also: [1133] }],
  [1133, withDate('19-11-2006'), withDate('20-11-2006')],
];
