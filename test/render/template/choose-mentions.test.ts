import { describe, expect, it } from 'vitest';
import {
  TAX_EXEMPTION_CODES,
  TAX_REGIMES,
  TAX_TYPES,
  type TaxExemptionCode,
  type TaxRegime,
} from '../../../src/contracts/codes.ts';
import type { DocumentLine, InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { SPANISH } from '../../../src/render/template/languages/spanish.ts';
import { buildLegalMentions } from '../../../src/render/template/choose-mentions.ts';
import { buildDocument, buildLine } from '../support/build-invoice.ts';

/** Lists the mentions in their legal wording, without the translations. */
const listMentions = (document: InvoiceDocument): string[] =>
  buildLegalMentions(document, SPANISH).map(({ law }) => law);

function mentionsOf(line: Partial<DocumentLine>, recipientVat = false): readonly string[] {
  const recipient = {
    name: 'Acheteur SARL',
    documentType: 'international_vat_number',
    documentNumber: 'FR12345678901',
    countryCode: 'FR',
    address: null,
    postalCode: null,
    city: null,
  } as const;
  return listMentions(buildDocument({ lines: [buildLine(line)], ...(recipientVat && { recipient }) }));
}

/** The mentions that RD 1619/2012, art. 6.1, requires or that a reader needs; empty where no mention is needed. */
const REGIMES: Readonly<Record<TaxRegime, readonly RegExp[]>> = {
  '01': [],
  '02': [],
  '03': [/^Régimen especial de los bienes usados/],
  '04': [/^Régimen especial del oro de inversión/],
  '05': [/^Régimen especial de las agencias de viajes/],
  '06': [/grupo de entidades/],
  '07': [/^Régimen especial del criterio de caja/],
  '08': [/sujeta a IPSI o IGIC/],
  '09': [/disposición adicional cuarta del Real Decreto 1619\/2012/],
  '10': [/^Cobro por cuenta de terceros/],
  '11': [],
  '14': [/pendiente de devengo: certificación de obra/],
  '15': [/pendiente de devengo: operación de tracto sucesivo/],
  '17': [/ventanilla única/],
  '18': [/recargo de equivalencia/],
  '19': [/agricultura, ganadería y pesca/],
  '20': [/^Régimen simplificado/],
};

const EXEMPTIONS: Readonly<Record<TaxExemptionCode, RegExp>> = {
  E1: /por el artículo 20 de la Ley 37\/1992/,
  E2: /por el artículo 21 .*exportación/,
  E3: /por el artículo 22 /,
  E4: /por los artículos 23 y 24 /,
  E5: /por el artículo 25 .*entrega intracomunitaria/,
  E6: /^Operación exenta de IVA\.$/,
};

describe('legal mentions', () => {
  it.each(TAX_REGIMES)('name regime %s if the law or the reader requires it', (regime) => {
    const mentions = mentionsOf({ regime });
    expect(mentions).toEqual(REGIMES[regime].map((pattern) => expect.stringMatching(pattern) as string));
  });

  it.each(TAX_EXEMPTION_CODES)('cite the article of exemption %s', (exemptionCode) => {
    const mentions = mentionsOf({ exemptionCode, operationKey: null, rate: null });
    expect(mentions).toEqual([expect.stringMatching(EXEMPTIONS[exemptionCode])]);
    expect(mentions[0]).toMatch(/^Operación exenta de IVA/);
  });

  it.each([
    ['S1', []],
    ['S2', [/^Inversión del sujeto pasivo/]],
    ['N1', [/^Operación no sujeta a IVA \(artículos 7, 14/]],
    ['N2', [/^Operación no sujeta a IVA por las reglas de localización/]],
  ] as const)('explain operation key %s', (operationKey, expected) => {
    const mentions = mentionsOf({ operationKey, rate: operationKey.startsWith('S') ? '0' : null });
    expect(mentions).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string));
  });

  it('include the reverse charge for a service to a business in another member state', () => {
    expect(mentionsOf({ operationKey: 'N2', rate: null }, true)).toEqual([
      expect.stringMatching(/^Operación no sujeta/),
      expect.stringMatching(/^Inversión del sujeto pasivo .*Directiva 2006\/112\/CE/),
    ]);
    expect(mentionsOf({ operationKey: 'N2', regime: '17', rate: null }, true).join(' ')).not.toContain(
      'Inversión',
    );
  });

  it.each(TAX_TYPES.filter((taxType) => taxType !== 'iva'))(
    'cite no article of the LIVA for %s',
    (taxType) => {
      for (const operationKey of ['S2', 'N1', 'N2'] as const) {
        const mentions = mentionsOf({ taxType, regime: null, operationKey, rate: null });
        expect(mentions).toHaveLength(1);
        expect(mentions[0]).not.toMatch(/37\/1992|IVA/);
      }
    },
  );

  it('appear once, even if several groups require them', () => {
    const lines = ['21', '10', '4'].map((rate) => buildLine({ regime: '07', rate }));
    expect(listMentions(buildDocument({ lines }))).toEqual(['Régimen especial del criterio de caja.']);
  });

  it('state that the recipient is not identified', () => {
    const document = buildDocument({ type: 'F2', recipient: null, unidentifiedRecipient: true });
    expect(listMentions(document)).toEqual([expect.stringContaining('sin identificación del destinatario')]);
  });
});
