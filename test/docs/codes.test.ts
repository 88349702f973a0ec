import { describe, expect, it } from 'vitest';
import { writeCodePage } from '../../src/api/reference/code-page.ts';
import {
  ADDED_FINDING_CODES,
  ADDED_WARNING_CODES,
  FINDING_CODES,
  WARNING_CODES,
} from '../../src/contracts/codes.ts';
import { CODE_TABLES, ENGLISH_CODE_PAGE } from '../../src/contracts/v2/code-reference.ts';
import { SHAPE_CODES } from '../../src/contracts/v2/details.ts';
import { SPANISH_CODE_PAGE, SPANISH_ENTRIES } from '../../src/contracts/v2/spanish-code-reference.ts';

const CODES = [
  ...new Set([
    ...SHAPE_CODES,
    ...FINDING_CODES,
    ...ADDED_FINDING_CODES,
    ...WARNING_CODES,
    ...ADDED_WARNING_CODES,
  ]),
];

describe('the reference of codes', () => {
  it.each([ENGLISH_CODE_PAGE, SPANISH_CODE_PAGE])(
    'has one anchor for every code on its page ($language)',
    (page) => {
      const anchors = [...writeCodePage(page).matchAll(/<tr id="([a-z_]+)">/g)].map(([, code]) => code);
      expect(new Set(anchors)).toEqual(new Set<string>(CODES));
      expect(anchors).toHaveLength(CODES.length);
    },
  );

  it('explains a code in the same way wherever it occurs', () => {
    for (const code of CODES) {
      const entries = new Set(
        CODE_TABLES.map(({ entries: all }) => all[code]).filter((entry) => entry !== undefined),
      );
      expect({ code, entries: entries.size }).toEqual({ code, entries: 1 });
    }
  });

  it('has the same articles, names of members and values in Spanish', () => {
    const quoted = (text: string) =>
      [...text.matchAll(/`[^`]+`|\d[\w.,º]*/g)].map(([part]) => part.replaceAll(/[.,]$|,/g, ''));
    for (const { entries } of CODE_TABLES)
      for (const [code, { meaning, article, remedy }] of Object.entries(entries)) {
        const spanish = SPANISH_ENTRIES[code as keyof typeof SPANISH_ENTRIES];
        const said = [meaning, remedy].flatMap(quoted);
        expect({ code, said: [spanish.meaning, spanish.remedy].flatMap(quoted) }).toEqual({ code, said });
        expect({ code, numbers: quoted(spanish.article ?? '') }).toEqual({
          code,
          numbers: quoted(article ?? ''),
        });
      }
  });
});
