import type { Party } from '../records/record.ts';
import { isNaturalPerson } from '../taxpayers/nif.ts';
import type { AltaCase, AnulacionCase, AnyCase } from './case.ts';
import type { Rule } from './rule.ts';
import {
  identificationRules,
  isSpanishWithoutPassport,
  isUnknown,
  NIF_IVA,
  NOT_IN_CENSUS,
} from './identification-rules.ts';
import { isFull } from './type-rules.ts';

const RECIPIENT = 'Error en el bloque Destinatario.';
const THIRD = 'Error en el bloque de Tercero.';
const GENERATOR = 'Error en el bloque de Generador.';

/** AEAT's form must name a natural person. */
export const HEADER_RULES: readonly Rule<AnyCase>[] = [
  { code: 1282, breaks: ({ obligado }) => isNaturalPerson(obligado.nif) && obligado.name.trim() === '' },
];

/** Rules for the recipients. */
export const RECIPIENT_RULES: readonly Rule<AltaCase>[] = [
  { code: 1189, breaks: ({ record }) => isFull(record.type) && record.recipients === null },
  { code: 1156, breaks: (given) => !isFull(given.record.type) && hasIdType(recipientsOf(given), NIF_IVA) },
  { code: 1190, breaks: ({ record }) => !isFull(record.type) && record.recipients !== null },
  ...identificationRules<AltaCase>(recipientsOf, { text: RECIPIENT }),
  {
    code: 1283,
    breaks: (given) =>
      recipientsOf(given).some(({ nif, name }) => nif !== null && isNaturalPerson(nif) && name.trim() === ''),
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

/** Rules for the party that issued the invoice on behalf of the obligado. */
export const THIRD_PARTY_RULES: readonly Rule<AltaCase>[] = [
  { code: 1186, breaks: ({ record }) => record.issuedBy === 'T' && record.third === null },
  { code: 1158, breaks: ({ record }) => record.issuedBy === 'D' && record.recipients === null },
  { code: 1159, breaks: ({ record }) => record.issuedBy === 'D' && record.third !== null },
  { code: 1155, breaks: ({ record }) => record.issuedBy === null && record.third !== null },
  { code: 1188, breaks: ({ record, obligado }) => record.third?.nif === obligado.nif },
  { code: 1211, breaks: ({ record }) => record.third?.other?.idType === NOT_IN_CENSUS },
  { code: 1232, breaks: ({ record }) => record.third !== null && isSpanishWithoutPassport(record.third) },
  ...identificationRules<AltaCase>(({ record }) => (record.third ? [record.third] : []), { text: THIRD }),
  {
    code: 1110,
    block: THIRD,
    breaks: ({ record, census }) => record.third !== null && isUnknown(record.third, census.knows),
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
    code: 1232,
    breaks: ({ record }) =>
      record.generatedBy === 'T' && record.generator !== null && isSpanishWithoutPassport(record.generator),
  },
  {
    code: 1230,
    breaks: ({ record }) =>
      record.generatedBy === 'D' &&
      record.generator !== null &&
      isSpanishWithoutPassport(record.generator) &&
      record.generator.other?.idType !== NOT_IN_CENSUS,
  },
  ...identificationRules<AnulacionCase>(({ record }) => (record.generator ? [record.generator] : []), {
    text: GENERATOR,
    nif: 1258,
  }),
  {
    code: 1259,
    breaks: ({ record, obligado, census }) =>
      record.generatedBy !== 'E' &&
      record.generator !== null &&
      (record.generator.nif === obligado.nif || isUnknown(record.generator, census.knows)),
  },
];

function recipientsOf({ record }: AltaCase): readonly Party[] {
  return record.recipients ?? [];
}

function hasIdType(parties: readonly Party[], idType: string): boolean {
  return parties.some(({ other }) => other?.idType === idType);
}

function allIdentifiedBy(given: AltaCase, ...idTypes: readonly string[]): boolean {
  return recipientsOf(given).every(({ other }) => other === null || idTypes.includes(other.idType));
}
