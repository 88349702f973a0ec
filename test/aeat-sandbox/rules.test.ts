import { describe, expect, it } from 'vitest';
import type { Alta, Anulacion, Detalle, SifRecord } from '../../ops/aeat-sandbox/records/record.ts';
import type { Surroundings } from '../../ops/aeat-sandbox/rules/case.ts';
import { ALTA_RULES, ANULACION_RULES, judgeRecord } from '../../ops/aeat-sandbox/rules/judge-record.ts';
import { ALTA_WARNINGS, ANULACION_WARNINGS } from '../../ops/aeat-sandbox/rules/warnings.ts';
import { buildCensus } from '../../ops/aeat-sandbox/taxpayers/census.ts';
import { hasSharedFacts, readShared, warnWithoutSharedFacts } from '../domain/support/shared-facts.ts';
import {
  altaOf,
  anulacionOf,
  identifiedBy,
  ISSUER,
  lineOf,
  PUBLIC_BODY,
  RECIPIENT,
  surroundingsOf,
  untaxed,
} from './support/records.ts';

type Case<R> = readonly [code: number, changes: Partial<R>, surroundings?: Partial<Surroundings>];

const OTHER = { nif: ISSUER, number: 'A/0', date: '19-11-2026' };
const AMOUNT = { base: '1', tax: '0', surcharge: null };
const withNumber = (number: string) => ({ id: { ...OTHER, number } });
const withDate = (date: string) => ({ id: { ...OTHER, date } });
const withLine = (changes: Partial<Detalle>) => ({ lines: [lineOf(changes)] });
const withRecipient = (idType: string, id: string, country: string | null) => ({
  recipients: [identifiedBy(idType, id, country)],
});
const withThird = (idType: string, country: string) => ({
  issuedBy: 'T',
  third: identifiedBy(idType, 'X1', country),
});
const withSistema = (changes: Partial<Alta['sistema']>) => ({ sistema: { ...altaOf().sistema, ...changes } });
const withPrevious = (id: Partial<typeof OTHER>, huella = 'A'.repeat(64)) => ({
  previous: { id: { ...OTHER, ...id }, huella },
});
const surcharge = (rate: string, surchargeRate: string, operationDate: string | null = null) => ({
  operationDate,
  lines: [lineOf({ rate, tax: '0', base: '0', surchargeRate, surcharge: '0' })],
});

