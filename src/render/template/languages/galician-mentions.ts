import type { Mentions } from '../../../domain/mentions/mentions.ts';

/* The names of the taxes in Galician, in the forms that its texts need. */
export const TAXES = { iva: 'IVE', oss: 'IVE', igic: 'IGIC', psi: 'IPSI', others: 'Outros impostos' };
export const WITHIN = { ...TAXES, others: 'outros impostos' };

/** The legal mentions in Galician. */
export const GALICIAN_MENTIONS: Mentions = {
  exemptions: {
    E1: 'Operación exenta de IVE polo artigo 20 da Lei 37/1992.',
    E2: 'Operación exenta de IVE polo artigo 21 da Lei 37/1992 (exportación de bens).',
    E3: 'Operación exenta de IVE polo artigo 22 da Lei 37/1992 (operación asimilada á exportación).',
    E4: 'Operación exenta de IVE polos artigos 23 e 24 da Lei 37/1992 (zonas francas, depósitos e réximes aduaneiros e fiscais).',
    E5: 'Operación exenta de IVE polo artigo 25 da Lei 37/1992 (entrega intracomunitaria de bens).',
    E6: 'Operación exenta de IVE.',
  },
  exemptionBy: (tax, { articles, law }) =>
    `Operación exenta de ${WITHIN[tax]} ${articles.length === 1 ? 'polo artigo' : 'polos artigos'} ${articles.join(' e ')} da Lei ${law}.`,
  exemptionOfOthers: (tax) => `Operación exenta de ${WITHIN[tax]}.`,
  regimes: {
    iva: {
      '03': 'Réxime especial dos bens usados, obxectos de arte, antigüidades e obxectos de colección.',
      '04': 'Réxime especial do ouro de investimento.',
      '05': 'Réxime especial das axencias de viaxes.',
      '06': 'Réxime especial do grupo de entidades (nivel avanzado).',
      '07': 'Réxime especial do criterio de caixa.',
      '08': 'Operación suxeita a IPSI ou IGIC.',
      '09': 'Factura expedida conforme á disposición adicional cuarta do Real decreto 1619/2012 (axencia de viaxes que media en nome e por conta allea).',
      '10': 'Cobramento por conta de terceiros de honorarios profesionais ou de dereitos da propiedade intelectual ou industrial.',
      '14': 'IVE pendente de devindicación: certificación de obra destinada a unha Administración pública.',
      '15': 'IVE pendente de devindicación: operación de tracto sucesivo.',
      '17': 'Réxime especial de portelo único (OSS, IOSS).',
      '18': 'Réxime especial da recarga de equivalencia.',
      '19': 'Réxime especial da agricultura, gandaría e pesca.',
      '20': 'Réxime simplificado.',
    },
    igic: {
      '08': 'Operación suxeita a IPSI ou IVE.',
      '14': 'IGIC pendente de devindicación: certificación de obra destinada a unha Administración pública.',
      '15': 'IGIC pendente de devindicación: operación de tracto sucesivo.',
      '17': 'Réxime especial dos comerciantes polo miúdo.',
      '18': 'Réxime especial do pequeno empresario ou profesional.',
      '19': 'Operación interior exenta polo artigo 25 da Lei 19/1994.',
      '20': 'Operación suxeita a IPSI.',
      '21': 'Réxime simplificado.',
    },
    psi: {
      '08': 'Operación suxeita a IGIC ou IVE.',
      '18': 'Operación do artigo 73, apartados 4 e 5, da Ordenanza fiscal do IPSI de Ceuta.',
      '19': 'Operación interior exenta.',
      '20': 'Réxime de estimación obxectiva.',
    },
    secondHand: {
      used_goods: 'Réxime especial dos bens usados.',
      art: 'Réxime especial dos obxectos de arte.',
      collectors_items: 'Réxime especial das antigüidades e obxectos de colección.',
    },
  },
  foreignVat: 'IVE doutro Estado membro, incluído no importe a pagar.',
  S2: {
    iva: 'Inversión do suxeito pasivo (artigo 84.Un.2.º da Lei 37/1992).',
    igic: 'Inversión do suxeito pasivo (artigo 19.1.2.º da Lei 20/1991).',
    psi: 'Inversión do suxeito pasivo (artigo 12.2 da Lei 8/1991).',
    other: () => 'Inversión do suxeito pasivo.',
  },
  N1: {
    iva: 'Operación non suxeita a IVE (artigos 7, 14 e outros da Lei 37/1992).',
    igic: 'Operación non suxeita a IGIC (artigo 9 e outros da Lei 20/1991).',
    psi: 'Operación non suxeita a IPSI (artigo 6 e outros da Lei 8/1991).',
    other: (tax) => `Operación non suxeita a ${WITHIN[tax]}.`,
  },
  N2: {
    iva: 'Operación non suxeita a IVE polas regras de localización (artigos 68 a 70 da Lei 37/1992).',
    igic: 'Operación non suxeita a IGIC polas regras de localización (artigos 16 e 17 da Lei 20/1991).',
    psi: 'Operación non suxeita a IPSI polas regras de localización (artigo 3 da Lei 8/1991).',
    other: (tax) => `Operación non suxeita a ${WITHIN[tax]} polas regras de localización.`,
  },
  reverseChargeAbroad: 'Inversión do suxeito pasivo (artigo 196 da Directiva 2006/112/CE).',
  unidentifiedRecipient:
    'Factura sen identificación do destinatario (artigo 6.1.d do Real decreto 1619/2012).',
  issuedByRecipient: 'Facturación polo destinatario.',
  simplifiedQualified:
    'Factura simplificada cos datos do artigo 7, apartados 2 e 3, do Real decreto 1619/2012.',
};
