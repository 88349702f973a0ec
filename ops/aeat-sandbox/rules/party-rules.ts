import type { Party } from '../records/record.ts';
import { isNaturalPerson, isWellFormedNif } from '../taxpayers/nif.ts';
import { matchesCountry } from '../taxpayers/vat-number.ts';
import type { AltaCase, AnulacionCase, AnyCase, Rule } from './case.ts';
import { isFull } from './type-rules.ts';

const NIF_IVA = '02';
const PASSPORT = '03';
const NOT_IN_CENSUS = '07';
const RECIPIENT = 'Error en el bloque Destinatario.';
const THIRD = 'Error en el bloque de Tercero.';
const GENERATOR = 'Error en el bloque de Generador.';
/** The first day of numbers of Northern Ireland with XI; those with GB were valid until the end of that month. */
const FIRST_XI_DAY = 2021_01_01;
const FIRST_DAY_WITHOUT_GB = 2021_02_01;

/** Facts 21, header: AEAT's form must name a natural person. */
export const HEADER_RULES: readonly Rule<AnyCase>[] = [
  { code: 1282, breaks: ({ obligado }) => isNaturalPerson(obligado.nif) && obligado.name.trim() === '' },
];

/** Facts 14 to 18 and 21: rules for the recipients. */
export const RECIPIENT_RULES: readonly Rule<AltaCase>[] = [
  { code: 1189, breaks: ({ record }) => isFull(record.type) && record.recipients === null },
  { code: 1156, breaks: (given) => !isFull(given.record.type) && hasIdType(recipientsOf(given), NIF_IVA) },
  { code: 1190, breaks: ({ record }) => !isFull(record.type) && record.recipients !== null },
  ...identificationRules<AltaCase>(({ record }) => record.recipients ?? [], RECIPIENT),
  {
    code: 1283,
    breaks: (given) =>
      recipientsOf(given).some(({ nif, name }) => nif !== null && isNaturalPerson(nif) && name.trim() === ''),
  },
  {
    code: 1254,
    breaks: (given) => given.taxDay < FIRST_XI_DAY && hasVatPrefix(given, 'XI'),
  },
  {
    code: 1255,
    breaks: (given) => given.taxDay >= FIRST_DAY_WITHOUT_GB && hasVatPrefix(given, 'GB'),
  },
  {
    code: 1191,
    breaks: (given) => given.record.type === 'R3' && !allIdentifiedBy(given, NOT_IN_CENSUS),
  },
  {
    code: 1192,
    breaks: (given) => given.record.type === 'R2' && !allIdentifiedBy(given, NOT_IN_CENSUS, NIF_IVA),
  },
];

/** Facts 22: rules for the party that issued the invoice on behalf of the obligado. */
export const THIRD_PARTY_RULES: readonly Rule<AltaCase>[] = [
  { code: 1186, breaks: ({ record }) => record.issuedBy === 'T' && record.third === null },
  { code: 1158, breaks: ({ record }) => record.issuedBy === 'D' && record.recipients === null },
  { code: 1159, breaks: ({ record }) => record.issuedBy === 'D' && record.third !== null },
  { code: 1155, breaks: ({ record }) => record.issuedBy === null && record.third !== null },
  { code: 1188, breaks: ({ record, obligado }) => record.third?.nif === obligado.nif },
  { code: 1211, breaks: ({ record }) => record.third?.other?.idType === NOT_IN_CENSUS },
  {
    code: 1232,
    breaks: ({ record }) => record.third?.other?.country === 'ES' && record.third.other.idType !== PASSPORT,
  },
  ...identificationRules<AltaCase>(({ record }) => (record.third ? [record.third] : []), THIRD),
  {
    code: 1110,
    block: THIRD,
    breaks: ({ record, census }) => record.third?.nif !== undefined && isUnknown(record.third, census.knows),
  },
];

/** Rules for GeneradoPor and Generador of an anulación. */
export const GENERATOR_RULES: readonly Rule<AnulacionCase>[] = [
  { code: 1224, breaks: ({ record }) => (record.generatedBy === null) !== (record.generator === null) },
  { code: 1227, breaks: ({ record }) => record.generatedBy === 'E' && record.generator?.nif === null },
  {
    code: 1229,
    breaks: ({ record }) => record.generatedBy === 'T' && record.generator?.other?.idType === NOT_IN_CENSUS,
  },
  {
    code: 1230,
    breaks: ({ record }) =>
      record.generatedBy === 'D' &&
      record.generator?.other?.country === 'ES' &&
      record.generator.other.idType !== PASSPORT &&
      record.generator.other.idType !== NOT_IN_CENSUS,
  },
  ...identificationRules<AnulacionCase>(
    ({ record }) => (record.generator ? [record.generator] : []),
    GENERATOR,
  ),
  {
    code: 1259,
    breaks: ({ record, obligado, census }) =>
      record.generatedBy !== 'E' &&
      record.generator !== null &&
      (record.generator.nif === obligado.nif || isUnknown(record.generator, census.knows)),
  },
];

/** Facts 16 to 18: rules for every block that identifies a party. */
function identificationRules<C extends AnyCase>(
  partiesOf: (given: C) => readonly Party[],
  block: string,
): Rule<C>[] {
  const some = (test: (other: NonNullable<Party['other']>, given: C) => boolean) => (given: C) =>
    partiesOf(given).some(({ other }) => other !== null && test(other, given));
  return [
    {
      code: 1123,
      block,
      breaks: (given) => partiesOf(given).some(({ nif }) => nif !== null && !given.census.isWellFormed(nif)),
    },
    { code: 1111, breaks: some(({ country, idType }) => country === null && idType !== NIF_IVA) },
    {
      code: 1126,
      breaks: some(({ country, idType }) =>
        country === 'ES'
          ? idType !== PASSPORT && idType !== NOT_IN_CENSUS
          : idType === NOT_IN_CENSUS && country !== null,
      ),
    },
    { code: 1103, block, breaks: some(({ id }) => id.trim() === '') },
    { code: 1290, breaks: some(({ idType, id }) => idType === NOT_IN_CENSUS && !isWellFormedNif(id)) },
    { code: 1131, breaks: some(({ idType, id }) => idType === NOT_IN_CENSUS && !isNaturalPerson(id)) },
    {
      code: 1122,
      breaks: some(
        ({ country, idType, id }) => idType === NIF_IVA && country !== null && !matchesCountry(id, country),
      ),
    },
    {
      code: 1121,
      breaks: some(({ idType, id }, { census }) => idType === NIF_IVA && !census.knowsVatNumber(id)),
    },
  ];
}

function recipientsOf({ record }: AltaCase): readonly Party[] {
  return record.recipients ?? [];
}

function hasIdType(parties: readonly Party[], idType: string): boolean {
  return parties.some(({ other }) => other?.idType === idType);
}

function hasVatPrefix(given: AltaCase, prefix: string): boolean {
  return recipientsOf(given).some(({ other }) => other?.idType === NIF_IVA && other.id.startsWith(prefix));
}

function allIdentifiedBy(given: AltaCase, ...idTypes: readonly string[]): boolean {
  return recipientsOf(given).every(({ other }) => other === null || idTypes.includes(other.idType));
}

function isUnknown({ nif }: Party, knows: (nif: string) => boolean): boolean {
  return nif !== null && !knows(nif);
}
