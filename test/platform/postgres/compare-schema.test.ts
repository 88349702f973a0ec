import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everyNth } from '../../support/long.ts';
import { compareSchemas, readSections } from '../../../src/platform/postgres/schema/compare-schema.ts';

const EXPECTED = readFileSync(new URL('../../../src/generated/schema.txt', import.meta.url), 'utf8');
const VARYING = /^partitions$|^tables of partitions/;
const sections = [...readSections(EXPECTED)].filter(([name]) => !VARYING.test(name));
const write = (name: string, items: readonly string[]) => `-- ${[name, ...items].join('\n')}\n`;

describe('the comparison of a schema with that of the migrations', () => {
  it('finds nothing in the same schema', () => {
    expect(compareSchemas(EXPECTED, EXPECTED)).toEqual([]);
  });

  it('knows every object of the description by a name of its own', () => {
    const parts = EXPECTED.split(/^-- /m).slice(1);
    for (const part of parts) {
      const [name = '', ...lines] = part.trimEnd().split('\n');
      const objects =
        name === 'functions' ? lines.filter((line) => line.startsWith('CREATE OR REPLACE ')) : lines;
      expect({ name, objects: readSections(EXPECTED).get(name)!.size }).toEqual({
        name,
        objects: objects.length,
      });
    }
    expect(parts.length).toBeGreaterThan(15);
  });

  it.each(sections)('finds each object that is missing or added: %s', (name, items) => {
    const own = [...items].filter(([object]) => !object.includes('partitions.'));
    // A sample of the large sections.
    for (const [object, line] of everyNth(Math.ceil(own.length / 50), own)) {
      const others = own.filter(([key]) => key !== object).map(([, text]) => text);
      const [without, present] = [write(name, others), write(name, [...others, line])];
      expect(compareSchemas(present, without)).toEqual([
        { section: name, object, expected: line, found: null },
      ]);
      expect(compareSchemas(without, present)).toEqual([
        { section: name, object, expected: null, found: line },
      ]);
    }
  });
});
