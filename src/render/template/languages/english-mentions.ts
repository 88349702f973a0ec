import type { Mentions } from '../../../domain/mentions/mentions.ts';

/* The names of the taxes in English, in the forms that its texts need. */
export const TAXES = { iva: 'VAT', oss: 'VAT', igic: 'IGIC', psi: 'IPSI', others: 'Other taxes' };
export const WITHIN = { ...TAXES, others: 'other taxes' };

/** The legal mentions in English. */
export const ENGLISH_MENTIONS: Mentions = {
  exemptions: {
    E1: 'Exempt from VAT under article 20 of Law 37/1992.',
    E2: 'Exempt from VAT under article 21 of Law 37/1992 (export of goods).',
    E3: 'Exempt from VAT under article 22 of Law 37/1992 (transaction treated as an export).',
    E4: 'Exempt from VAT under articles 23 and 24 of Law 37/1992 (free zones, warehouses, customs and tax arrangements).',
    E5: 'Exempt from VAT under article 25 of Law 37/1992 (intra-Community supply of goods).',
    E6: 'Exempt from VAT.',
  },
  exemptionBy: (tax, { articles, law }) =>
    `Exempt from ${WITHIN[tax]} under ${articles.length === 1 ? 'article' : 'articles'} ${articles.join(' and ')} of Law ${law}.`,
  exemptionOfOthers: (tax) => `Exempt from ${WITHIN[tax]}.`,
  regimes: {
    iva: {
      '03': "Special scheme for second-hand goods, works of art, antiques and collectors' items.",
      '04': 'Special scheme for investment gold.',
      '05': 'Special scheme for travel agents.',
      '06': 'Special scheme for groups of entities (advanced level).',
      '07': 'Special cash accounting scheme.',
      '08': 'Transaction subject to IPSI or IGIC.',
      '09': 'Invoice issued under additional provision four of Royal Decree 1619/2012 (travel agent acting in the name and on behalf of others).',
      '10': 'Collection on behalf of others of professional fees or of intellectual or industrial property rights.',
      '14': 'VAT not yet chargeable: works certificate for a public administration.',
      '15': 'VAT not yet chargeable: continuous supply.',
      '17': 'One-stop-shop scheme (OSS, IOSS).',
      '18': 'Special scheme of the equivalence surcharge.',
      '19': 'Special scheme for agriculture, livestock and fishing.',
      '20': 'Simplified scheme.',
    },
    igic: {
      '08': 'Transaction subject to IPSI or VAT.',
      '14': 'IGIC not yet chargeable: works certificate for a public administration.',
      '15': 'IGIC not yet chargeable: continuous supply.',
      '17': 'Special scheme for retailers.',
      '18': 'Special scheme for small businesses and professionals.',
      '19': 'Exempt domestic supply under article 25 of Law 19/1994.',
      '20': 'Transaction subject to IPSI.',
      '21': 'Simplified scheme.',
    },
    psi: {
      '08': 'Transaction subject to IGIC or VAT.',
      '18': 'Transaction of article 73, sections 4 and 5, of the IPSI ordinance of Ceuta.',
      '19': 'Exempt domestic supply.',
      '20': 'Objective assessment scheme.',
    },
    secondHand: {
      used_goods: 'Special scheme for second-hand goods.',
      art: 'Special scheme for works of art.',
      collectors_items: "Special scheme for antiques and collectors' items.",
    },
  },
  foreignVat: 'VAT of another member state, included in the amount to pay.',
  S2: {
    iva: 'Reverse charge (article 84.One.2 of Law 37/1992).',
    igic: 'Reverse charge (article 19.1.2 of Law 20/1991).',
    psi: 'Reverse charge (article 12.2 of Law 8/1991).',
    other: () => 'Reverse charge.',
  },
  N1: {
    iva: 'Not subject to VAT (articles 7, 14 and others of Law 37/1992).',
    igic: 'Not subject to IGIC (article 9 and others of Law 20/1991).',
    psi: 'Not subject to IPSI (article 6 and others of Law 8/1991).',
    other: (tax) => `Not subject to ${WITHIN[tax]}.`,
  },
  N2: {
    iva: 'Not subject to VAT under the rules on the place of supply (articles 68 to 70 of Law 37/1992).',
    igic: 'Not subject to IGIC under the rules on the place of supply (articles 16 and 17 of Law 20/1991).',
    psi: 'Not subject to IPSI under the rules on the place of supply (article 3 of Law 8/1991).',
    other: (tax) => `Not subject to ${WITHIN[tax]} under the rules on the place of supply.`,
  },
  reverseChargeAbroad: 'Reverse charge (article 196 of Directive 2006/112/EC).',
  unidentifiedRecipient:
    'Invoice without identification of the customer (article 6.1.d of Royal Decree 1619/2012).',
  issuedByRecipient: 'Self-billing.',
  simplifiedQualified:
    'Simplified invoice with the data of article 7, sections 2 and 3, of Royal Decree 1619/2012.',
};