/** Each breaks one rule, and no rule before it. */
const ALTA_CASES: readonly Case<Alta>[] = [
  [1100, withLine({ base: '١٠٠' })],
  [1282, { id: { ...OTHER, nif: '12345678Z' } }, { obligado: { nif: '12345678Z', name: ' ' } }],
  [1108, { id: { ...OTHER, nif: 'A12345674' } }],
  [1130, withNumber('Ñ/1')],
  [1287, withNumber('A"1')],
  [1105, withDate('31-02-2026')],
  [1112, withDate('21-11-2026')],
  [1133, withDate('19-11-2006')],
  [1244, { generatedAt: '2026-11-20T10:15:30.5+01:00' }],
  [1152, withDate('27-10-2024')],
  [1145, { operationDate: '30-02-2026' }],
  [1134, { operationDate: '19-11-2006' }],
  [1125, { operationDate: '01-01-2028' }],
  [1173, { operationDate: '21-11-2026' }],
  [1146, { ...withDate('19-11-2026'), operationDate: '20-11-2026' }],
  [1153, { rechazoPrevio: 'X' }],
  [1161, { rechazoPrevio: 'S', subsanacion: 'N' }],
  [1114, { type: 'R1' }],
  [1115, { rectification: 'I' }],
  [1117, { rectified: [OTHER] }],
  [1116, { substituted: [OTHER] }],
  [1154, { type: 'R1', rectification: 'I', rectified: [{ ...OTHER, nif: 'B12345675' }] }],
  [1287, { type: 'F3', substituted: [{ ...OTHER, number: "A'1" }] }],
  [1118, { type: 'R1', rectification: 'S' }],
  [1119, { type: 'R1', rectification: 'I', rectifiedAmount: AMOUNT }],
  [1183, { type: 'F2', simplified7273: 'S', recipients: null }],
  [1185, { unidentified61d: 'S' }],
  [1157, { coupon: 'S' }],
  [1138, { macrodato: 'S' }],
  [1139, { total: '-100000000.00' }],
  [1150, { type: 'F2', recipients: null, lines: [lineOf({ base: '2487.61', tax: '522.40' })] }],
  [1128, { agreement: '1' }],
  [1242, { systemAgreement: '1' }],
  [1189, { recipients: null }],
  [1190, { type: 'F2' }],
  [1156, { type: 'R5', rectification: 'I', ...withRecipient('02', 'DE123456789', 'DE') }],
  [1123, { recipients: [{ ...RECIPIENT, nif: '12345678A' }] }],
  [1111, withRecipient('03', 'X1', null)],
  [1126, withRecipient('04', 'X1', 'ES')],
  [1126, withRecipient('07', '12345678Z', 'FR')],
  [1103, withRecipient('04', ' ', 'FR')],
  [1290, withRecipient('07', '12345678A', 'ES')],
  [1131, withRecipient('07', 'B12345674', 'ES')],
  [1122, withRecipient('02', 'DE123456789', 'FR')],
  [1121, withRecipient('02', 'de123456789', null)],
  [1121, withRecipient('02', 'DE123456789', 'DE'), { census: buildCensus({ unknown: ['DE123456789'] }) }],
  [1283, { recipients: [{ ...RECIPIENT, name: '' }] }],
  [1254, { operationDate: '31-12-2020', ...withRecipient('02', 'XI123456789', 'GB') }],
  [1255, withRecipient('02', 'GB123456789', 'GB')],
  [1191, { type: 'R3', rectification: 'I', ...withRecipient('02', 'DE123456789', 'DE') }],
  [1192, { type: 'R2', rectification: 'I', ...withRecipient('03', 'X1', 'US') }],
  [1186, { issuedBy: 'T' }],
  [1158, { type: 'F2', issuedBy: 'D', recipients: null }],
  [1159, { issuedBy: 'D', third: RECIPIENT }],
  [1155, { third: RECIPIENT }],
  [1188, { issuedBy: 'T', third: { ...RECIPIENT, nif: ISSUER } }],
  [1211, withThird('07', 'ES')],
  [1232, withThird('04', 'ES')],
  [
    1110,
    { issuedBy: 'T', third: { ...RECIPIENT, nif: '00000001R' } },
    { census: buildCensus({ unknown: ['00000001R'] }) },
  ],
  [1245, withLine({ regimen: null })],
  [1245, withLine({ impuesto: null, regimen: null })],
  [1245, withLine({ impuesto: '02', regimen: null }), { now: Date.parse('2027-01-01T00:00:00+01:00') }],
  [1260, withLine({ impuesto: '05' })],
  [1246, withLine({ regimen: '21' })],
  [1246, withLine({ impuesto: '02', regimen: '02' })],
  [1199, { lines: [untaxed({ exenta: 'E2' })] }],
  [1286, withLine({ regimen: '02' })],
  [1200, withLine({ regimen: '03', calificacion: 'S2', rate: '0', tax: '0' })],
  [1201, withLine({ regimen: '04' })],
  [1202, withLine({ regimen: '06' })],
  [1202, { type: 'F3', lines: [lineOf({ regimen: '06', baseAtCost: '100' })] }],
  [1203, { lines: [untaxed({ regimen: '07', calificacion: 'N1' })] }],
  [1203, { lines: [untaxed({ regimen: '07', exenta: 'E5' })] }],
  [1252, withLine({ regimen: '08' })],
  [1205, withLine({ regimen: '10' })],
  [1205, { ...withRecipient('03', 'X1', 'US'), lines: [untaxed({ regimen: '10', calificacion: 'N1' })] }],
  [1206, withLine({ regimen: '11', rate: '10', tax: '10' })],
  [1147, { recipients: [PUBLIC_BODY], ...withLine({ regimen: '14' }) }],
  [
    1148,
    { type: 'F3', operationDate: '01-12-2026', recipients: [PUBLIC_BODY], ...withLine({ regimen: '14' }) },
  ],
  [1149, { operationDate: '01-12-2026', ...withLine({ regimen: '14' }) }],
  [1293, withLine({ impuesto: '03', regimen: '20', rate: '7', tax: '7' })],
  [1289, { lines: [untaxed({ exenta: 'E5' })] }],
  [1124, withLine({ rate: '22', tax: '22' })],
  [1132, withLine({ rate: '16', tax: '16' })],
  [1194, withLine({ rate: '5', tax: '5' })],
  [1236, withLine({ rate: '2', tax: '2' })],
  [1235, withLine({ rate: '7.5', tax: '7.5' })],
  [1208, withLine({ tax: null })],
  [1209, withLine({ regimen: '06', baseAtCost: '100', rate: null })],
  [1197, { type: 'F2', recipients: null, ...withLine({ calificacion: 'S2', rate: '0', tax: '0' }) }],
  [1198, withLine({ calificacion: 'S2' })],
  [1198, withLine({ calificacion: 'S2', rate: null, tax: null })],
  [1237, withLine({ calificacion: 'N2', tax: null, rate: '0' })],
  [1238, withLine({ calificacion: null, exenta: 'E1', rate: null, tax: '0' })],
  [1207, withLine({ impuesto: '03', calificacion: 'N1' })],
  [1257, withLine({ baseAtCost: '1' })],
  [1143, withLine({ tax: '-0.01' })],
  [1142, withLine({ tax: '31.01' })],
  [1140, withLine({ regimen: '06', baseAtCost: '100', tax: '-0.01' })],
  [1144, withLine({ regimen: '06', baseAtCost: '200', tax: '31.99' })],
  [1281, { lines: [lineOf({ impuesto: '03', calificacion: 'N1', rate: null, tax: null, surcharge: '1' })] }],
  [1284, withLine({ surchargeRate: '5.2' })],
  [1127, surcharge('21', '3')],
  [1162, surcharge('21', '1.4')],
  [1163, surcharge('10', '0.5')],
  [1164, surcharge('4', '0.62')],
  [1169, surcharge('7.5', '1.4', '01-11-2024')],
  [1160, surcharge('5', '1.4', '01-02-2023')],
  [1167, surcharge('5', '0.50', '01-02-2023')],
  [1168, surcharge('5', '0.62', '01-08-2022')],
  [1166, surcharge('2', '0.5', '01-11-2024')],
  [1165, surcharge('0', '0.26', '01-05-2023')],
  [1170, surcharge('0', '0')],
  [1277, surcharge('0', '0.26', '01-05-2022')],
  [1175, withPrevious({ number: ' ' })],
  [1174, withPrevious({ date: '31-02-2026' })],
  [1291, withPrevious({}, `${'A'.repeat(63)}-`)],
  [1292, { huella: `${'A'.repeat(63)}-` }],
  [1262, { huella: 'A'.repeat(63) }],
  [1176, withSistema({ producer: { ...RECIPIENT, nif: 'B12345675' } })],
  [1110, {}, { census: buildCensus({ unknown: ['A12345674'] }) }],
  [1222, withSistema({ producer: identifiedBy('03', '', 'US') })],
  [1220, withSistema({ name: ' ' })],
  [1177, withSistema({ id: 's1' })],
  [1177, withSistema({ id: 'Ñ1' })],
  [1179, withSistema({ installation: '' })],
];
const ANULACION_CASES: readonly Case<Anulacion>[] = [
  [1224, { generatedBy: 'E' }],
  [1227, { generatedBy: 'E', generator: identifiedBy('03', 'X1', 'US') }],
  [1229, { generatedBy: 'T', generator: identifiedBy('07', '12345678Z', 'ES') }],
  [1230, { generatedBy: 'D', generator: identifiedBy('04', 'X1', 'ES') }],
  [1259, { generatedBy: 'T', generator: { ...RECIPIENT, nif: ISSUER } }],
  [1108, { id: { ...OTHER, nif: 'A12345674' } }],
  [1130, withNumber('Ñ/1')],
  [1105, withDate('31-02-2026')],
  [1112, withDate('21-11-2026')],
];
const FAR = '2026-11-20T10:19:31+01:00';
const OLD = '2026-11-20T10:11:29+01:00';
const ALTA_WARNING_CASES: readonly Case<Alta>[] = [
  [2000, { huella: 'A'.repeat(64) }],
  [2000, { huella: altaOf().huella.toLowerCase() }],
  [2002, withPrevious({}, 'A'.repeat(63))],
  [2003, withPrevious({}, 'a'.repeat(64))],
  [2007, { previous: null }],
  [
    2001,
    { recipients: [{ ...RECIPIENT, nif: '00000001R' }] },
    { census: buildCensus({ unknown: ['00000001R'] }) },
  ],
  [2001, withRecipient('07', '12345678Z', 'ES')],
  [2006, { taxTotal: '31.01' }],
  [2005, { total: '110.99' }],
  [2009, { lines: [lineOf({ impuesto: '02', regimen: null })] }],
  [2004, { generatedAt: FAR }],
  [2004, { generatedAt: FAR }, { hasIncident: true }],
  [2004, { generatedAt: OLD }],
];
const CLEAN: readonly [string, Partial<Alta>, Partial<Surroundings>?][] = [
  ['a plain invoice', {}],
  ['a first record of a chain', { previous: null }, { chainHasRecords: false }],
  ['a late record with an incident', { generatedAt: OLD }, { hasIncident: true }],
  ['a record at the border of the clock', { generatedAt: '2026-11-20T10:19:30+01:00' }],
  ['totals at the border of the tolerance', { taxTotal: '31.00', total: '111.00' }],
  ['a tax at the border of the tolerance', { ...withLine({ tax: '11.00' }), taxTotal: '11', total: '111' }],
  ['loose totals of a travel agency', { ...withLine({ regimen: '05' }), total: '900.00' }],
  ['a Greek VAT number', withRecipient('02', 'EL123456789', 'GR')],
  [
    'a simplified invoice of 3,010.00',
    {
      type: 'F2',
      recipients: null,
      lines: [lineOf({ base: '2487.60', tax: '522.40' })],
      taxTotal: '522.40',
      total: '3010.00',
    },
  ],
  [
    'a correction by differences with an odd tax',
    { type: 'R1', rectification: 'I', ...withLine({ tax: '-90' }), taxTotal: '-90', total: '10' },
  ],
  [
    'surcharge on 21 %',
    { ...withLine({ surchargeRate: '5.20', surcharge: '5.20' }), taxTotal: '26.20', total: '126.20' },
  ],
  [
    'works for a public body',
    { operationDate: '01-12-2026', recipients: [PUBLIC_BODY], ...withLine({ regimen: '14' }) },
  ],
];

