import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isNaturalPerson, isWellFormedNif } from './nif.ts';
import { isWellFormedVatNumber } from './vat-number.ts';

/** What a census file says. */
export type CensusEntries = {
  /** Known taxpayers. A natural person's name must then be given as it is here (AEAT 4104). */
  readonly taxpayers?: readonly { readonly nif: string; readonly name: string }[];
  /** NIFs that are well-formed but not in the census, VAT numbers that are not in VIES. */
  readonly unknown?: readonly string[];
  /** Whether nobody else is known. Otherwise every well-formed number is. */
  readonly closed?: boolean;
};

export type Census = {
  readonly isWellFormed: (nif: string) => boolean;
  readonly knows: (nif: string) => boolean;
  readonly matchesName: (nif: string, name: string) => boolean;
  readonly knowsVatNumber: (vatNumber: string) => boolean;
};

export function buildCensus({ taxpayers = [], unknown = [], closed = false }: CensusEntries = {}): Census {
  const names = new Map(taxpayers.map(({ nif, name }) => [nif, normaliseName(name)]));
  const strangers = new Set(unknown);
  // AEAT's own test identities carry irregular control characters: who is listed is well-formed.
  const isWellFormed = (nif: string) => names.has(nif) || isWellFormedNif(nif);
  return {
    isWellFormed,
    knows: (nif) => isWellFormed(nif) && !strangers.has(nif) && (!closed || names.has(nif)),
    matchesName: (nif, name) => {
      const known = names.get(nif);
      return known === undefined || !isNaturalPerson(nif) || known === normaliseName(name);
    },
    knowsVatNumber: (vatNumber) => isWellFormedVatNumber(vatNumber) && !strangers.has(vatNumber),
  };
}

/** Reads a census from a JSON file. @throws where it is not one. */
export function readCensusFile(path: string): CensusEntries {
  const text = readFileSync(path, 'utf8');
  try {
    return parseCensus(JSON.parse(text));
  } catch (error) {
    throw new TypeError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

const closed = { additionalProperties: false };
/** A member that is misspelt would be as good as none. */
const Entries = Type.Object(
  {
    taxpayers: Type.Optional(Type.Array(Type.Object({ nif: Type.String(), name: Type.String() }, closed))),
    unknown: Type.Optional(Type.Array(Type.String())),
    closed: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** @throws TypeError naming what is wrong. */
export function parseCensus(value: unknown): CensusEntries {
  if (Value.Check(Entries, value)) return value;
  const [error] = Value.Errors(Entries, value);
  const place = (error?.instancePath ?? '').replaceAll('/', '.');
  throw new TypeError(
    `census${place} ${error?.keyword === 'boolean' ? 'is not known' : (error?.message ?? 'is wrong')}`,
  );
}

/** Accents, case and punctuation do not matter to the census. */
function normaliseName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
}
