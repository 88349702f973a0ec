import type { TaxExemptionCode, TaxRegime } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { vatPrefixOf } from '../../domain/invoice/vat-number.ts';
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

/** Mentions of operations without tax on the invoice: of IVA with their articles, of other taxes by their name. */
const UNTAXED_MENTIONS = {
  S2: {
    iva: 'Inversión del sujeto pasivo (artículo 84.Uno.2.º de la Ley 37/1992).',
    other: () => 'Inversión del sujeto pasivo.',
  },
  N1: {
    iva: 'Operación no sujeta a IVA (artículos 7, 14 y otros de la Ley 37/1992).',
    other: (tax: string) => `Operación no sujeta a ${tax}.`,
  },
  N2: {
    iva: 'Operación no sujeta a IVA por las reglas de localización (artículos 68 a 70 de la Ley 37/1992).',
    other: (tax: string) => `Operación no sujeta a ${tax} por las reglas de localización.`,
  },
} as const;

const REVERSE_CHARGE_ABROAD = 'Inversión del sujeto pasivo (artículo 196 de la Directiva 2006/112/CE).';

function buildOperationMention({ taxType, operationKey, exemptionCode }: FiscalKey): string | null {
  if (exemptionCode !== null) {
    return taxType === 'iva'
      ? EXEMPTION_MENTIONS[exemptionCode]
      : `Operación exenta de ${TAX_NAMES[taxType]}.`;
  }
  if (operationKey === null || operationKey === 'S1') return null;
  const mention = UNTAXED_MENTIONS[operationKey];
  return taxType === 'iva' ? mention.iva : mention.other(TAX_NAMES[taxType]);
}

/** A business of another member state (for services Northern Ireland is none) accounts for the tax itself: Directive 2006/112/EC, arts. 196 and 226(11a). */
function isReverseChargedAbroad(key: FiscalKey, recipient: InvoiceDocument['recipient']): boolean {
  return (
    key.taxType === 'iva' &&
    key.regime === '01' &&
    key.operationKey === 'N2' &&
    recipient?.documentType === 'international_vat_number' &&
    recipient.countryCode !== null &&
    vatPrefixOf(recipient.countryCode) !== null
  );
}

/** The mentions of an invoice, each once, in the order of its tax groups. */
export function buildLegalMentions(document: InvoiceDocument): readonly string[] {
  const mentions = new Set<string>();
  for (const group of document.groups) {
    const regime =
      group.taxType === 'iva' && group.regime !== null ? REGIME_MENTIONS[group.regime] : undefined;
    if (regime !== undefined) mentions.add(regime);
    const operation = buildOperationMention(group);
    if (operation !== null) mentions.add(operation);
    if (isReverseChargedAbroad(group, document.recipient)) mentions.add(REVERSE_CHARGE_ABROAD);
  }
  if (document.unidentifiedRecipient) mentions.add(UNIDENTIFIED_RECIPIENT);
  return [...mentions];
}
