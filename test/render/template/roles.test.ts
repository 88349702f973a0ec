import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeColour, openPalette, TABLE_COLUMNS, type Role } from '#src/render/template/roles.ts';
import { buildAccentStyle, GREY, INK } from '#src/render/template/accent.ts';
import { ROLE_STYLES } from '#src/render/template/role-styles.ts';
import { INVOICE_STYLES } from '#src/render/template/stylesheet.ts';

const CELLS: readonly Role[] = (['lines', 'taxes'] as const).flatMap((table) =>
  (['head', 'odd', 'even'] as const).flatMap((row) =>
    Array.from({ length: TABLE_COLUMNS[table] }, (_, column) => ({ table, row, column })),
  ),
);
const TEXTS: readonly Role[] = [
  'text',
  'nextText',
  'aside',
  'nextAside',
  'artifact',
  'title',
  'heading',
  'label',
  'value',
  'caption',
  'law',
  'nextLaw',
  'translation',
];
const ROLES = [...TEXTS, ...CELLS];

const colours = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const toNumber = (colour: string): number => Number.parseInt(colour.slice(1), 16);
const listTextColours = (styles: string): string[] =>
  [...styles.matchAll(/(?<![-\w])color: ([^;]+);/g)].map(([, colour]) => colour!);

describe('a role that is coded in a colour', () => {
  it('is decoded together with the original colour, from which it differs invisibly', () => {
    fc.assert(
      fc.property(colours, fc.constantFrom(...ROLES), (colour, role) => {
        const coded = codeColour(colour, role);
        expect(openPalette([colour])(toNumber(coded))).toEqual({ colour: toNumber(colour), role });
        for (const at of [1, 3, 5]) {
          const [one, other] = [coded, colour].map((text) => Number.parseInt(text.slice(at, at + 2), 16));
          expect(Math.abs(one! - other!)).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it('gives each role a different colour', () => {
    expect(new Set(ROLES.map((role) => codeColour(INK, role))).size).toBe(ROLES.length);
  });

  it('is plain text for an unknown colour, which is kept', () => {
    const read = openPalette([INK, GREY]);
    expect(read(0xbf_c2_c8)).toEqual({ colour: 0xbf_c2_c8, role: 'text' });
    expect(read(0)).toEqual({ colour: 0, role: 'text' });
    expect(read(toNumber(INK) | 0x03_03_03)).toEqual({ colour: toNumber(INK), role: 'text' });
  });
});

describe('the style sheet of an invoice', () => {
  it('gives every text a colour with a role', () => {
    const coded = new Set(ROLES.flatMap((role) => [INK, GREY].map((colour) => codeColour(colour, role))));
    const accents = new Set(['title', 'label', 'value'].map((role) => `var(--accent-${role})`));
    const ofRoles = listTextColours(ROLE_STYLES);
    expect(ofRoles.length).toBeGreaterThan(ROLES.length);
    expect(ofRoles.filter((colour) => !coded.has(colour) && !accents.has(colour))).toEqual([]);
    // Styles outside the part for roles apply only to the page margins.
    const others = listTextColours(INVOICE_STYLES.replace(ROLE_STYLES, ''));
    expect(others.length).toBeGreaterThan(2);
    expect(new Set(others)).toEqual(new Set([codeColour(GREY, 'artifact')]));
  });

  it('uses every role, and defines the accent colour for each of its roles', () => {
    const styles = ROLE_STYLES + INVOICE_STYLES + buildAccentStyle(INK);
    const unused = ROLES.filter(
      (role) => ![INK, GREY].some((colour) => styles.includes(codeColour(colour, role))),
    );
    expect(unused).toEqual([]);
    const title = codeColour('#1a5276', 'title');
    expect(buildAccentStyle('#1a5276')).toMatch(new RegExp(`^--accent:#1a5276;--accent-title:${title};`));
  });
});
