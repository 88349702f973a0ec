/**
 * An object of the schema that differs from what the migrations made. `expected` is null for an
 * object that is too many, `found` for a missing one.
 */
export type Difference = {
  /** The section of the description, such as `indexes`. */
  readonly section: string;
  /** The name of the object within its section. */
  readonly object: string;
  readonly expected: string | null;
  readonly found: string | null;
};

/** What identifies an object in a line of its section; the rest of the line is its definition. */
const KEYS: Readonly<Record<string, RegExp>> = {
  columns: /^\S+/,
  storage: /^[^=]+/,
  sequences: /^\S+/,
  constraints: /^\S+ [^:]+/,
  indexes: /INDEX (\S+)/,
  triggers: /TRIGGER (\S+) .*? ON (?:ONLY )?(?:public\.)?(\S+)/,
  functions: /FUNCTION (.+?\))\n/,
  policies: /^create policy (\S+ on \S+)/,
  'owners of functions, where they are not who migrates': /^.+\)/,
  'tables and sequences that do not belong to who migrates': /^\S+/,
  privileges: /^.+?(?=: )/,
  'privileges of schemas': /^.+?(?=: )/,
  'default privileges of who migrates': /^.+?(?=: )/,
};

/** Sections that differ from one database to the next, because the months and ids in use differ. */
const VARYING = new Set(['partitions', 'tables of partitions with their triggers']);

/** Sections whose lines about partitions are compared, too. Elsewhere these lines are ignored. */
const PARTITIONS_COMPARED = new Set([
  'partitions whose rows could be deleted',
  'indexes that cannot be used',
  'triggers that do not fire',
  'tables without row-level security, also for their owner',
  'tables and sequences that do not belong to who migrates',
  'privileges',
  'policies',
]);

/** Reads a description into its sections, each with its objects. A function has several lines. */
export function readSections(description: string): Map<string, Map<string, string>> {
  return new Map(
    description
      .split(/^-- /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        const name = part.slice(0, end);
        const body = part.slice(end + 1).trimEnd();
        const items = name === 'functions' ? body.split(/\n(?=CREATE OR REPLACE )/) : body.split('\n');
        return [name, new Map(items.filter((item) => item !== '').map((item) => [keyOf(name, item), item]))];
      }),
  );
}

/** Compares two descriptions. @returns the differences, in the order of the sections. */
export function compareSchemas(expected: string, found: string): Difference[] {
  const [wanted, present] = [readSections(expected), readSections(found)];
  return [...wanted].flatMap(([section, objects]) => {
    if (VARYING.has(section)) return [];
    const own = present.get(section) ?? new Map<string, string>();
    const keys = new Set([...objects.keys(), ...own.keys()]);
    return [...keys].flatMap((object) => {
      const difference = {
        section,
        object,
        expected: objects.get(object) ?? null,
        found: own.get(object) ?? null,
      };
      const isOfPartition = object.includes('partitions.') && !PARTITIONS_COMPARED.has(section);
      return difference.expected === difference.found || isOfPartition ? [] : [difference];
    });
  });
}

function keyOf(section: string, item: string): string {
  const [whole, ...parts] = KEYS[section]?.exec(item) ?? [item];
  return parts.length === 0 ? whole : parts.join(' on ');
}
