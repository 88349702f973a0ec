import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { isEuropeanVatNumber } from '../invoice/vat-number.ts';
import { element, optionalElement, parent } from './xml.ts';

/** ISO 3166-1 countries that AEAT's CountryType2 does not list; its code QU represents them. */
const UNLISTED_COUNTRIES: ReadonlySet<string> = new Set(['AX', 'BL', 'EH', 'GF', 'GP', 'MF', 'MQ', 'SJ']);
/* Values of AEAT's list L7. */
const NIF_IVA = '02';
const PASSPORT = '03';
const FOREIGN_ID = '04';
const OUTSIDE_CENSUS = '07';

type Recipient = NonNullable<InvoiceDocument['recipient']>;

/**
 * Builds the Destinatarios block. Returns an empty text if the invoice has no recipient.
 * @param isOutsideCensus whether a recipient with NIF is identified as not in AEAT's census; see `cannotBeOutsideCensus`.
 */
export function buildDestinatarios(recipient: Recipient | null, isOutsideCensus = false): string {
  if (recipient === null) return '';
  const name = element('NombreRazon', recipient.name);
  const identification = isOutsideCensus
    ? buildOther('ES', OUTSIDE_CENSUS, recipient.documentNumber)
    : buildIdentification(recipient);
  return parent('Destinatarios', parent('IDDestinatario', name, identification));
}

/**
 * Returns why the recipient of an invoice cannot be identified as not in AEAT's census (IDType 07); null if that is possible. AEAT accepts it only
 * for natural persons with a NIF (1131), and not with a regime that requires the NIF of the recipient (1205, 1149).
 */
export function cannotBeOutsideCensus({ recipient, groups }: InvoiceDocument): string | null {
  const isByNif = recipient?.documentType === 'nif' || recipient?.documentType === 'nie';
  if (!isByNif || !/^[0-9XYZKLM]/.test(recipient.documentNumber)) {
    return 'only a natural person with a NIF can be outside the census';
  }
  const regime = groups.find((group) => group.regime === '10' || group.regime === '14')?.regime;
  return regime == null ? null : `regime ${regime} requires the NIF of the recipient`;
}

function buildIdentification(recipient: Recipient): string {
  const { documentType, documentNumber, countryCode } = recipient;
  if (documentType === 'nif' || documentType === 'nie') return element('NIF', documentNumber);
  return buildOther(countryCode && mapCountry(countryCode), chooseIdType(recipient), documentNumber);
}

function buildOther(country: string | null, idType: string, id: string): string {
  return parent(
    'IDOtro',
    optionalElement('CodigoPais', country),
    element('IDType', idType),
    element('ID', id),
  );
}

function chooseIdType({ documentType, documentNumber }: Recipient): string {
  if (documentType === 'passport') return PASSPORT;
  return isEuropeanVatNumber(documentNumber) ? NIF_IVA : FOREIGN_ID;
}

function mapCountry(countryCode: string): string {
  return UNLISTED_COUNTRIES.has(countryCode) ? 'QU' : countryCode;
}
