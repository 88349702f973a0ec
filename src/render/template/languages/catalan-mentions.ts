import type { Mentions } from '../../../domain/mentions/mentions.ts';

/* The names of the taxes in Catalan, in the forms that its texts need. */
export const TAXES = { iva: 'IVA', oss: 'IVA', igic: 'IGIC', psi: 'IPSI', others: 'Altres impostos' };
const OF_TAXES = { iva: "d'IVA", oss: "d'IVA", igic: "d'IGIC", psi: "d'IPSI", others: "d'altres impostos" };

/** The legal mentions in Catalan. */
export const CATALAN_MENTIONS: Mentions = {
  exemptions: {
    E1: "Operació exempta d'IVA per l'article 20 de la Llei 37/1992.",
    E2: "Operació exempta d'IVA per l'article 21 de la Llei 37/1992 (exportació de béns).",
    E3: "Operació exempta d'IVA per l'article 22 de la Llei 37/1992 (operació assimilada a l'exportació).",
    E4: "Operació exempta d'IVA pels articles 23 i 24 de la Llei 37/1992 (zones franques, dipòsits i règims duaners i fiscals).",
    E5: "Operació exempta d'IVA per l'article 25 de la Llei 37/1992 (lliurament intracomunitari de béns).",
    E6: "Operació exempta d'IVA.",
  },
  exemptionBy: (tax, { articles, law }) =>
    `Operació exempta ${OF_TAXES[tax]} ${articles.length === 1 ? "per l'article" : 'pels articles'} ${articles.join(' i ')} de la Llei ${law}.`,
  exemptionOfOthers: (tax) => `Operació exempta ${OF_TAXES[tax]}.`,
  regimes: {
    iva: {
      '03': "Règim especial dels béns usats, objectes d'art, antiguitats i objectes de col·lecció.",
      '04': "Règim especial de l'or d'inversió.",
      '05': 'Règim especial de les agències de viatges.',
      '06': "Règim especial del grup d'entitats (nivell avançat).",
      '07': 'Règim especial del criteri de caixa.',
      '08': 'Operació subjecta a IPSI o IGIC.',
      '09': "Factura expedida d'acord amb la disposició addicional quarta del Reial decret 1619/2012 (agència de viatges que intervé com a mediadora en nom i per compte d'altri).",
      '10': "Cobrament per compte de tercers d'honoraris professionals o de drets de la propietat intel·lectual o industrial.",
      '14': "IVA pendent de meritació: certificació d'obra destinada a una Administració pública.",
      '15': 'IVA pendent de meritació: operació de tracte successiu.',
      '17': 'Règim especial de finestreta única (OSS, IOSS).',
      '18': "Règim especial del recàrrec d'equivalència.",
      '19': "Règim especial de l'agricultura, la ramaderia i la pesca.",
      '20': 'Règim simplificat.',
    },
    igic: {
      '08': 'Operació subjecta a IPSI o IVA.',
      '14': "IGIC pendent de meritació: certificació d'obra destinada a una Administració pública.",
      '15': 'IGIC pendent de meritació: operació de tracte successiu.',
      '17': 'Règim especial dels comerciants minoristes.',
      '18': 'Règim especial del petit empresari o professional.',
      '19': "Operació interior exempta per l'article 25 de la Llei 19/1994.",
      '20': 'Operació subjecta a IPSI.',
      '21': 'Règim simplificat.',
    },
    psi: {
      '08': 'Operació subjecta a IGIC o IVA.',
      '18': "Operació de l'article 73, apartats 4 i 5, de l'Ordenança fiscal de l'IPSI de Ceuta.",
      '19': 'Operació interior exempta.',
      '20': "Règim d'estimació objectiva.",
    },
    secondHand: {
      used_goods: 'Règim especial dels béns usats.',
      art: "Règim especial dels objectes d'art.",
      collectors_items: 'Règim especial de les antiguitats i objectes de col·lecció.',
    },
  },
  foreignVat: "IVA d'un altre Estat membre, inclòs en l'import a pagar.",
  S2: {
    iva: 'Inversió del subjecte passiu (article 84.U.2n de la Llei 37/1992).',
    igic: 'Inversió del subjecte passiu (article 19.1.2n de la Llei 20/1991).',
    psi: 'Inversió del subjecte passiu (article 12.2 de la Llei 8/1991).',
    other: () => 'Inversió del subjecte passiu.',
  },
  N1: {
    iva: 'Operació no subjecta a IVA (articles 7, 14 i altres de la Llei 37/1992).',
    igic: 'Operació no subjecta a IGIC (article 9 i altres de la Llei 20/1991).',
    psi: 'Operació no subjecta a IPSI (article 6 i altres de la Llei 8/1991).',
    other: (tax) => `Operació no subjecta a ${TAXES[tax]}.`,
  },
  N2: {
    iva: 'Operació no subjecta a IVA per les regles de localització (articles 68 a 70 de la Llei 37/1992).',
    igic: 'Operació no subjecta a IGIC per les regles de localització (articles 16 i 17 de la Llei 20/1991).',
    psi: 'Operació no subjecta a IPSI per les regles de localització (article 3 de la Llei 8/1991).',
    other: (tax) => `Operació no subjecta a ${TAXES[tax]} per les regles de localització.`,
  },
  reverseChargeAbroad: 'Inversió del subjecte passiu (article 196 de la Directiva 2006/112/CE).',
  unidentifiedRecipient:
    'Factura sense identificació del destinatari (article 6.1.d del Reial decret 1619/2012).',
  issuedByRecipient: 'Facturació pel destinatari.',
  simplifiedQualified:
    "Factura simplificada amb les dades de l'article 7, apartats 2 i 3, del Reial decret 1619/2012.",
};
