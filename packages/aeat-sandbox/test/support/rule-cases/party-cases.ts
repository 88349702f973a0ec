import type { Alta, Anulacion, Party } from '../../../src/records/record.ts';
import { buildCensus } from '../../../src/taxpayers/census.ts';
import { identifiedBy, ISSUER, PUBLIC_BODY, RECIPIENT } from '../records.ts';
import { FULL, typed, withDocument, withGenerator, withRecipients, withThird, type Case } from './case.ts';

const NAMELESS: Party = { ...RECIPIENT, name: ' ' };
const STRANGER: Party = { ...RECIPIENT, nif: '00000001R' };
const IN_VIES = identifiedBy('02', 'DE123456789', 'DE');
const GIVEN = { census: buildCensus({ unknown: ['00000001R', 'DE999999999'] }) };
/** AEAT answers 2001 for everyone identified as not in the census. */
const WITH_2001 = { warning: 2001 };

/** Malformed and unknown VAT numbers, each with the nearest one that AEAT accepts. */
const VAT_NUMBERS: readonly (readonly [broken: string, accepted: string])[] = [
  ['de123456789', 'DE123456789'],
  ['DE12345678', 'DE123456788'],
  ['DE999999999', 'DE999999998'],
  ['123456789', 'EL123456789'],
  ['GR123456789', 'EL123456789'],
  ['FR1234567890', 'FRX1234567890'],
  ['ESB12345674', 'PT123456789'],
  ['RO0123456789', 'RO123456789'],
  ['RO1', 'RO12'],
  ['NL123456789B1', 'NL123456789B01'],
  ['CHE123456789', 'XI123456789'],
  ['EU123456789', 'IE1234567WA'],
];

function each<T>(list: readonly T[], build: (entry: T) => Case<Alta>): Case<Alta>[] {
  return list.map(build);
}

/** An operation on a day with a recipient from the United Kingdom. */
const onDay = (operationDate: string | null, prefix: string) => ({
  operationDate,
  ...withDocument('02', `${prefix}123456789`, 'GB'),
});

