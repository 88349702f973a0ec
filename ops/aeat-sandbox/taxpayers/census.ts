import { readFileSync } from 'node:fs';
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
  return parseCensus(JSON.parse(readFileSync(path, 'utf8')));
}

/** @throws TypeError naming what is wrong. */
export function parseCensus(value: unknown): CensusEntries {
  const { taxpayers = [], unknown = [], closed = false } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(taxpayers) || !taxpayers.every(isTaxpayer)) {
    throw new TypeError('census.taxpayers must be a list of { nif, name }');
  }
  if (!Array.isArray(unknown) || !unknown.every((entry): entry is string => typeof entry === 'string')) {
    throw new TypeError('census.unknown must be a list of NIFs and VAT numbers');
  }
  if (typeof closed !== 'boolean') throw new TypeError('census.closed must be true or false');
  return { taxpayers, unknown, closed };
}

function isTaxpayer(value: unknown): value is { nif: string; name: string } {
  const { nif, name } = (value ?? {}) as Record<string, unknown>;
  return typeof nif === 'string' && typeof name === 'string';
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
