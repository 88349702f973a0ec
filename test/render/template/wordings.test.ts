import { describe, expect, it } from 'vitest';
import {
  INVOICE_TYPES,
  LANGUAGES,
  TAX_EXEMPTION_CODES,
  TAX_REGIMES,
  TAX_TYPES,
} from '../../../src/contracts/codes.ts';
import { SPANISH } from '../../../src/render/template/languages/spanish.ts';
import { WORDINGS, wordingOf } from '../../../src/render/template/languages/wordings.ts';
import { buildLegalMentions } from '../../../src/render/template/choose-mentions.ts';
import { buildCountryLabel } from '../../../src/render/template/party-labels.ts';
import { buildRelatedInvoice } from '../../../src/render/template/rectification.ts';
import { buildDocument, buildLine, buildProfile } from '../support/build-invoice.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'es');

/** Every text of a wording, however deep. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const numbersOf = (text: string): string[] => (text.match(/\d+/g) ?? []).toSorted();

/** Invoices that have all mentions together. */
const MENTIONED = buildDocument({
  type: 'F2',
  unidentifiedRecipient: true,
  recipient: {
    name: 'Acheteur SARL',
    documentType: 'international_vat_number',
    documentNumber: 'FR12345678901',
    countryCode: 'FR',
    address: null,
    postalCode: null,
    city: null,
  },
  lines: [
    ...TAX_REGIMES.map((regime) => buildLine({ regime })),
    ...TAX_TYPES.flatMap((taxType) => [
      ...TAX_EXEMPTION_CODES.map((exemptionCode) =>
        buildLine({ taxType, exemptionCode, operationKey: null, rate: null }),
      ),
      ...(['S2', 'N1', 'N2'] as const).map((operationKey) =>
        buildLine({ taxType, operationKey, rate: null }),
      ),
    ]),
  ],
});

describe.each(OTHERS)('the wording in %s', (language) => {
  const wording = WORDINGS[language];

  it('says something everywhere, without blanks where none belong', () => {
    for (const text of listTexts(wording)) expect(text.trim()).not.toBe('');
    for (const text of listTexts([wording.labels, wording.titles, wording.mentions, wording.taxes]))
      expect(text).toBe(text.trim());
  });

  it('has a translation beside each mention that the law words otherwise, with the same articles and laws', () => {
    const mentions = buildLegalMentions(MENTIONED, wording);
    expect(mentions.map(({ law }) => law)).toEqual(
      buildLegalMentions(MENTIONED, SPANISH).map(({ law }) => law),
    );
    expect(mentions.length).toBeGreaterThan(30);
    for (const { law, translation } of mentions)
      expect(numbersOf(translation ?? law)).toEqual(numbersOf(law));
    expect(mentions.filter(({ translation }) => translation === null).length).toBeLessThan(5);
  });

  it('cites the same articles for corrections', () => {
    const rectified = { number: 'F2026-0001', issueDate: '2026-10-02' };
    for (const type of INVOICE_TYPES) {
      const [own, law] = [wording, SPANISH].map((one) =>
        buildRelatedInvoice(buildDocument({ type, rectified }), one),
      );
      expect(own?.texts.map(numbersOf)).toEqual(law?.texts.map(numbersOf));
    }
  });

  it('names countries', () => {
    const names = ['DE', 'XI', 'FR'].map((code) => buildCountryLabel(code, wording));
    expect(new Set([...names, 'DE', 'XI', 'FR', '']).size).toBe(7);
    expect(buildCountryLabel('ES', wording)).toBeNull();
  });
});

it('an invoice is in the language of its profile, and in Spanish where that names none', () => {
  for (const issuerProfile of [null, buildProfile({ language: null })])
    expect(wordingOf({ issuerProfile })).toBe(SPANISH);
  for (const language of LANGUAGES)
    expect(wordingOf({ issuerProfile: buildProfile({ language }) }).language).toBe(language);
});
