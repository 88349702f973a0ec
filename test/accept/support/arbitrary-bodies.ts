import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { CreateBatchBody } from '../../../src/contracts/invoice-input.ts';

/*
 * Bodies of create requests that are right, or wrong anywhere: members that nobody knows, by the dozen, values of every other type at every
 * place, members that are missing or there twice, numbers that only look like integers.
 */

/** A number as a client writes it, which a double may not hold. */
class Literal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A member whose name begins so is written without it: the same name twice in one object. */
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
const labels = fc.constantFrom('x', '', null, 'y'.repeat(255), 'y'.repeat(256), 'a\0', '\ud800', 'ñ😀');

const strangers: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>('no', '', 5, 1.5, 2 ** 53, true, null),
  fc.constantFrom<unknown>([], {}, [[]], [null], { 0: {} }, ['x'], [{ units: '1' }]),
  literals,
);
/** What one may call a member: a known name at another place is unknown there. */
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
  // TypeBox lists 8 findings at most.
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
 * Bodies as trees: what JSON has, and Literals.
 * @param isLarge whether `writeTree` makes bodies of 300 KB of most of them, which threads examine.
 */
export function bodyTrees(isLarge = false): fc.Arbitrary<unknown> {
  const filled = invoice.map((each) => ({ ...each, ...(isLarge && { footer_note: FILLING }) }));
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

/** fast-check gives the same object again. */
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

/** Every value with its owner and its name there. */
function listPlaces(owner: object): [Owner, string][] {
  return Object.entries(owner).flatMap(([name, value]: [string, unknown]) => [
    [owner as Owner, name] as [Owner, string],
    ...(typeof value === 'object' && value !== null && !(value instanceof Literal) ? listPlaces(value) : []),
  ]);
}

/** The tree as a client sends it. */
export function writeTree(tree: unknown): string {
  if (tree instanceof Literal) return tree.text;
  // A hole is what was removed from a list.
  if (Array.isArray(tree)) return `[${Array.from(tree, (item) => writeTree(item)).join(',')}]`;
  if (tree === FILLING) return `"${'x'.repeat(50_000)}"`;
  if (!isOwner(tree)) return JSON.stringify(tree ?? null);
  const members = Object.entries(tree).map(
    ([name, value]) => `${JSON.stringify(readName(name))}:${writeTree(value)}`,
  );
  return `{${members.join(',')}}`;
}

const readName = (name: string) => (name.startsWith(AGAIN) ? name.slice(1) : name);

const schema = Compile(CreateBatchBody);
const INTEGERS = new Set(['position', 'contact_id', 'rectified_invoice_id', 'invoiceable_serie_id']);

/**
 * Whether a body must be accepted: the plain schema of the whole body decides. Beyond it only what a schema cannot say: a label that
 * PostgreSQL cannot hold, a member that is there twice, a number that is no integer though its double is one.
 */
export function isRightBody(tree: unknown): boolean {
  const value: unknown = JSON.parse(writeTree(tree));
  if (isAmbiguous(tree) || !schema.Check(value)) return false;
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
