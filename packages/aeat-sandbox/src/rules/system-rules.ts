import { readDay } from '../records/calendar.ts';
import type { AnyCase } from './case.ts';
import type { Rule } from './rule.ts';
import { hasForbiddenCharacter, hasForeignCharacter } from './characters.ts';
import {
  identificationRules,
  isSpanishWithoutPassport,
  isUnknown,
  NOT_IN_CENSUS,
} from './identification-rules.ts';

const SYSTEM_ID = /^[A-Z0-9]{2}$/;
const ALPHANUMERIC = /^[0-9A-Za-z]*$/;
const SYSTEM = 'Error en el bloque de SistemaInformatico.';
/** The number of hexadecimal digits of a SHA-256. */
const LENGTH = 64;

/** Rules for the system and its producer. */
export const SYSTEM_RULES: readonly Rule<AnyCase>[] = [
  { code: 1221, breaks: ({ record }) => record.sistema.producer.other?.idType === NOT_IN_CENSUS },
  { code: 1232, breaks: ({ record }) => isSpanishWithoutPassport(record.sistema.producer) },
  ...identificationRules<AnyCase>(({ record }) => [record.sistema.producer], {
    text: SYSTEM,
    nif: 1176,
    id: 1222,
  }),
  {
    code: 1110,
    block: SYSTEM,
    breaks: ({ record, census }) => isUnknown(record.sistema.producer, census.knows),
  },
  { code: 1220, breaks: ({ record }) => record.sistema.name.trim() === '' },
  { code: 1177, breaks: ({ record }) => !SYSTEM_ID.test(record.sistema.id) },
  {
    code: 1179,
    breaks: ({ record: { sistema } }) =>
      [sistema.producer.name, sistema.version, sistema.installation].some((text) => text.trim() === ''),
  },
];

/**
 * Rules for the form of the record's own and the previous huella. Two milder rules for
 * the previous one are among the warnings.
 */
export const LINK_RULES: readonly Rule<AnyCase>[] = [
  {
    code: 1175,
    breaks: ({ record: { previous } }) =>
      previous !== null &&
      (previous.id.number.trim() === '' ||
        hasForeignCharacter(previous.id.number) ||
        hasForbiddenCharacter(previous.id.number)),
  },
  {
    code: 1174,
    breaks: ({ record: { previous } }) => previous !== null && readDay(previous.id.date) === 0,
  },
  {
    code: 1291,
    breaks: ({ record: { previous } }) => previous !== null && !ALPHANUMERIC.test(previous.huella),
  },
  { code: 1292, breaks: ({ record }) => !ALPHANUMERIC.test(record.huella) },
  { code: 1262, breaks: ({ record }) => record.huella.length !== LENGTH },
];
