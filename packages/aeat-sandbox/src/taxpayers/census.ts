import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isNaturalPerson, isWellFormedNif } from './nif.ts';
import { isWellFormedVatNumber } from './vat-number.ts';

/** The content of a census file. */
export type CensusEntries = {
  /** Known taxpayers. Messages must contain the name of a natural person as given here (AEAT 4104). */
  readonly taxpayers?: readonly { readonly nif: string; readonly name: string }[];
  /** Well-formed NIFs that are not in the census, and VAT numbers that are not in VIES. */
  readonly unknown?: readonly string[];
  /** The numbers of the agreements that AEAT granted: NumRegistroAcuerdoFacturacion and IdAcuerdoSistemaInformatico. */
  readonly agreements?: readonly string[];
  /** Whether only the listed taxpayers are known. Otherwise every well-formed number is known. */
  readonly closed?: boolean;
};

export type Census = {
  readonly isWellFormed: (nif: string) => boolean;
  readonly knows: (nif: string) => boolean;
  readonly matchesName: (nif: string, name: string) => boolean;
  readonly knowsVatNumber: (vatNumber: string) => boolean;
  readonly knowsAgreement: (number: string) => boolean;
};

export function buildCensus({
  taxpayers = [],
  unknown = [],
  agreements = [],
  closed = false,
}: CensusEntries = {}): Census {
  const names = new Map(taxpayers.map(({ nif, name }) => [nif, normaliseName(name)]));
  const strangers = new Set(unknown);
  // AEAT's own test identities have irregular control characters, so every listed NIF counts as well-formed.
  const isWellFormed = (nif: string) => names.has(nif) || isWellFormedNif(nif);
  return {
    isWellFormed,
    knows: (nif) => isWellFormed(nif) && !strangers.has(nif) && (!closed || names.has(nif)),
    matchesName: (nif, name) => {
      const known = names.get(nif);
      return known === undefined || !isNaturalPerson(nif) || known === normaliseName(name);
    },
    knowsVatNumber: (vatNumber) => isWellFormedVatNumber(vatNumber) && !strangers.has(vatNumber),
    knowsAgreement: (number) => agreements.includes(number),
  };
}

/** Reads a census from a JSON file. @throws TypeError if the file is invalid. */
export function readCensusFile(path: string): CensusEntries {
  const text = readFileSync(path, 'utf8');
  try {
    return parseCensus(JSON.parse(text));
  } catch (error) {
    throw new TypeError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

const closed = { additionalProperties: false };
/** Unknown members are refused, since a misspelt member would have no effect. */
const Entries = Type.Object(
  {
    taxpayers: Type.Optional(Type.Array(Type.Object({ nif: Type.String(), name: Type.String() }, closed))),
    unknown: Type.Optional(Type.Array(Type.String())),
    agreements: Type.Optional(Type.Array(Type.String())),
    closed: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** Reads a census. @throws TypeError that names the invalid member. */
export function parseCensus(value: unknown): CensusEntries {
  if (Value.Check(Entries, value)) return value;
  const [error] = Value.Errors(Entries, value);
  const place = (error?.instancePath ?? '').replaceAll('/', '.');
  throw new TypeError(
    `census${place} ${error?.keyword === 'boolean' ? 'is not known' : (error?.message ?? 'is wrong')}`,
  );
}

/** Normalizes a name, since the census ignores accents, case and punctuation. */
function normaliseName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
}
