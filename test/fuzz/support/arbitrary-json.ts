import * as fc from 'fast-check';

/** The part of JSON Schema that the OpenAPI document uses; anything else fails the test. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | null)[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly format?: string;
};

/** Texts with a special meaning: to JSON, SQL, HTML, paths, prototypes, terminals, or this API. */
const HOSTILE = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '\ufffe',
  '__proto__',
  'constructor',
  "1' or '1'='1",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '%00',
  '\r\nX-Injected: 1',
  '=HYPERLINK("http://x")',
  'F1',
  'iva',
  '01',
  'S1',
  'E1',
  'nif',
  'B12345674',
  'A12345674',
  'ES',
  '2026-11-20',
  '2026-02-30',
  'F-1',
  'x'.repeat(300),
];
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

const numbers = fc.oneof(
  fc.integer({ min: -3, max: 1000 }),
  fc.constantFrom(0, -0, 21, 10, 4, 0.1, 1e-7, 1e300, 9999999999999.99, 2 ** 53 - 1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Generates values that a schema accepts. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  const { type } = schema;
  if (typeof type === 'object') return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })));
  if (type === 'null') return fc.constant(null);
  if (schema.enum) return fc.oneof(fc.constantFrom(...schema.enum), texts);
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const { examples = [] } = schema;
  const known = examples.length > 0 ? [fc.constantFrom(...examples)] : [];
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'string':
      return schema.format === 'uuid' ? fc.uuid() : fc.oneof(texts, ...known);
    case 'number':
      return fc.oneof(numbers, ...known);
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, -5), max: Math.min(maximum, Math.max(minimum, 2000)) }),
        fc.constantFrom(minimum, maximum),
        ...known,
      );
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { minLength: 1, maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, member]) => [name, valuesOf(member)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    case undefined:
    default:
      throw new Error(
        `the document uses a schema that this test does not support: ${JSON.stringify(schema)}`,
      );
  }
}

const strangers: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  numbers,
  fc.constantFrom<unknown>(null, true, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * Generates mostly values that a schema accepts, changed in a few places: a value of another type,
 * an additional member, a missing member.
 */
export function nearlyValuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const changes = fc.array(
    fc.record({
      place: fc.nat(),
      what: fc.constantFrom('replace', 'add', 'remove', 'flood'),
      stranger: strangers,
      name: texts,
    }),
    { minLength: 1, maxLength: 3 },
  );
  return fc.tuple(valuesOf(schema), changes).map(([value, list]) => {
    const changed = { root: structuredClone(value) };
    for (const change of list)
      applyChange(changed, { ...change, stranger: structuredClone(change.stranger) });
    return changed.root;
  });
}

type Change = { place: number; what: string; stranger: unknown; name: string };

function applyChange(holder: { root: unknown }, { place, what, stranger, name }: Change): void {
  const places = listPlaces(holder);
  const found = places[place % places.length];
  if (!found) return;
  const [owner, key] = found;
  if (what === 'replace') owner[key] = stranger;
  else if (what === 'remove') delete owner[key];
  else {
    const target = owner[key];
    if (typeof target !== 'object' || target === null) owner[key] = stranger;
    // The list of errors in an answer is limited.
    else
      for (let count = what === 'flood' ? 12 : 1; count > 0; count -= 1)
        addMember(target, count === 1 ? name : `${name}${count}`, stranger);
  }
}

function addMember(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

type Owner = Record<string, unknown>;

/** Returns every value with its parent. */
function listPlaces(owner: object): [Owner, string][] {
  return Object.entries(owner).flatMap(([key, value]) => [
    [owner as Owner, key] as [Owner, string],
    ...(typeof value === 'object' && value !== null ? listPlaces(value as object) : []),
  ]);
}