/** The recipients. */
export const RECIPIENT_CASES: readonly Case<Alta>[] = [
  ...each(FULL, (type) => [1189, typed(type, { recipients: null }), typed(type, withRecipients(RECIPIENT))]),
  ...each(['F2', 'R5'], (type) => [1190, typed(type, withRecipients(RECIPIENT)), typed(type)]),
  ...each(['F2', 'R5'], (type) => [
    1156,
    typed(type, withRecipients(IN_VIES)),
    typed('F3', withRecipients(IN_VIES)),
    { also: [1190] },
  ]),
  [1123, withRecipients({ ...RECIPIENT, nif: '12345678A' }), withRecipients(RECIPIENT)],
  // Since version 1.0.3 of the document an issuer may be its own recipient.
  [1123, withRecipients({ ...RECIPIENT, nif: 'B12345675' }), withRecipients({ ...RECIPIENT, nif: ISSUER })],
  [
    1123,
    withRecipients(PUBLIC_BODY, { ...RECIPIENT, nif: 'P12345674' }),
    withRecipients(PUBLIC_BODY, RECIPIENT),
  ],
  ...each(['03', '04', '05', '06'], (idType) => [
    1111,
    withDocument(idType, 'X1', null),
    withDocument(idType, 'X1', 'US'),
  ]),
  [1111, withDocument('07', '12345678Z', null), withDocument('07', '12345678Z', 'ES'), WITH_2001],
  [1111, withRecipients(RECIPIENT, identifiedBy('04', 'X1', null)), withDocument('02', 'DE123456789', null)],
  ...each(['04', '05', '06'], (idType) => [
    1126,
    withDocument(idType, 'X1', 'ES'),
    withDocument('03', 'X1', 'ES'),
  ]),
  [1126, withDocument('07', '12345678Z', 'FR'), withDocument('07', '12345678Z', 'ES'), WITH_2001],
  [
    1126,
    withRecipients(IN_VIES, identifiedBy('06', 'X1', 'ES')),
    withRecipients(IN_VIES, identifiedBy('06', 'X1', 'QU')),
  ],
  [1103, withDocument('04', ' ', 'FR'), withDocument('04', 'X', 'FR')],
  [1290, withDocument('07', '12345678A', 'ES'), withDocument('07', '12345678Z', 'ES'), WITH_2001],
  [1131, withDocument('07', 'B12345674', 'ES'), withDocument('07', 'X1234567L', 'ES'), WITH_2001],
  [1122, withDocument('02', 'DE123456789', 'FR'), withDocument('02', 'DE123456789', 'DE')],
  [1122, withDocument('02', 'EL123456789', 'IT'), withDocument('02', 'EL123456789', 'GR')],
  [1122, withDocument('02', 'XI123456789', 'IE'), withDocument('02', 'XI123456789', 'GB')],
  ...each(VAT_NUMBERS, ([broken, accepted]) => [
    1121,
    withDocument('02', broken, null),
    withDocument('02', accepted, null),
    { given: GIVEN },
  ]),
  [
    1121,
    withRecipients(RECIPIENT, identifiedBy('02', 'x', null)),
    withRecipients(RECIPIENT, identifiedBy('04', 'x', 'DE')),
  ],
  [1254, onDay('31-12-2020', 'XI'), onDay('01-01-2021', 'XI')],
  [1254, onDay('31-12-2020', 'XI'), onDay('31-12-2020', 'GB')],
  [1255, onDay('01-02-2021', 'GB'), onDay('31-01-2021', 'GB')],
  [1255, onDay(null, 'GB'), onDay(null, 'XI')],
  [1283, withRecipients(NAMELESS), withRecipients({ ...NAMELESS, nif: 'B12345674' })],
  [1283, withRecipients(PUBLIC_BODY, NAMELESS), withRecipients(PUBLIC_BODY, RECIPIENT)],
  ...each(['03', '04', '05', '06'], (idType) => [
    1191,
    typed('R3', withDocument(idType, 'X1', 'US')),
    typed('R4', withDocument(idType, 'X1', 'US')),
  ]),
  [1191, typed('R3', withRecipients(IN_VIES)), typed('R2', withRecipients(IN_VIES))],
  [
    1191,
    typed('R3', withRecipients(RECIPIENT, IN_VIES)),
    typed('R3', withRecipients(RECIPIENT, PUBLIC_BODY)),
  ],
  [1191, typed('R3', withRecipients(IN_VIES)), typed('R3', withDocument('07', '12345678Z', 'ES')), WITH_2001],
  ...each(['03', '04', '05', '06'], (idType) => [
    1192,
    typed('R2', withDocument(idType, 'X1', 'US')),
    typed('R1', withDocument(idType, 'X1', 'US')),
  ]),
  [
    1192,
    typed('R2', withRecipients(RECIPIENT, identifiedBy('03', 'X1', 'ES'))),
    typed('R2', withRecipients(RECIPIENT, IN_VIES)),
  ],
  [
    1192,
    typed('R2', withDocument('03', '12345678Z', 'ES')),
    typed('R2', withDocument('07', '12345678Z', 'ES')),
    WITH_2001,
  ],
];

/** Who issued the invoice on behalf of the obligado. */
export const THIRD_PARTY_CASES: readonly Case<Alta>[] = [
  [1186, { issuedBy: 'T' }, withThird(RECIPIENT)],
  [1186, typed('F2', { issuedBy: 'T' }), typed('F2', withThird(RECIPIENT))],
  [1158, typed('F2', { issuedBy: 'D' }), { issuedBy: 'D' }],
  [1158, typed('R5', { issuedBy: 'D' }), typed('R5')],
  [1159, { issuedBy: 'D', third: RECIPIENT }, { issuedBy: 'D' }],
  [1155, { third: RECIPIENT }, withThird(RECIPIENT)],
  [1188, withThird({ ...RECIPIENT, nif: ISSUER }), withThird({ ...RECIPIENT, nif: 'A12345674' })],
  [1211, withThird(identifiedBy('07', '12345678Z', 'ES')), withThird(RECIPIENT), { also: [1232] }],
  ...each(['04', '05', '06'], (idType) => [
    1232,
    withThird(identifiedBy(idType, 'X1', 'ES')),
    withThird(identifiedBy('03', 'X1', 'ES')),
    { also: [1126] },
  ]),
  [
    1123,
    withThird({ ...RECIPIENT, nif: 'B12345675' }),
    withThird({ ...RECIPIENT, nif: 'G12345674' }),
    { also: [1110] },
  ],
  [1111, withThird(identifiedBy('05', 'X1', null)), withThird(identifiedBy('05', 'X1', 'MA'))],
  [1103, withThird(identifiedBy('05', '', 'MA')), withThird(identifiedBy('05', '1', 'MA'))],
  [1122, withThird(identifiedBy('02', 'DE123456789', 'FR')), withThird(IN_VIES)],
  [1121, withThird(identifiedBy('02', 'DE12345678', 'DE')), withThird(IN_VIES)],
  [
    1254,
    { operationDate: '31-12-2020', ...withThird(identifiedBy('02', 'XI123456789', 'GB')) },
    { operationDate: '31-12-2020', ...withThird(identifiedBy('02', 'GB123456789', 'GB')) },
  ],
  [
    1255,
    withThird(identifiedBy('02', 'GB123456789', 'GB')),
    withThird(identifiedBy('02', 'XI123456789', 'GB')),
  ],
  [1110, withThird(STRANGER), withThird(RECIPIENT), { given: GIVEN }],
];

