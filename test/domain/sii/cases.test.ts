import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InvoiceInput as InvoiceInputV1 } from '../../../src/contracts/invoice-input.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { buildInput } from '../support/inputs.ts';
import { hasSiiFacts, siiPath } from '../support/shared-facts.ts';
import { draft, draftV1, xmlOf } from './support/drafts.ts';

/* Public reports of implementers of SII, as invoices of our API. */

type Expected = Readonly<Record<string, unknown>>;
type Case = {
  readonly id: string;
  readonly input: InvoiceInput & {
    readonly api: 'v1' | 'v2';
    readonly given?: unknown;
    readonly script?: unknown;
  };
  readonly expect: Expected & { readonly absent?: readonly string[] };
};

const CASES: readonly Case[] = hasSiiFacts
  ? (JSON.parse(readFileSync(siiPath('cases.json'), 'utf8')) as { cases: Case[] }).cases
  : [];
/** Those that are about sending have tests of their own. */
const OF_RECORDS = CASES.filter(({ input }) => input.script === undefined);

function recordOf({ api, given: _given, ...input }: Case['input']): string {
  if (api === 'v2') return xmlOf(draft(input));
  return xmlOf(draftV1(buildInput(input as InvoiceInputV1)));
}

/** Returns the content of each element at a path. */
function contentsAt(xml: string, path: string): string[] {
  return path
    .split('/')
    .reduce<string[]>(
      (contents, name) =>
        contents.flatMap((content) =>
          [...content.matchAll(new RegExp(`<sii:${name}>([^]*?)</sii:${name}>`, 'g'))].map(
            ([, inner]) => inner!,
          ),
        ),
      [xml],
    );
}

/** Describes what a case expects at a path as the contents of elements. */
function writeExpected(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `<sii:${name}>${writeExpected(inner)}</sii:${name}>`)
    .join('');
}

describe.skipIf(!hasSiiFacts)('a public report of an implementer of SII', () => {
  it.each(OF_RECORDS)('does not happen here: $id', ({ input, expect: { absent = [], ...expected } }) => {
    const xml = recordOf(input);
    for (const [path, value] of Object.entries(expected)) {
      const wanted = Array.isArray(value) ? value : [value];
      expect(contentsAt(xml, path)).toEqual(wanted.map(writeExpected));
    }
    for (const name of absent) expect(xml).not.toContain(`<sii:${name}>`);
  });
});
