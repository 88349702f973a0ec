import { readFileSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

const closed = { additionalProperties: false };

const Taxpayer = Type.Object(
  {
    nif: Type.String(),
    /** The name of an entity, or of a person with the surnames first. */
    name: Type.String(),
    /** The surnames of a person, if `name` is only the given name. */
    surnames: Type.Optional(Type.String()),
    /**
     * `baja` and `revocado` of an entity that was deregistered or whose NIF AEAT revoked;
     * `unregistered` of a person whom AEAT can identify, but has in no census.
     */
    state: Type.Optional(Type.Enum(['active', 'baja', 'revocado', 'unregistered'])),
    /** The NIF that an entity has since its legal form changed. */
    new_nif: Type.Optional(Type.String()),
  },
  closed,
);

const SiiTaxpayer = Type.Object(
  {
    nif: Type.String(),
    /** The settlement period of its VAT. */
    period: Type.Enum(['month', 'quarter']),
    /** The first and the last day in SII, yyyy-mm-dd. */
    from: Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }),
    until: Type.Optional(Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })),
  },
  closed,
);

/** Unknown members are refused, since a misspelt member would have no effect. */
const Entries = Type.Object(
  {
    /** Known taxpayers. Messages must contain the name of a natural person as given here. */
    taxpayers: Type.Optional(Type.Array(Taxpayer)),
    /** Well-formed NIFs that are not in the census, and VAT numbers that are not in VIES. */
    unknown: Type.Optional(Type.Array(Type.String())),
    /**
     * The numbers of the agreements that AEAT granted: NumRegistroAcuerdoFacturacion and
     * IdAcuerdoSistemaInformatico.
     */
    agreements: Type.Optional(Type.Array(Type.String())),
    /** Whether only the listed taxpayers are known. Otherwise every well-formed number is known. */
    closed: Type.Optional(Type.Boolean()),
    /** The taxpayers in SII. Without this list everybody is, by month or by quarter. */
    sii: Type.Optional(Type.Array(SiiTaxpayer)),
  },
  closed,
);

type ReadonlyDeep<T> = { readonly [K in keyof T]: T[K] extends object ? ReadonlyDeep<T[K]> : T[K] };
/** The content of a census file. */
export type CensusEntries = ReadonlyDeep<Static<typeof Entries>>;
export type TaxpayerEntry = NonNullable<CensusEntries['taxpayers']>[number];
export type SiiEntry = NonNullable<CensusEntries['sii']>[number];

/** Reads a census from a JSON file. @throws TypeError if the file is invalid. */
export function readCensusFile(path: string): CensusEntries {
  const text = readFileSync(path, 'utf8');
  try {
    return parseCensus(JSON.parse(text));
  } catch (error) {
    throw new TypeError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Reads a census. @throws TypeError that names the invalid member. */
export function parseCensus(value: unknown): CensusEntries {
  if (Value.Check(Entries, value)) return value;
  const [error] = Value.Errors(Entries, value);
  const place = (error?.instancePath ?? '').replaceAll('/', '.');
  throw new TypeError(
    `census${place} ${error?.keyword === 'boolean' ? 'is not known' : (error?.message ?? 'is wrong')}`,
  );
}