/** The party that annulled the invoice. */
export const GENERATOR_CASES: readonly Case<Anulacion>[] = [
  [1224, { generatedBy: 'E' }, {}],
  [1224, { generator: RECIPIENT }, withGenerator('D', RECIPIENT)],
  [
    1227,
    withGenerator('E', identifiedBy('03', 'X1', 'US')),
    withGenerator('E', { ...RECIPIENT, nif: ISSUER }),
  ],
  [
    1229,
    withGenerator('T', identifiedBy('07', '12345678Z', 'ES')),
    withGenerator('D', identifiedBy('07', '12345678Z', 'ES')),
    { also: [1232] },
  ],
  [
    1232,
    withGenerator('T', identifiedBy('04', 'X1', 'ES')),
    withGenerator('T', identifiedBy('03', 'X1', 'ES')),
    { also: [1126] },
  ],
  [
    1230,
    withGenerator('D', identifiedBy('04', 'X1', 'ES')),
    withGenerator('D', identifiedBy('03', 'X1', 'ES')),
    { also: [1126] },
  ],
  [
    1258,
    withGenerator('T', { ...RECIPIENT, nif: '12345678A' }),
    withGenerator('T', RECIPIENT),
    { also: [1259] },
  ],
  [
    1111,
    withGenerator('T', identifiedBy('04', 'X1', null)),
    withGenerator('T', identifiedBy('04', 'X1', 'US')),
  ],
  [
    1126,
    withGenerator('D', identifiedBy('07', '12345678Z', 'FR')),
    withGenerator('D', identifiedBy('07', '12345678Z', 'ES')),
  ],
  [
    1103,
    withGenerator('T', identifiedBy('04', ' ', 'US')),
    withGenerator('T', identifiedBy('04', 'X', 'US')),
  ],
  [
    1290,
    withGenerator('D', identifiedBy('07', '12345678A', 'ES')),
    withGenerator('D', identifiedBy('07', '12345678Z', 'ES')),
  ],
  [
    1131,
    withGenerator('D', identifiedBy('07', 'B12345674', 'ES')),
    withGenerator('D', identifiedBy('07', '12345678Z', 'ES')),
  ],
  [1122, withGenerator('T', identifiedBy('02', 'DE123456789', 'FR')), withGenerator('T', IN_VIES)],
  [1121, withGenerator('T', identifiedBy('02', 'DE12345678', 'DE')), withGenerator('T', IN_VIES)],
  [
    1254,
    {
      ...withGenerator('T', identifiedBy('02', 'XI123456789', 'GB')),
      id: { nif: ISSUER, number: 'A/1', date: '31-12-2020' },
    },
    {
      ...withGenerator('T', identifiedBy('02', 'GB123456789', 'GB')),
      id: { nif: ISSUER, number: 'A/1', date: '31-12-2020' },
    },
  ],
  [
    1255,
    withGenerator('T', identifiedBy('02', 'GB123456789', 'GB')),
    withGenerator('T', identifiedBy('02', 'XI123456789', 'GB')),
  ],
  [1259, withGenerator('T', { ...RECIPIENT, nif: ISSUER }), withGenerator('T', RECIPIENT)],
  [1259, withGenerator('D', STRANGER), withGenerator('D', RECIPIENT), { given: GIVEN }],
];
