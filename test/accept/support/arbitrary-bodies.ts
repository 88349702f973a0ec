import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import type { ApiVersion } from '../../../src/contracts/codes.ts';
import { CreateBatchBody as CreateBatchBodyV1 } from '../../../src/contracts/invoice-input.ts';
import { CreateBatchBody } from '../../../src/contracts/v2/invoice-input.ts';

/*
 * Generates valid and invalid bodies of create requests. The invalid ones have unknown members,
 * values of a wrong type at any place, missing or duplicate members, or numbers that only look like
 * integers.
 */

/** A number as a client writes it; a double may not hold it exactly. */
class Literal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Prefix of a duplicate member: `writeTree` removes it, which repeats the name in its object. */
const AGAIN = '\u0001';
const NO_INTEGERS = ['1.00000000000000000001', '1e-400', '-0.00000000000000000000001'];
const literals = fc
  .constantFrom(...NO_INTEGERS, '1.0', '-0', '2e2', '1e400', '9007199254740993', '12345678901234567890')
  .map((text) => new Literal(text));

const line = fc.record(
  {
    position: fc.option(fc.integer()),
    concept: fc.option(fc.string({ maxLength: 5 })),
    units: fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
    tax_rate: fc.constantFrom(21, null),
  },
  { requiredKeys: [] },
);
const invoice = fc.record(
  {
    external_invoice_id: fc.option(fc.string({ maxLength: 5 })),
    number_serie: fc.option(fc.string({ maxLength: 5 })),
    contact_id: fc.option(fc.integer()),
    paid: fc.option(fc.boolean()),
    total_reimbursable_expenses_amount: fc.option(fc.integer()),
    lines: fc.option(fc.array(line, { maxLength: 3 })),
  },
  { requiredKeys: [] },
);
const decimal = fc.option(fc.oneof(fc.integer(), fc.constantFrom('1.50', '-3', 'x')));
const text = fc.option(fc.string({ maxLength: 5 }));
/** Members that version 2 adds: objects, lists, decimals and names of any kind. */
const added = fc.record(
  {
    total: decimal,
    rectification: fc.option(
      fc.record(
        {
          reason: text,
          rectified_base: decimal,
          invoices: fc.option(
            fc.array(fc.record({ issued_invoice_id: fc.option(fc.integer()) }), { maxLength: 2 }),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    recipients: fc.option(
      fc.array(fc.record({ name: text, dir3: fc.option(fc.record({ managing_body: text })) }), {
        maxLength: 2,
      }),
    ),
    metadata: fc.option(
      fc.dictionary(fc.string({ maxLength: 4 }), fc.string({ maxLength: 4 }), { maxKeys: 3 }),
    ),
    delivery_note_references: fc.option(fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 })),
    prices_include_tax: fc.option(fc.boolean()),
  },
  { requiredKeys: [] },
);
const INVOICES = { 1: invoice, 2: fc.tuple(invoice, added).map(([one, more]) => ({ ...one, ...more })) };
const labels = fc.constantFrom('x', '', null, 'y'.repeat(255), 'y'.repeat(256), 'a\0', '\ud800', 'ñ😀');

const strangers: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>('no', '', 5, 1.5, 2 ** 53, true, null),
  fc.constantFrom<unknown>([], {}, [[]], [null], { 0: {} }, ['x'], [{ units: '1' }]),
  literals,
);
/** Names for added members. A known name is unknown at another place. */
const names = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    'paid',
    'lines',
    'units',
    'invoices',
    'invoice_batch',
    'constructor',
    'toString',
    'position',
  ),
  fc.constantFrom('a/b', '~0', '0', ''),
);

type Change = { place: number; stranger: unknown } & (
  | { what: 'replace' | 'remove' | 'repeat' | 'nest' }
  | { what: 'add'; count: number; name: string }
);
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    what: fc.constantFrom('replace' as const, 'remove' as const, 'repeat' as const, 'nest' as const),
    place: fc.nat(),
    stranger: strangers,
  }),
  // TypeBox reports at most 8 errors.
  fc.record({
    what: fc.constant('add' as const),
    place: fc.nat(),
    stranger: strangers,
    count: fc.oneof(fc.constantFrom(1, 7, 8, 9), fc.integer({ min: 1, max: 40 })),
    name: names,
  }),
);

const FILLING = 'filling';

/**
 * Generates bodies as trees of JSON values and `Literal`s.
 * @param isLarge whether `writeTree` writes most of them as bodies of 300 KB, which threads
 *   examine.
 */
