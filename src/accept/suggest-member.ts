import type { TSchema } from 'typebox';
import { PARTY_MEMBERS } from '../domain/invoice/read-party.ts';

type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** The most characters of a name that is compared; longer ones resemble no member. */
const MAX_NAME = 60;
/** The members of an item of `recipients` by their names in version 1. */
const FLAT_NAMES: Readonly<Record<string, string>> = PARTY_MEMBERS;
/** Members by the names that other APIs for invoices and payments give them; the first that exists is meant. */
const NAMES_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  client: ['recipients', 'recipient'],
  customer: ['recipients', 'recipient'],
  date: ['issue_date'],
  description: ['concept', 'operation_description'],
  enabled_events: ['event_types'],
  events: ['event_types'],
  invoice_number: ['number_serie'],
  items: ['lines'],
  line_items: ['lines'],
  method: ['means'],
  number: ['invoice_number', 'number_serie'],
  price: ['unit_price'],
  quantity: ['units'],
  unit_amount: ['unit_price'],
  vat: ['tax_rate'],
  vat_rate: ['tax_rate'],
};

/**
 * Finds the member that a client probably meant by an unknown one: another spelling of a member of
 * the same object, the name that it has in version 1 or in other APIs, or a member of an object in it.
 * @param schema of the root of the place.
 * @param place of the unknown member, which is its last step.
 * @returns its name, as a path from the object (`payment.iban`); null if none resembles it.
 */
export function suggestMember(schema: TSchema, place: readonly string[]): string | null {
  const name = place.at(-1) ?? '';
  const object = place.slice(0, -1).reduce<Schema | undefined>(enter, schema as Schema);
  const members = enterObject(object)?.properties;
  if (members === undefined || name.length > MAX_NAME) return null;
  const known = Object.keys(members);
  const alias = Object.hasOwn(FLAT_NAMES, name) ? FLAT_NAMES[name]! : name.replace(/^recipient_/, '');
  if (alias !== name && known.includes(alias)) return alias;
  return findClosest(name, known) ?? findElsewhere(name, known) ?? findInside(name, members);
}

function enter(schema: Schema | undefined, step: string): Schema | undefined {
  const found = /^\d+$/.test(step) ? findList(schema)?.items : undefined;
  return found ?? enterObject(schema)?.properties?.[step];
}

function enterObject(schema: Schema | undefined): Schema | undefined {
  return schema?.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
}

function findList(schema: Schema | undefined): Schema | undefined {
  return schema?.anyOf?.find(({ items }) => items !== undefined) ?? schema;
}

function findClosest(name: string, known: readonly string[]): string | null {
  const plain = simplify(name);
  // A short name resembles others by chance.
  const most = plain.length < 4 ? 0 : plain.length < 8 ? 1 : 2;
  let [best, least] = [null as string | null, most + 1];
  for (const member of known) {
    const distance = countEdits(plain, simplify(member));
    if (distance < least) [best, least] = [member, distance];
  }
  return best;
}

function findElsewhere(name: string, known: readonly string[]): string | null {
  const meant = Object.hasOwn(NAMES_ELSEWHERE, name) ? NAMES_ELSEWHERE[name]! : [];
  return meant.find((member) => known.includes(member)) ?? null;
}

function findInside(name: string, members: Readonly<Record<string, Schema>>): string | null {
  const outer = Object.keys(members).filter((member) =>
    Object.keys(enterObject(members[member])?.properties ?? {}).includes(name),
  );
  return outer.length === 1 ? `${outer[0]}.${name}` : null;
}

/** Removes what spellings of a name differ by: `numberSerie` and `number-serie` are `numberserie`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/**
 * Counts the insertions, deletions, substitutions and swaps of neighbours that turn one text into
 * another (optimal string alignment).
 */
function countEdits(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_none, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let edits = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        edits = Math.min(edits, before[j - 2]! + 1);
      next.push(edits);
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
