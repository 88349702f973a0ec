import { describe, expect, it } from 'vitest';
import {
  ALL_EXEMPTION_CODES,
  ALL_TAX_REGIMES,
  TAX_EXEMPTION_CODES,
  TAX_REGIMES,
  TAX_TYPES,
  type TaxExemptionCode,
  type TaxRegime,
} from '../../../src/contracts/codes.ts';
import type { DocumentLine, InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { SPANISH } from '../../../src/render/template/languages/spanish.ts';
import { WORDINGS } from '../../../src/render/template/languages/wordings.ts';
import { buildLegalMentions } from '../../../src/domain/mentions/choose-mentions.ts';
import { buildDocument, buildLine } from '../../render/support/build-invoice.ts';

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

/**
 * The mentions that RD 1619/2012, art. 6.1, requires or that a reader needs; empty where no mention
 * is needed.
 */
const REGIMES: Readonly<Record<Exclude<TaxRegime, '21'>, readonly RegExp[]>> = {
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

/** The mentions of the regimes that have another meaning than in the IVA (AEAT list L8B). */
const IGIC_REGIMES: Readonly<Partial<Record<TaxRegime, readonly RegExp[]>>> = {
  '08': [/^Operación sujeta a IPSI o IVA\.$/],
  '14': [/^IGIC pendiente de devengo: certificación de obra/],
  '15': [/^IGIC pendiente de devengo: operación de tracto sucesivo/],
  '17': [/^Régimen especial de los comerciantes minoristas\.$/],
  '18': [/^Régimen especial del pequeño empresario o profesional\.$/],
  '19': [/por el artículo 25 de la Ley 19\/1994/],
  '20': [/^Operación sujeta a IPSI\.$/],
  '21': [/^Régimen simplificado\.$/],
};

/** The mentions of the regimes of the IPSI. */
const PSI_REGIMES: Readonly<Partial<Record<TaxRegime, readonly RegExp[]>>> = {
  '08': [/^Operación sujeta a IGIC o IVA\.$/],
  '18': [/artículo 73, apartados 4 y 5, de la Ordenanza fiscal del IPSI de Ceuta/],
  '19': [/^Operación interior exenta\.$/],
  '20': [/^Régimen de estimación objetiva\.$/],
};

/**
 * The provisions of the exemptions of the IGIC and the IPSI; an exemption without a provision of
 * its own only names the tax.
 */
const PROVISIONS: Readonly<Record<'igic' | 'psi', Readonly<Record<TaxExemptionCode, string>>>> = {
  igic: {
    E1: ' por el artículo 50 de la Ley 4/2012',
    E2: ' por el artículo 11 de la Ley 20/1991',
    E3: ' por el artículo 12 de la Ley 20/1991',
    E4: ' por el artículo 13 de la Ley 20/1991',
    E5: ' por el artículo 25 de la Ley 19/1994',
    E6: ' por el artículo 47 de la Ley 19/1994',
    E7: ' por el artículo 110 de la Ley 4/2012',
    E8: '',
  },
  psi: {
    E1: ' por el artículo 7 de la Ley 8/1991',
    E2: ' por el artículo 8 de la Ley 8/1991',
    E3: ' por el artículo 8 de la Ley 8/1991',
    E4: ' por los artículos 9 y 10 de la Ley 8/1991',
    E5: ' por el artículo 8 de la Ley 8/1991',
    E6: '',
    E7: '',
    E8: '',
  },
};

/**
 * The mention of each operation key without tax in the wording of the law, and the numbers of its
 * articles and of the law.
 */
const ARTICLES_OF_KEYS = {
  IGIC: {
    S2: ['Inversión del sujeto pasivo (artículo 19.1.2.º de la Ley 20/1991).', ['19.1.2', '20/1991']],
    N1: ['Operación no sujeta a IGIC (artículo 9 y otros de la Ley 20/1991).', ['9', '20/1991']],
    N2: [
      'Operación no sujeta a IGIC por las reglas de localización (artículos 16 y 17 de la Ley 20/1991).',
      ['16', '17', '20/1991'],
    ],
  },
  IPSI: {
    S2: ['Inversión del sujeto pasivo (artículo 12.2 de la Ley 8/1991).', ['12.2', '8/1991']],
    N1: ['Operación no sujeta a IPSI (artículo 6 y otros de la Ley 8/1991).', ['6', '8/1991']],
    N2: [
      'Operación no sujeta a IPSI por las reglas de localización (artículo 3 de la Ley 8/1991).',
      ['3', '8/1991'],
    ],
  },
} as const;

const EXEMPTIONS: Readonly<Record<(typeof TAX_EXEMPTION_CODES)[number], RegExp>> = {
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

  it.each(ALL_TAX_REGIMES)('name regime %s of the IGIC and of the IPSI by its own meaning', (regime) => {
    const ofIgic = IGIC_REGIMES[regime] ?? (regime === '21' ? [] : REGIMES[regime]);
    const toMatch = (patterns: readonly RegExp[]) =>
      patterns.map((pattern) => expect.stringMatching(pattern) as string);
    expect(mentionsOf({ taxType: 'igic', regime })).toEqual(toMatch(ofIgic));
    expect(mentionsOf({ taxType: 'psi', regime })).toEqual(toMatch(PSI_REGIMES[regime] ?? []));
    expect(mentionsOf({ taxType: 'others', regime })).toEqual([]);
  });

  it.each(ALL_EXEMPTION_CODES)('cite the provision of exemption %s of the IGIC and of the IPSI', (code) => {
    for (const [taxType, name] of [
      ['igic', 'IGIC'],
      ['psi', 'IPSI'],
    ] as const) {
      const line = { taxType, exemptionCode: code, operationKey: null, rate: null };
      expect(mentionsOf(line)).toEqual([`Operación exenta de ${name}${PROVISIONS[taxType][code]}.`]);
    }
  });

  it('state that VAT of another member state is charged, which is not an operation that is not subject', () => {
    const foreign = { taxType: 'oss', regime: '17', operationKey: 'N2', rate: null } as const;
    expect(mentionsOf({ ...foreign, taxCountry: 'FR', foreignRate: '20' })).toEqual([
      'Régimen especial de ventanilla única (OSS, IOSS).',
      'IVA de otro Estado miembro, incluido en el importe a pagar.',
    ]);
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

  it.each(Object.entries(ARTICLES_OF_KEYS))(
    'cite the article of an operation key of the %s in every language',
    (name, ofTax) => {
      const taxType = name === 'IGIC' ? 'igic' : 'psi';
      for (const [operationKey, [law, numbers]] of Object.entries(ofTax)) {
        const line = buildLine({ taxType, regime: '01', operationKey: operationKey as 'S2', rate: null });
        expect(mentionsOf(line)).toEqual([law]);
        for (const wording of Object.values(WORDINGS)) {
          const [mention] = buildLegalMentions(buildDocument({ lines: [line] }), wording);
          const cited = (mention!.translation ?? mention!.law).match(/\d+(?:[./]\d+)*/g)!;
          expect(new Set(cited)).toEqual(new Set<string>(numbers));
        }
      }
    },
  );

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

  it.each([
    [{ secondHandKind: 'used_goods' }, 'Régimen especial de los bienes usados.'],
    [{ secondHandKind: 'art' }, 'Régimen especial de los objetos de arte.'],
    [{ secondHandKind: 'collectors_items' }, 'Régimen especial de las antigüedades y objetos de colección.'],
    [{ margin: '12.10' }, 'Régimen especial de los bienes usados.'],
  ] as const)('name what is sold under regime 03, of the three of art. 6.1.ñ: %o', (line, mention) => {
    expect(mentionsOf({ regime: '03', ...line })).toEqual([mention]);
    expect(mentionsOf({ regime: '03', taxType: 'igic', ...line })).toEqual([mention]);
  });

  it('name each kind that is sold under regime 03 once, also in one tax group', () => {
    const lines = (['art', 'used_goods', 'art'] as const).map((secondHandKind) =>
      buildLine({ regime: '03', margin: '12.10', secondHandKind }),
    );
    expect(listMentions(buildDocument({ lines }))).toEqual([
      'Régimen especial de los objetos de arte.',
      'Régimen especial de los bienes usados.',
    ]);
  });

  it('state that the recipient issues the invoice, in the words of RD 1619/2012, art. 6.1.l', () => {
    const nobody = { name: null, documentType: null, documentNumber: null, countryCode: null };
    const issuedBy = { role: 'recipient', ...nobody } as const;
    expect(listMentions(buildDocument({ issuedBy }))).toEqual(['Facturación por el destinatario.']);
    const third = { ...issuedBy, role: 'third_party', name: 'Gestoría Ebro SL' } as const;
    expect(listMentions(buildDocument({ issuedBy: third }))).toEqual([]);
  });

  it('state that a simplified invoice is qualified', () => {
    expect(listMentions(buildDocument({ type: 'F2', simplifiedQualified: true }))).toEqual([
      'Factura simplificada con los datos del artículo 7, apartados 2 y 3, del Real Decreto 1619/2012.',
    ]);
  });

  it('state that the recipient is not identified', () => {
    const document = buildDocument({ type: 'F2', recipient: null, unidentifiedRecipient: true });
    expect(listMentions(document)).toEqual([expect.stringContaining('sin identificación del destinatario')]);
  });
});
