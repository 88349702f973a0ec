import type { Party } from '../records/record.ts';
import { isNaturalPerson, isWellFormedNif } from '../taxpayers/nif.ts';
import { matchesCountry } from '../taxpayers/vat-number.ts';
import type { AnyCase } from './case.ts';
import type { Rule } from './rule.ts';

export const NIF_IVA = '02';
const PASSPORT = '03';
export const NOT_IN_CENSUS = '07';
/**
 * The first day of numbers of Northern Ireland with XI; those with GB were valid until the end of
 * that month.
 */
const FIRST_XI_DAY = 2021_01_01;
const FIRST_DAY_WITHOUT_GB = 2021_02_01;

type IDOtro = NonNullable<Party['other']>;
type Block = {
  /** What AEAT writes before the general texts. */
  readonly text: string;
  /** The code for a malformed NIF. */
  readonly nif?: number;
  /** The code for an empty ID. */
  readonly id?: number;
};

/**
 * Builds the rules for a block that identifies parties by NIF or IDOtro (note 1 of
 * the validations document).
 * @param partiesOf the parties of the block in a record.
 */
export function identificationRules<C extends AnyCase>(
  partiesOf: (given: C) => readonly Party[],
  { text: block, nif: nifCode = 1123, id: idCode = 1103 }: Block,
): Rule<C>[] {
  const some = (test: (other: IDOtro, given: C) => boolean) => (given: C) =>
    partiesOf(given).some(({ other }) => other !== null && test(other, given));
  return [
    {
      code: nifCode,
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
    { code: idCode, block, breaks: some(({ id }) => id.trim() === '') },
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
    { code: 1254, breaks: some((other, given) => dayOf(given) < FIRST_XI_DAY && hasPrefix(other, 'XI')) },
    {
      code: 1255,
      breaks: some((other, given) => dayOf(given) >= FIRST_DAY_WITHOUT_GB && hasPrefix(other, 'GB')),
    },
  ];
}

/** Returns whether a party is identified as Spanish by a document other than a passport. */
export function isSpanishWithoutPassport({ other }: Party): boolean {
  return other?.country === 'ES' && other.idType !== PASSPORT;
}

/** Returns whether a party has a NIF that is not in the census. */
export function isUnknown({ nif }: Party, knows: (nif: string) => boolean): boolean {
  return nif !== null && !knows(nif);
}

/** Returns the day of the operation, or that of issue if there is none. */
function dayOf(given: AnyCase): number {
  return 'taxDay' in given ? given.taxDay : given.issueDay;
}

function hasPrefix({ idType, id }: IDOtro, prefix: string): boolean {
  return idType === NIF_IVA && id.startsWith(prefix);
}