export function bodyTrees(isLarge = false, version: ApiVersion = 1): fc.Arbitrary<unknown> {
  const filled = (INVOICES[version] as typeof invoice).map((each) => ({
    ...each,
    ...(isLarge && { footer_note: FILLING }),
  }));
  return fc
    .tuple(
      fc.array(filled, { minLength: isLarge ? 6 : 0, maxLength: 6 }),
      fc.option(labels, { nil: undefined }),
      fc.array(anyChange, { maxLength: 4 }),
    )
    .map(([invoices, label, changes]) => {
      const holder: Owner = {
        root: { invoice_batch: { ...(label !== undefined && { external_batch_id: label }), invoices } },
      };
      for (const each of changes) applyChange(holder, each);
      return holder['root'];
    });
}

type Owner = Record<string, unknown>;

/** Copies a generated value, because fast-check may return the same object more than once. */
const copy = (value: unknown) => (value instanceof Literal ? value : structuredClone(value));

function applyChange(holder: Owner, { place, stranger, ...change }: Change): void {
  const places = listPlaces(holder);
  const [owner, name] = places[place % places.length]!;
  const target = owner[name];
  if (change.what === 'replace') owner[name] = copy(stranger);
  else if (change.what === 'nest') owner[name] = [target];
  else if (change.what === 'remove' && owner !== holder) delete owner[name];
  else if (change.what === 'repeat' && owner !== holder && !Array.isArray(owner))
    owner[AGAIN + name] = copy(stranger);
  else if (change.what === 'add' && isOwner(target)) {
    for (let index = 0; index < change.count; index += 1) {
      setMember(target, index === 0 ? change.name : `${change.name}${index}`, copy(stranger));
    }
  }
}

function setMember(owner: Owner, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, enumerable: true, configurable: true, writable: true });
}

function isOwner(value: unknown): value is Owner {
  return typeof value === 'object' && value !== null && !(value instanceof Literal) && !Array.isArray(value);
}

/** Lists every value as its owner and its name in that owner. */
function listPlaces(owner: object): [Owner, string][] {
  return Object.entries(owner).flatMap(([name, value]: [string, unknown]) => [
    [owner as Owner, name] as [Owner, string],
    ...(typeof value === 'object' && value !== null && !(value instanceof Literal) ? listPlaces(value) : []),
  ]);
}

/** Writes the tree as the JSON text that a client sends. */
export function writeTree(tree: unknown): string {
  if (tree instanceof Literal) return tree.text;
  // `Array.from` also visits the holes that removed items left.
  if (Array.isArray(tree)) return `[${Array.from(tree, (item) => writeTree(item)).join(',')}]`;
  if (tree === FILLING) return `"${'x'.repeat(50_000)}"`;
  if (!isOwner(tree)) return JSON.stringify(tree ?? null);
  const members = Object.entries(tree).map(
    ([name, value]) => `${JSON.stringify(readName(name))}:${writeTree(value)}`,
  );
  return `{${members.join(',')}}`;
}

const readName = (name: string) => (name.startsWith(AGAIN) ? name.slice(1) : name);

const SCHEMAS = { 1: Compile(CreateBatchBodyV1), 2: Compile(CreateBatchBody) };
const INTEGERS = new Set([
  'position',
  'contact_id',
  'rectified_invoice_id',
  'invoiceable_serie_id',
  'issued_invoice_id',
]);

/**
 * Returns whether a body must be accepted. The plain schema of the whole body decides, plus three
 * rules that a schema cannot express: PostgreSQL can store the label, no member is duplicate, and
 * no integer member has a number that becomes an integer only as a double.
 */
export function isRightBody(tree: unknown, version: ApiVersion = 1): boolean {
  const value: unknown = JSON.parse(writeTree(tree));
  if (isAmbiguous(tree) || !SCHEMAS[version].Check(value)) return false;
  const label = value.invoice_batch.external_batch_id ?? '';
  return label.length <= 255 && label.isWellFormed() && !label.includes('\0');
}

function isAmbiguous(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.some(isAmbiguous);
  if (!isOwner(tree)) return false;
  const members = Object.entries(tree);
  if (new Set(members.map(([name]) => readName(name))).size < members.length) return true;
  return members.some(
    ([name, value]) =>
      isAmbiguous(value) ||
      (value instanceof Literal && INTEGERS.has(readName(name)) && NO_INTEGERS.includes(value.text)),
  );
}
