import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { isEuropeanVatNumber } from '../invoice/vat-number.ts';
import { element, optionalElement, parent } from './xml.ts';

/** ISO 3166-1 countries that AEAT's CountryType2 does not list; QU is its code for those. */
const UNLISTED_COUNTRIES: ReadonlySet<string> = new Set(['AX', 'BL', 'EH', 'GF', 'GP', 'MF', 'MQ', 'SJ']);
/** AEAT's list L7. */
const NIF_IVA = '02';
const PASSPORT = '03';
const FOREIGN_ID = '04';

type Recipient = NonNullable<InvoiceDocument['recipient']>;

/** The Destinatarios block; nothing where the invoice has no recipient. */
export function buildDestinatarios(recipient: Recipient | null): string {
  if (recipient === null) return '';
  const name = element('NombreRazon', recipient.name);
  return parent('Destinatarios', parent('IDDestinatario', name, buildIdentification(recipient)));
}

function buildIdentification(recipient: Recipient): string {
  const { documentType, documentNumber, countryCode } = recipient;
  if (documentType === 'nif' || documentType === 'nie') return element('NIF', documentNumber);
  return parent(
    'IDOtro',
    optionalElement('CodigoPais', countryCode && mapCountry(countryCode)),
    element('IDType', chooseIdType(recipient)),
    element('ID', documentNumber),
  );
}

function chooseIdType({ documentType, documentNumber }: Recipient): string {
  if (documentType === 'passport') return PASSPORT;
  return isEuropeanVatNumber(documentNumber) ? NIF_IVA : FOREIGN_ID;
}

function mapCountry(countryCode: string): string {
  return UNLISTED_COUNTRIES.has(countryCode) ? 'QU' : countryCode;
}
