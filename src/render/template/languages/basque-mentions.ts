import type { Mentions } from '../../../domain/mentions/mentions.ts';

/* The names of the taxes in Basque, in the forms that its texts need. */
export const TAXES = { iva: 'BEZ', oss: 'BEZ', igic: 'IGIC', psi: 'IPSI', others: 'Beste zerga batzuk' };
export const TO_TAXES = {
  iva: 'BEZari',
  oss: 'BEZari',
  igic: 'IGICari',
  psi: 'IPSIri',
  others: 'Beste zerga batzuei',
};
export const FROM_TAXES = {
  iva: 'BEZetik',
  oss: 'BEZetik',
  igic: 'IGICetik',
  psi: 'IPSItik',
  others: 'Beste zerga batzuetatik',
};

/** The legal mentions in Basque. */
export const BASQUE_MENTIONS: Mentions = {
  exemptions: {
    E1: 'BEZetik salbuetsitako eragiketa, 37/1992 Legearen 20. artikuluaren arabera.',
    E2: 'BEZetik salbuetsitako eragiketa, 37/1992 Legearen 21. artikuluaren arabera (ondasunen esportazioa).',
    E3: 'BEZetik salbuetsitako eragiketa, 37/1992 Legearen 22. artikuluaren arabera (esportazioarekin parekatutako eragiketa).',
    E4: 'BEZetik salbuetsitako eragiketa, 37/1992 Legearen 23. eta 24. artikuluen arabera (zona frankoak, gordailuak eta aduana- eta zerga-araubideak).',
    E5: 'BEZetik salbuetsitako eragiketa, 37/1992 Legearen 25. artikuluaren arabera (Batasunaren barruko ondasun-ematea).',
    E6: 'BEZetik salbuetsitako eragiketa.',
  },
  exemptionBy: (tax, { articles, law }) =>
    `${FROM_TAXES[tax]} salbuetsitako eragiketa, ${law} Legearen ${articles.map((article) => `${article}.`).join(' eta ')} ${articles.length === 1 ? 'artikuluaren' : 'artikuluen'} arabera.`,
  exemptionOfOthers: (tax) => `${FROM_TAXES[tax]} salbuetsitako eragiketa.`,
  regimes: {
    iva: {
      '03': 'Erabilitako ondasunen, artelanen, antzinako gauzen eta bildumako objektuen araubide berezia.',
      '04': 'Inbertsio-urrearen araubide berezia.',
      '05': 'Bidaia-agentzien araubide berezia.',
      '06': 'Entitateen taldearen araubide berezia (maila aurreratua).',
      '07': 'Kutxa-irizpidearen araubide berezia.',
      '08': 'IPSIri edo IGICari lotutako eragiketa.',
      '09': '1619/2012 Errege Dekretuaren laugarren xedapen gehigarriaren arabera egindako faktura (besteren izenean eta kontura diharduen bidaia-agentzia bitartekaria).',
      '10': 'Ordainsari profesionalak edo jabetza intelektualeko edo industrialeko eskubideak hirugarrenen kontura kobratzea.',
      '14': 'Sortzapenaren zain dagoen BEZa: administrazio publiko batentzako obraren ziurtagiria.',
      '15': 'Sortzapenaren zain dagoen BEZa: segidako traktuko eragiketa.',
      '17': 'Leihatila bakarraren araubide berezia (OSS, IOSS).',
      '18': 'Baliokidetasun-errekarguaren araubide berezia.',
      '19': 'Nekazaritzaren, abeltzaintzaren eta arrantzaren araubide berezia.',
      '20': 'Araubide erraztua.',
    },
    igic: {
      '08': 'IPSIri edo BEZari lotutako eragiketa.',
      '14': 'Sortzapenaren zain dagoen IGICa: administrazio publiko batentzako obraren ziurtagiria.',
      '15': 'Sortzapenaren zain dagoen IGICa: segidako traktuko eragiketa.',
      '17': 'Txikizkako merkatarien araubide berezia.',
      '18': 'Enpresaburu edo profesional txikiaren araubide berezia.',
      '19': 'Barne-eragiketa salbuetsia, 19/1994 Legearen 25. artikuluaren arabera.',
      '20': 'IPSIri lotutako eragiketa.',
      '21': 'Araubide erraztua.',
    },
    psi: {
      '08': 'IGICari edo BEZari lotutako eragiketa.',
      '18': 'Ceutako IPSIren zerga-ordenantzaren 73. artikuluko 4. eta 5. paragrafoetako eragiketa.',
      '19': 'Barne-eragiketa salbuetsia.',
      '20': 'Zenbatespen objektiboaren araubidea.',
    },
    secondHand: {
      used_goods: 'Erabilitako ondasunen araubide berezia.',
      art: 'Artelanen araubide berezia.',
      collectors_items: 'Antzinako gauzen eta bildumako objektuen araubide berezia.',
    },
  },
  foreignVat: 'Beste estatu kide bateko BEZa, ordaindu beharreko zenbatekoan sartua.',
  S2: {
    iva: 'Subjektu pasiboaren inbertsioa (37/1992 Legearen 84.Bat.2. artikulua).',
    igic: 'Subjektu pasiboaren inbertsioa (20/1991 Legearen 19.1.2. artikulua).',
    psi: 'Subjektu pasiboaren inbertsioa (8/1991 Legearen 12.2. artikulua).',
    other: () => 'Subjektu pasiboaren inbertsioa.',
  },
  N1: {
    iva: 'BEZari lotu gabeko eragiketa (37/1992 Legearen 7. eta 14. artikuluak eta beste batzuk).',
    igic: 'IGICari lotu gabeko eragiketa (20/1991 Legearen 9. artikulua eta beste batzuk).',
    psi: 'IPSIri lotu gabeko eragiketa (8/1991 Legearen 6. artikulua eta beste batzuk).',
    other: (tax) => `${TO_TAXES[tax]} lotu gabeko eragiketa.`,
  },
  N2: {
    iva: 'BEZari lotu gabeko eragiketa, lokalizazio-arauen arabera (37/1992 Legearen 68. artikulutik 70.era).',
    igic: 'IGICari lotu gabeko eragiketa, lokalizazio-arauen arabera (20/1991 Legearen 16. eta 17. artikuluak).',
    psi: 'IPSIri lotu gabeko eragiketa, lokalizazio-arauen arabera (8/1991 Legearen 3. artikulua).',
    other: (tax) => `${TO_TAXES[tax]} lotu gabeko eragiketa, lokalizazio-arauen arabera.`,
  },
  reverseChargeAbroad: 'Subjektu pasiboaren inbertsioa (2006/112/EE Zuzentarauaren 196. artikulua).',
  unidentifiedRecipient:
    'Hartzailea identifikatu gabeko faktura (1619/2012 Errege Dekretuaren 6.1.d artikulua).',
  issuedByRecipient: 'Hartzaileak egindako fakturazioa.',
  simplifiedQualified:
    'Faktura erraztua, 1619/2012 Errege Dekretuaren 7. artikuluko 2. eta 3. paragrafoetako datuekin.',
};
