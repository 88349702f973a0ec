import type { TaxExemptionCode, TaxRegime } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { isEuropeanVatNumber } from './spanish-labels.ts';
import { TAX_NAMES, type FiscalKey } from './tax-labels.ts';

/*
 * The mentions that an invoice must carry: RD 1619/2012, art. 6.1, letters j) exemption, m) reverse charge, n) travel agencies,
 * ñ) used goods, o) cash criterion, and the additional provision 4. The other regimes are named so that a reader
 * understands why tax is charged, deferred or absent. LIVA is the Ley 37/1992.
 */

const EXEMPTION_MENTIONS: Readonly<Record<TaxExemptionCode, string>> = {
  E1: 'Operación exenta de IVA por el artículo 20 de la Ley 37/1992.',
  E2: 'Operación exenta de IVA por el artículo 21 de la Ley 37/1992 (exportación de bienes).',
  E3: 'Operación exenta de IVA por el artículo 22 de la Ley 37/1992 (operación asimilada a la exportación).',
  E4: 'Operación exenta de IVA por los artículos 23 y 24 de la Ley 37/1992 (zonas francas, depósitos y regímenes aduaneros y fiscales).',
  E5: 'Operación exenta de IVA por el artículo 25 de la Ley 37/1992 (entrega intracomunitaria de bienes).',
  E6: 'Operación exenta de IVA.',
};

const REGIME_MENTIONS: Readonly<Partial<Record<TaxRegime, string>>> = {
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
};

const UNIDENTIFIED_RECIPIENT =
  'Factura sin identificación del destinatario (artículo 6.1.d del Real Decreto 1619/2012).';

function buildOperationMentions(key: FiscalKey, recipient: InvoiceDocument['recipient']): readonly string[] {
  const { taxType } = key;
  if (key.exemptionCode !== null) {
    return [
      taxType === 'iva'
        ? EXEMPTION_MENTIONS[key.exemptionCode]
        : `Operación exenta de ${TAX_NAMES[taxType]}.`,
    ];
  }
  switch (key.operationKey) {
    case 'S2':
      return [
        taxType === 'iva'
          ? 'Inversión del sujeto pasivo (artículo 84.Uno.2.º de la Ley 37/1992).'
          : 'Inversión del sujeto pasivo.',
      ];
    case 'N1':
      return [
        taxType === 'iva'
          ? 'Operación no sujeta a IVA (artículos 7, 14 y otros de la Ley 37/1992).'
          : `Operación no sujeta a ${TAX_NAMES[taxType]}.`,
      ];
    case 'N2': {
      if (taxType !== 'iva')
        return [`Operación no sujeta a ${TAX_NAMES[taxType]} por las reglas de localización.`];
      const notSubject =
        'Operación no sujeta a IVA por las reglas de localización (artículos 68 a 70 de la Ley 37/1992).';
      // A business of another member state accounts for the tax itself: Directive 2006/112/EC, arts. 196 and 226(11a).
      const reverseCharge =
        key.regime === '01' &&
        recipient !== null &&
        isEuropeanVatNumber(recipient.documentType, recipient.countryCode);
      return reverseCharge
        ? [notSubject, 'Inversión del sujeto pasivo (artículo 196 de la Directiva 2006/112/CE).']
        : [notSubject];
    }
    case 'S1':
    case null:
      return [];
  }
}

/** The mentions of an invoice, each once, in the order of its tax groups. */
export function buildLegalMentions(document: InvoiceDocument): readonly string[] {
  const mentions = new Set<string>();
  for (const group of document.groups) {
    const regime =
      group.taxType === 'iva' && group.regime !== null ? REGIME_MENTIONS[group.regime] : undefined;
    if (regime !== undefined) mentions.add(regime);
    for (const mention of buildOperationMentions(group, document.recipient)) mentions.add(mention);
  }
  if (document.unidentifiedRecipient) mentions.add(UNIDENTIFIED_RECIPIENT);
  return [...mentions];
}
