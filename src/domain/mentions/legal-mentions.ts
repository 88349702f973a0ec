import type { Mentions } from './mentions.ts';

/** The legal names of the taxes. */
export const TAXES = { iva: 'IVA', oss: 'IVA', igic: 'IGIC', psi: 'IPSI', others: 'Otros impuestos' };

/**
 * The mentions that an invoice must contain, in the wording of the law: RD 1619/2012, art. 6.1; Ley
 * 37/1992 (LIVA); Directive 2006/112/EC. For the operation keys of other taxes: Ley 20/1991 (IGIC),
 * art. 9 (not subject), arts. 16 and 17 (place of supply) and art. 19.1.2.º (reverse charge); Ley
 * 8/1991 (IPSI), art. 6 (not subject), art. 3 (the place of the operations that are subject) and
 * art. 12.2 (the customer of a supplier who is not established there is liable). N1 has further
 * cases in each tax (AEAT list L9). Every page shows them in Spanish, and each of `languages` adds
 * a translation. choose-mentions.ts selects the mentions of an invoice.
 */
export const LEGAL_MENTIONS: Mentions = {
  exemptions: {
    E1: 'Operación exenta de IVA por el artículo 20 de la Ley 37/1992.',
    E2: 'Operación exenta de IVA por el artículo 21 de la Ley 37/1992 (exportación de bienes).',
    E3: 'Operación exenta de IVA por el artículo 22 de la Ley 37/1992 (operación asimilada a la exportación).',
    E4: 'Operación exenta de IVA por los artículos 23 y 24 de la Ley 37/1992 (zonas francas, depósitos y regímenes aduaneros y fiscales).',
    E5: 'Operación exenta de IVA por el artículo 25 de la Ley 37/1992 (entrega intracomunitaria de bienes).',
    E6: 'Operación exenta de IVA.',
  },
  exemptionBy: (tax, { articles, law }) =>
    `Operación exenta de ${TAXES[tax]} por ${articles.length === 1 ? 'el artículo' : 'los artículos'} ${articles.join(' y ')} de la Ley ${law}.`,
  exemptionOfOthers: (tax) => `Operación exenta de ${TAXES[tax]}.`,
  regimes: {
    iva: {
      '03': 'Régimen especial de los bienes usados, objetos de arte, antigüedades y objetos de colección.',
      '04': 'Régimen especial del oro de inversión.',
      '05': 'Régimen especial de las agencias de viajes.',
      '06': 'Régimen especial del grupo de entidades (nivel avanzado).',
      '07': 'Régimen especial del criterio de caja.',
      '08': 'Operación sujeta a IPSI o IGIC.',
      '09': 'Factura expedida conforme a la disposición adicional cuarta del Real Decreto 1619/2012 (agencia de viajes que media en nombre y por cuenta ajena).',
      '10': 'Cobro por cuenta de terceros de honorarios profesionales o de derechos de la propiedad intelectual o industrial.',
      '14': 'IVA pendiente de devengo: certificación de obra destinada a una Administración Pública.',
      '15': 'IVA pendiente de devengo: operación de tracto sucesivo.',
      '17': 'Régimen especial de ventanilla única (OSS, IOSS).',
      '18': 'Régimen especial del recargo de equivalencia.',
      '19': 'Régimen especial de la agricultura, ganadería y pesca.',
      '20': 'Régimen simplificado.',
    },
    igic: {
      '08': 'Operación sujeta a IPSI o IVA.',
      '14': 'IGIC pendiente de devengo: certificación de obra destinada a una Administración Pública.',
      '15': 'IGIC pendiente de devengo: operación de tracto sucesivo.',
      '17': 'Régimen especial de los comerciantes minoristas.',
      '18': 'Régimen especial del pequeño empresario o profesional.',
      '19': 'Operación interior exenta por el artículo 25 de la Ley 19/1994.',
      '20': 'Operación sujeta a IPSI.',
      '21': 'Régimen simplificado.',
    },
    psi: {
      '08': 'Operación sujeta a IGIC o IVA.',
      '18': 'Operación del artículo 73, apartados 4 y 5, de la Ordenanza fiscal del IPSI de Ceuta.',
      '19': 'Operación interior exenta.',
      '20': 'Régimen de estimación objetiva.',
    },
    secondHand: {
      used_goods: 'Régimen especial de los bienes usados.',
      art: 'Régimen especial de los objetos de arte.',
      collectors_items: 'Régimen especial de las antigüedades y objetos de colección.',
    },
  },
  foreignVat: 'IVA de otro Estado miembro, incluido en el importe a pagar.',
  S2: {
    iva: 'Inversión del sujeto pasivo (artículo 84.Uno.2.º de la Ley 37/1992).',
    igic: 'Inversión del sujeto pasivo (artículo 19.1.2.º de la Ley 20/1991).',
    psi: 'Inversión del sujeto pasivo (artículo 12.2 de la Ley 8/1991).',
    other: () => 'Inversión del sujeto pasivo.',
  },
  N1: {
    iva: 'Operación no sujeta a IVA (artículos 7, 14 y otros de la Ley 37/1992).',
    igic: 'Operación no sujeta a IGIC (artículo 9 y otros de la Ley 20/1991).',
    psi: 'Operación no sujeta a IPSI (artículo 6 y otros de la Ley 8/1991).',
    other: (tax) => `Operación no sujeta a ${TAXES[tax]}.`,
  },
  N2: {
    iva: 'Operación no sujeta a IVA por las reglas de localización (artículos 68 a 70 de la Ley 37/1992).',
    igic: 'Operación no sujeta a IGIC por las reglas de localización (artículos 16 y 17 de la Ley 20/1991).',
    psi: 'Operación no sujeta a IPSI por las reglas de localización (artículo 3 de la Ley 8/1991).',
    other: (tax) => `Operación no sujeta a ${TAXES[tax]} por las reglas de localización.`,
  },
  reverseChargeAbroad: 'Inversión del sujeto pasivo (artículo 196 de la Directiva 2006/112/CE).',
  unidentifiedRecipient:
    'Factura sin identificación del destinatario (artículo 6.1.d del Real Decreto 1619/2012).',
  issuedByRecipient: 'Facturación por el destinatario.',
  simplifiedQualified:
    'Factura simplificada con los datos del artículo 7, apartados 2 y 3, del Real Decreto 1619/2012.',
};
