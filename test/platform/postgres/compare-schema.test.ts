import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareSchemas, readSections } from '../../../src/platform/postgres/schema/compare-schema.ts';

const EXPECTED = readFileSync(new URL('../../../migrations/schema.txt', import.meta.url), 'utf8');
const sections = [...readSections(EXPECTED)].filter(
  ([name]) => !/^partitions$|^tables of partitions/.test(name),
);
const write = (parts: readonly (readonly [string, readonly string[]])[]) =>
  `${parts.map(([name, items]) => [`-- ${name}`, ...items].join('\n')).join('\n\n')}\n`;
const all = sections.map(([name, items]) => [name, [...items.values()]] as const);

describe('the comparison of a schema with that of the migrations', () => {
  it('finds nothing in the same schema', () => {
    expect(compareSchemas(EXPECTED, EXPECTED)).toEqual([]);
    expect(compareSchemas(write(all), write(all))).toEqual([]);
  });

  it('knows every object of the description by a name of its own', () => {
    const objects = all.reduce((sum, [, items]) => sum + items.length, 0);
    const lines = EXPECTED.split('\n').filter((line) => /^CREATE|^\S+ on |^[a-z_]+\.\S+ /.test(line)).length;
    expect(objects).toBeGreaterThan(1500);
    expect(lines).toBeGreaterThan(1500);
  });

  it.each(sections.map(([name, items]) => [name, items] as const))(
    'finds each object of the section that is missing, added or changed: %s',
    (name, items) => {
      const rest = all.filter(([other]) => other !== name);
      const whole = [...items];
      const step = Math.max(1, Math.floor(whole.length / 40));
      for (let index = 0; index < whole.length; index += step) {
        const [object, line] = whole[index]!;
        if (object.includes('partitions.')) continue;
        const others = whole.filter(([key]) => key !== object).map(([, text]) => text);
        const without = write([...rest, [name, others]]);
        const present = write([...rest, [name, [...others, line]]]);
        expect(compareSchemas(present, without)).toEqual([
          { section: name, object, expected: line, found: null },
        ]);
        expect(compareSchemas(without, present)).toEqual([
          { section: name, object, expected: null, found: line },
        ]);
      }
    },
  );
});
