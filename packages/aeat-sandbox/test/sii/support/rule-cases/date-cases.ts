import { exempt, foreigner, byOperation } from '../write-sii.ts';
import { invoice, keyed, rectification, type RuleCase } from './rule-case.ts';

const TOWN = { NombreRazon: 'AYUNTAMIENTO', NIF: 'P1234567D' };
const later = (date: string) => keyed(['15'], { FechaOperacion: date });
const of = (year: string, period: string) => ({ period: { year, period } });

export const DATE_CASES: readonly RuleCase[] = [
  { code: 1112, what: 'another issuer', broken: { issuer: 'A12345674' }, allowed: {} },
  { code: 1105, what: 'a blank number', broken: { number: ' ' }, allowed: { number: ' A' } },
  {
    code: 1142,
    what: 'a blank last number',
    broken: invoice({ TipoFactura: 'F4', Contraparte: undefined }, { lastNumber: ' ' }),
    allowed: invoice({ TipoFactura: 'F4', Contraparte: undefined }, { lastNumber: '9' }),
  },
  { code: 1106, what: 'a date that does not exist', broken: { date: '31-11-2026' }, also: true },
  { code: 1125, what: 'a date of tomorrow', broken: { date: '22-11-2026' }, allowed: { date: '21-11-2026' } },
  {
    code: 1196,
    what: 'an invoice of more than 20 years ago',
    broken: { ...rectification(), date: '20-11-2006' },
    allowed: { ...rectification(), date: '21-11-2006' },
  },
  {
    code: 1180,
    what: 'an operation on a day that does not exist',
    broken: invoice({ FechaOperacion: '30-02-2026' }),
    also: true,
  },
  {
    code: 1197,
    what: 'an operation of more than 20 years ago',
    broken: rectification({ FechaOperacion: '20-11-2006' }),
    also: true,
  },
  {
    code: 1167,
    what: 'an operation after the end of next year',
    broken: { ...later('01-01-2028'), ...of('2028', '01') },
    allowed: { ...later('31-12-2027'), ...of('2027', '12') },
  },
  {
    code: 1290,
    what: 'an operation after the issue',
    broken: invoice({ FechaOperacion: '21-11-2026' }),
    allowed: later('21-11-2026'),
  },
  { code: 1102, what: 'a whole year', broken: of('2026', '0A'), also: true },
  { code: 1186, what: 'a year long ago', broken: of('2005', '11'), allowed: of('2006', '11') },
  { code: 1211, what: 'a quarter before 2018', broken: of('2017', '4T'), allowed: of('2018', '1T') },
  {
    code: 1200,
    what: 'a quarter of a taxpayer who settles by month',
    broken: of('2026', '3T'),
    allowed: of('2026', '09'),
  },
  { code: 1126, what: 'next year', broken: of('2027', '01'), also: true },
  { code: 1145, what: 'next month', broken: of('2026', '12'), allowed: of('2026', '11') },
  {
    code: 1187,
    what: 'a year before that of an operation to come',
    broken: { ...later('10-01-2027'), ...of('2026', '12') },
    also: true,
  },
  {
    code: 1188,
    what: 'a month before that of an operation to come',
    broken: { ...later('10-02-2027'), ...of('2027', '01') },
    allowed: { ...later('10-02-2027'), ...of('2027', '02') },
  },
  {
    code: 1306,
    what: 'an invoice before SII in a period of SII',
    broken: { ...keyed(['16']), ...of('2026', '02') },
    allowed: { ...keyed(['16']), ...of('2026', '01') },
  },
  {
    code: 1292,
    what: 'works certificates whose VAT is due already',
    broken: keyed(['14'], { Contraparte: TOWN }),
    allowed: keyed(['14'], { Contraparte: TOWN, FechaOperacion: '21-11-2026' }),
  },
  {
    code: 1189,
    what: 'amended invoices of travellers that are no exports',
    communication: 'A4',
    broken: {},
    allowed: keyed(['02'], {
      ImporteTotal: '100.00',
      Contraparte: foreigner('03', 'P1', 'GB'),
      TipoDesglose: byOperation({ Entrega: exempt('E2') }),
    }),
  },
];
