import { describe, expect, it } from 'vitest';
import {
  INVOICE_TYPES,
  LANGUAGES,
  ALL_EXEMPTION_CODES,
  ALL_TAX_REGIMES,
  ALL_TAX_TYPES,
} from '../../../src/contracts/codes.ts';
import { SPANISH } from '../../../src/render/template/languages/spanish.ts';
import { WORDINGS, wordingOf } from '../../../src/render/template/languages/wordings.ts';
import { buildLegalMentions } from '../../../src/domain/mentions/choose-mentions.ts';
import { buildCountryLabel } from '../../../src/render/template/party-labels.ts';
import { buildRelatedInvoices } from '../../../src/render/template/rectification.ts';
import { buildDocument, buildLine, buildProfile } from '../support/build-invoice.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'es');

/** Lists every text of a wording, at any depth. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const numbersOf = (text: string): string[] => (text.match(/\d+/g) ?? []).toSorted();

/** An invoice with all legal mentions. */
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
  simplifiedQualified: true,
  issuedBy: { role: 'recipient', name: null, documentType: null, documentNumber: null, countryCode: null },
  lines: [
    ...ALL_TAX_REGIMES.flatMap((regime) => ALL_TAX_TYPES.map((taxType) => buildLine({ taxType, regime }))),
    buildLine({
      taxType: 'oss',
      regime: '17',
      operationKey: 'N2',
      rate: null,
      taxCountry: 'FR',
      foreignRate: '20',
    }),
    ...ALL_TAX_TYPES.flatMap((taxType) => [
      ...ALL_EXEMPTION_CODES.map((exemptionCode) =>
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

  it('has no empty text and no leading or trailing blanks in labels, titles, mentions and taxes', () => {
    for (const text of listTexts(wording)) expect(text.trim()).not.toBe('');
    for (const text of listTexts([wording.labels, wording.titles, wording.mentions, wording.taxes]))
      expect(text).toBe(text.trim());
  });

  it('has a translation of each legal mention that cites the same articles and laws', () => {
    const mentions = buildLegalMentions(MENTIONED, wording);
    expect(mentions.map(({ law }) => law)).toEqual(
      buildLegalMentions(MENTIONED, SPANISH).map(({ law }) => law),
    );
    expect(mentions.length).toBeGreaterThan(60);
    for (const { law, translation } of mentions)
      expect(numbersOf(translation ?? law)).toEqual(numbersOf(law));
    expect(mentions.filter(({ translation }) => translation === null).length).toBeLessThan(5);
  });

  it('cites the same articles as the Spanish wording for corrections', () => {
    const rectified = { number: 'F2026-0001', issueDate: '2026-10-02' };
    for (const type of INVOICE_TYPES) {
      const [own, law] = [wording, SPANISH].map((one) =>
        buildRelatedInvoices(buildDocument({ type, rectified }), one),
      );
      const [ownTexts, lawTexts] = [own, law].map((one) => one?.texts.flat().map(numbersOf));
      expect(ownTexts).toEqual(lawTexts);
    }
  });

  it('names foreign countries and omits Spain', () => {
    const names = ['DE', 'XI', 'FR'].map((code) => buildCountryLabel(code, wording));
    expect(new Set([...names, 'DE', 'XI', 'FR', '']).size).toBe(7);
    expect(buildCountryLabel('ES', wording)).toBeNull();
  });
});

it('wordingOf returns the language of the issuer profile, and Spanish by default', () => {
  const document = buildDocument();
  for (const issuerProfile of [null, buildProfile({ language: null })])
    expect(wordingOf({ issuerProfile, document })).toBe(SPANISH);
  for (const language of LANGUAGES)
    expect(wordingOf({ issuerProfile: buildProfile({ language }), document }).language).toBe(language);
});