function judge(record: SifRecord, surroundings: Partial<Surroundings> = {}) {
  return judgeRecord(record, surroundingsOf(surroundings));
}
const codesOf = (rules: readonly { readonly code: number }[]) =>
  [...new Set(rules.map(({ code }) => code))].toSorted();

describe('the rules of the stand-in', () => {
  it.each(ALTA_CASES)('refuse an alta with %i', (code, changes, surroundings) => {
    expect(judge(altaOf(changes), surroundings).error?.code).toBe(code);
  });

  it.each(ANULACION_CASES)('refuse an anulación with %i', (code, changes, surroundings) => {
    expect(judge(anulacionOf(changes), surroundings).error?.code).toBe(code);
  });

  it.each(ALTA_WARNING_CASES)('accept an alta with error %i', (code, changes, surroundings) => {
    expect(judge(altaOf(changes), surroundings)).toMatchObject({ error: null, warning: { code } });
  });

  it('accept a record with its own huella before it with error 2008', () => {
    const huella = 'A'.repeat(64);
    const warnings = ALTA_WARNINGS.filter(({ code }) => code === 2008);
    const given = { record: { ...altaOf(), ...withPrevious({}, huella), huella } };
    expect(warnings.map((rule) => rule.breaks(given as never))).toEqual([true]);
  });

  it.each(CLEAN)('find nothing wrong with %s', (_what, changes, surroundings) => {
    expect(judge(altaOf(changes), surroundings)).toEqual({ error: null, warning: null });
  });

  it('name the graver of two errors: those that need no correction come last', () => {
    expect(judge(altaOf({ generatedAt: OLD, total: '900' })).warning?.code).toBe(2005);
  });

  it('each have a case here', () => {
    const cases = [...ALTA_CASES, ...ANULACION_CASES].map(([code]) => ({ code }));
    expect(codesOf(cases)).toEqual(codesOf([...ALTA_RULES, ...ANULACION_RULES]));
    const warnings = [...ALTA_WARNING_CASES.map(([code]) => ({ code })), { code: 2008 }];
    expect(codesOf(warnings)).toEqual(codesOf([...ALTA_WARNINGS, ...ANULACION_WARNINGS]));
  });
});

