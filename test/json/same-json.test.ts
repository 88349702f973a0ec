import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '#src/json/same-json.ts';

const json = fc.jsonValue({ maxDepth: 4 });

function shuffleMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffleMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, shuffleMembers(member)]),
  );
}

describe('isSameJson', () => {
  it('ignores the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isSameJson(value, shuffleMembers(value))).toBe(true);
      }),
    );
  });

  it('returns true exactly if the texts with sorted members are equal', () => {
    const sorted = (value: unknown): string =>
      JSON.stringify(value, (_key, member: unknown) =>
        typeof member === 'object' && member !== null && !Array.isArray(member)
          ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
          : member,
      );
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(isSameJson(left, right)).toBe(sorted(left) === sorted(right));
      }),
    );
  });

  it.each([
    ['[1,2]', '[2,1]'],
    ['[1]', '[1,1]'],
    ['{"a":null}', '{}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":1,"b":1}', '{"a":1,"c":1}'],
    ['[]', '{}'],
    ['{"0":1}', '[1]'],
    ['null', '{}'],
    ['1', '"1"'],
    ['""', 'null'],
    ['0', 'false'],
    ['{"__proto__":{}}', '{}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
    ['{"toString":1}', '{"valueOf":1}'],
    ['"\\u00e9"', '"e\\u0301"'],
  ])('distinguishes %s from %s', (left, right) => {
    expect(isSameJson(JSON.parse(left), JSON.parse(right))).toBe(false);
    expect(isSameJson(JSON.parse(right), JSON.parse(left))).toBe(false);
  });
});
