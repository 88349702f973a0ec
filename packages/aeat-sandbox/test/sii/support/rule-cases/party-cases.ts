import { byInvoice, byOperation, exempt, foreigner, taxable } from '../write-sii.ts';
import { invoice, party, simplified, type RuleCase } from './rule-case.ts';

const SERVICE = byOperation({ Entrega: taxable() });
const other = (idType: string, id: string, country?: string, breakdown = SERVICE) =>
  party(foreigner(idType, id, country), { TipoDesglose: breakdown });
const MINOR = { NombreRazon: 'MENOR GIL EVA', NIF: 'K1234567L' };
const represented = (representative: string) => ({
  NombreRazon: MINOR.NombreRazon,
  NIFRepresentante: representative,
  NIF: MINOR.NIF,
});

export const PARTY_CASES: readonly RuleCase[] = [
  {
    code: 1158,
    what: 'an invoice without recipient',
    broken: invoice({ Contraparte: undefined }),
    allowed: simplified('F2'),
  },
  { code: 1279, what: 'a simplified invoice with one', broken: invoice({ TipoFactura: 'F2' }), allowed: {} },
  {
    code: 1170,
    what: 'a transfer of properties without recipient',
    broken: simplified('F2', { ImporteTransmisionInmueblesSujetoAIVA: '1' }),
    allowed: invoice({ ImporteTransmisionInmueblesSujetoAIVA: '1' }),
  },
  {
    code: 1100,
    what: 'a blank name',
    broken: party({ NombreRazon: ' ', NIF: 'A12345674' }),
    allowed: party({ NombreRazon: 'A', NIF: 'A12345674' }),
  },
  {
    code: 1153,
    what: 'a NIF with a wrong control character',
    broken: party({ NombreRazon: 'A', NIF: 'A12345675' }),
    also: true,
  },
  {
    code: 1122,
    what: 'a minor without representative',
    broken: party(MINOR),
    allowed: party(represented('12345678Z')),
  },
  { code: 1123, what: 'a minor who represents himself', broken: party(represented('K1234567L')) },
  { code: 1116, what: 'a representative outside the census', broken: party(represented('B87654323')) },
  {
    code: 1117,
    what: 'a NIF outside the census',
    broken: party({ NombreRazon: 'A', NIF: 'B87654323' }),
    allowed: party({ NombreRazon: 'A', NIF: 'B12345674' }),
  },
  {
    code: 1117,
    what: 'a person with another name',
    broken: party({ NombreRazon: 'LOPEZ GIL ANA', NIF: '12345678Z' }),
    allowed: party({ NombreRazon: 'García  López, Ana', NIF: '12345678Z' }),
  },
  {
    code: 1117,
    what: 'a person with a similar name',
    broken: party({ NombreRazon: 'ANA GARCIA LOPEZ', NIF: '12345678Z' }),
  },
  {
    code: 1117,
    what: 'a predecessor outside the census',
    broken: invoice({ EntidadSucedida: { NombreRazon: 'A', NIF: 'B87654323' } }),
    allowed: invoice({ EntidadSucedida: { NombreRazon: 'A', NIF: 'A12345674' } }),
  },
  {
    code: 1124,
    what: 'a document without country',
    broken: other('04', '1'),
    allowed: other('04', '1', 'CL'),
  },
  {
    code: 1168,
    what: 'a Spanish document other than a passport',
    broken: other('05', '1', 'ES'),
    allowed: other('03', '1', 'ES'),
  },
  {
    code: 1168,
    what: 'a person outside the census (07) abroad',
    broken: other('07', '12345678Z', 'FR'),
    also: true,
  },
  { code: 1100, what: 'an empty document', broken: other('06', '', 'CL'), allowed: other('06', '1', 'CL') },
  {
    code: 1146,
    what: 'a VAT number of another country',
    broken: other('02', 'DE123456789', 'FR'),
    allowed: other('02', 'DE123456789', 'DE'),
  },
  {
    code: 1104,
    what: 'a VAT number that is not in VIES',
    broken: other('02', 'DE999999999'),
    allowed: other('02', 'EL123456789', 'GR'),
  },
  { code: 1104, what: 'a VAT number of no member state', broken: other('02', 'CH123456789') },
  { code: 1169, what: '07 with a malformed NIF', broken: other('07', '12345678A', 'ES'), also: true },
  { code: 1192, what: '07 of an entity', broken: other('07', 'A12345674', 'ES'), also: true },
  { code: 2011, what: 'a person who is not in the census (07)', broken: other('07', '12345678Z', 'ES') },
  {
    code: 2011,
    what: 'the same with the breakdown of an invoice',
    broken: other('07', '12345678Z', 'ES', byInvoice(taxable())),
  },
  {
    code: 2011,
    what: 'a person whom AEAT can identify, but has in no census',
    broken: party({ NombreRazon: 'PERSONA SIN CENSO', NIF: '00000001R' }),
    allowed: party({ NombreRazon: 'GARCIA LOPEZ ANA', NIF: '12345678Z' }),
  },
  {
    code: 2006,
    what: 'a foreign party by invoice',
    broken: other('02', 'DE123456789', 'DE', byInvoice(taxable())),
    allowed: other('02', 'DE123456789', 'DE'),
  },
  {
    code: 2006,
    what: 'a foreign entity with a Spanish NIF by invoice',
    broken: party({ NombreRazon: 'EXEMPLE', NIF: 'N1234567D' }),
    allowed: party({ NombreRazon: 'EXEMPLE', NIF: 'N1234567D' }, { TipoDesglose: SERVICE }),
  },
  {
    code: 2006,
    what: 'a domestic party by operation',
    broken: invoice({ TipoDesglose: SERVICE }),
    allowed: {},
  },
  {
    code: 2006,
    what: 'no party by operation',
    broken: simplified('F2', {
      ImporteTotal: '100.00',
      TipoDesglose: byOperation({ Entrega: exempt('E1') }),
    }),
  },
];