type Catalogue = { errors: { code: number; effect: string; text_es: string }[] };
warnWithoutSharedFacts(
  'whether codes, effects and texts of the stand-in are those of the catalogue of errors',
);
describe.skipIf(!hasSharedFacts)(
  'the codes of the stand-in (skipped where ../shared/verifactu is absent)',
  () => {
    const catalogue = () => {
      const { errors } = JSON.parse(readShared('errors.json')) as Catalogue;
      return new Map(errors.map((entry) => [entry.code, entry]));
    };

    it('have the effect that the catalogue gives them', () => {
      const codes = catalogue();
      const effectsOf = (rules: readonly { readonly code: number }[]) =>
        new Set(codesOf(rules).map((code) => codes.get(code)?.effect));
      expect(effectsOf([...ALTA_RULES, ...ANULACION_RULES])).toEqual(new Set(['reject_record']));
      expect(effectsOf([...ALTA_WARNINGS, ...ANULACION_WARNINGS])).toEqual(new Set(['accept_with_errors']));
    });

    it('have the text that the catalogue gives them', async () => {
      const texts = (await import('../../ops/aeat-sandbox/rules/code-texts.json', { with: { type: 'json' } }))
        .default;
      const codes = catalogue();
      for (const [code, text] of Object.entries(texts)) expect(text).toBe(codes.get(Number(code))?.text_es);
      const missing = codesOf([...ALTA_RULES, ...ANULACION_RULES, ...ALTA_WARNINGS]).filter(
        (code) => !Object.hasOwn(texts, code),
      );
      expect(missing).toEqual([]);
    });
  },
);
