import { describe, expect, it } from 'vitest';
import { prepareSpfe } from '../../../../src/domain/einvoice/spfe/write-spfe.ts';
import { findRefusal } from '../../../../src/domain/einvoice/formats.ts';
import { acceptCase, SPFE_CASES, type SpfeCase } from '../../support/spfe-cases.ts';
import { hasSpfeFacts } from '../../support/shared-facts.ts';
import { listObjections } from '../../support/spfe-stand-in.ts';
import { readTerms, type Terms } from '../../support/spfe-terms.ts';

const QR = 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=F-2026%2F0100';

const sourceOf = (one: SpfeCase) => ({ ...acceptCase(one), qrUrl: QR, isCopy: one.delivery.copy });

/** Rates and quantities compare as numbers, amounts and codes as texts. */
const NUMBERS = new Set(['BT-119', 'BT-152', 'BT-96', 'BT-103', 'BT-ES-20', 'BT-129', 'BT-146']);
const AMOUNTS = /^BT-(?:92|99|1[01][0-9]|131|136|179|ES-1[789])$/;

function normalise(term: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMBERS.has(term) || (AMOUNTS.test(term) && /^-?[0-9.]+$/.test(value))) return Number(value);
  return value;
}

/** Returns whether a found group has the expected terms. */
function matches(expected: unknown, found: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(found) &&
      found.length === expected.length &&
      expected.every((one, place) => matches(one, found[place]))
    );
  if (typeof expected !== 'object' || expected === null) return expected === found;
  return Object.entries(expected).every(([term, value]) => {
    const read = (found as Terms | undefined)?.[term];
    return typeof value === 'object'
      ? matches(value, read)
      : normalise(term, value) === normalise(term, read);
  });
}

/** Returns whether one of the found groups has the expected terms. */
const has = (expected: unknown, found: readonly unknown[]) => found.some((one) => matches(expected, one));

const ANY_ORDER = new Set(['BG-23', 'BG-ES-4', 'BG-3', 'BG-20', 'BG-21']);

/** Returns what is found of a member that a case expects, if it is not that; undefined otherwise. */
function findDifference(name: string, value: unknown, terms: Terms): unknown {
  const found = terms[name.replace(' contains', '')];
  const differs = [name, found, value];
  if (name === 'BG-24 QR')
    return matches({ 'BT-122': 'QR', 'BT-123': 'VERIFACTU', 'BT-ES-25': QR }, found) ? undefined : differs;
  if (name.endsWith(' contains')) {
    const contains = (one: unknown) =>
      typeof found === 'string' ? found.includes(one as string) : has(one, found as unknown[]);
    return (value as unknown[]).every(contains) ? undefined : differs;
  }
  if (ANY_ORDER.has(name)) {
    const [groups, wanted] = [(found ?? []) as unknown[], value as unknown[]];
    return groups.length === wanted.length && wanted.every((one) => has(one, groups)) ? undefined : differs;
  }
  const isSame =
    typeof value === 'object' ? matches(value, found) : normalise(name, found) === normalise(name, value);
  return isSame ? undefined : differs;
}

/** What some cases describe in words, as what the terms would have. */
const DESCRIBED: Readonly<Record<string, (terms: Terms) => unknown>> = {
  'BT-21 of that note': (terms) =>
    (terms['BG-1'] as Terms[]).find((note) => String(note['BT-22']).startsWith('Pedido'))?.['BT-21'],
  'a note or BT-20 that repeats the withholding': (terms) =>
    /Retención|Suplidos/.exec(JSON.stringify([terms['BG-1'], terms['BT-20']]))?.[0],
  'BG-32 RCAT': (terms) => (terms['BG-25'] as Terms[]).find((line) => line['BG-32 RCAT'] !== undefined),
  'note Factura expedida por un tercero': (terms) =>
    /por un tercero/.exec(JSON.stringify(terms['BG-1']))?.[0],
  'BT-152 of line 2': (terms) => (terms['BG-25'] as Terms[])[1]!['BT-152'],
  'note on the exchange rate': (terms) => /Tipo de cambio/.exec(JSON.stringify(terms['BG-1']))?.[0],
  'BT-121': (terms) => (terms['BG-23'] as Terms[]).find((one) => one['BT-121'] !== undefined),
  'BT-195': (terms) => (terms['BG-25'] as Terms[]).find((one) => one['BT-195'] !== undefined),
};

/** Terms that Annex I lacks and whose elements the reader does not know. */
const ELEMENTS: Readonly<Record<string, RegExp>> = {
  'BT-72': /ActualDeliveryDate/,
  'BT-8': /DescriptionCode/,
  'BT-34': /EndpointID/,
  'BT-49': /EndpointID/,
  'BT-86': /FinancialInstitutionBranch/,
  'BT-137': /BaseAmount/,
  'BT-138': /MultiplierFactorNumeric/,
  'BG-ES-2': /<cac:AllowanceCharge>(?:(?!<\/cac:AllowanceCharge>).)*<cac:TaxTotal>/,
};

const written = SPFE_CASES.filter((one) => one.expect !== undefined);
const refused = SPFE_CASES.filter((one) => one.refused !== undefined);

describe.runIf(hasSpfeFacts)('a case of the public solution', () => {
  it.each(written)('has the terms of Annex I: $id', (one) => {
    const xml = prepareSpfe(sourceOf(one))();
    const terms = readTerms(xml);
    const { absent = [], ...expected } = one.expect as Record<string, unknown> & { absent?: string[] };
    const differences = Object.entries(expected).map(([name, value]) => findDifference(name, value, terms));
    const present = absent.map((name) => {
      const isThere = ELEMENTS[name]?.test(xml) === true;
      return isThere ? name : (DESCRIBED[name] ?? (() => terms[name]))(terms);
    });
    expect([...differences, ...present].filter((each) => each !== undefined)).toEqual([]);
  });

  it.each(written)('is one to which the stand-in for AEAT objects nothing: $id', (one) => {
    expect(listObjections(prepareSpfe(sourceOf(one))())).toEqual([]);
  });

  it.each(refused)('is refused with the term that cannot be stated: $id', (one) => {
    expect(findRefusal(() => prepareSpfe(sourceOf(one)))?.rule).toBe(one.refused!.rule);
  });
});
