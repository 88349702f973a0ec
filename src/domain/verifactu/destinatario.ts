import type { DocumentType } from '../../contracts/codes.ts';
import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import { isEuropeanVatNumber } from '../invoice/vat-number.ts';
import { element, optionalElement, parent } from './xml.ts';

/** Countries that AEAT's CountryType2 does not list; its code QU represents them. XK is Kosovo. */
const UNLISTED_COUNTRIES: ReadonlySet<string> = new Set([
  'AX',
  'BL',
  'EH',
  'GF',
  'GP',
  'MF',
  'MQ',
  'SJ',
  'XK',
]);
/** AEAT's list L7. A NIF, of which a NIE is one kind, is not in it. */
const ID_TYPES: Readonly<Partial<Record<DocumentType, string>>> = {
  eu_vat: '02',
  passport: '03',
  official_id: '04',
  residence_certificate: '05',
  other_document: '06',
  not_registered: '07',
};
const NIF_IVA = '02';
const FOREIGN_ID = '04';
const OUTSIDE_CENSUS = '07';

/** How a person is identified. */
export type Identification = Pick<Recipient, 'documentType' | 'documentNumber' | 'countryCode'>;

/**
 * Builds the Destinatarios block. Returns an empty text if the invoice has no recipient.
 * @param isOutsideCensus whether a recipient with NIF is identified as not in AEAT's census; see `cannotBeOutsideCensus`.
 */
export function buildDestinatarios(
  { recipient, otherRecipients = [] }: Pick<InvoiceDocument, 'recipient' | 'otherRecipients'>,
  isOutsideCensus = false,
): string {
  if (recipient === null) return '';
  const all = [recipient, ...otherRecipients].map((each) => {
    const identification =
      isOutsideCensus && isByNif(each)
        ? buildOther('ES', OUTSIDE_CENSUS, each.documentNumber)
        : buildIdentification(each);
    return parent('IDDestinatario', element('NombreRazon', each.name), identification);
  });
  return parent('Destinatarios', all.join(''));
}

/**
 * Returns why the recipient of an invoice cannot be identified as not in AEAT's census (IDType 07); null if that is possible. AEAT accepts it only
 * for natural persons with a NIF (1131), and not with a regime that requires the NIF of the recipient (1205, 1149).
 */
export function cannotBeOutsideCensus({
  recipient,
  otherRecipients,
  groups,
}: InvoiceDocument): string | null {
  if (otherRecipients !== undefined)
    return 'an invoice with several recipients does not say which of them is meant';
  if (recipient === null || !isByNif(recipient) || !/^[0-9XYZKLM]/.test(recipient.documentNumber)) {
    return 'only a natural person with a NIF can be outside the census';
  }
  const regime = groups.find((group) => group.regime === '10' || group.regime === '14')?.regime;
  return regime == null ? null : `regime ${regime} requires the NIF of the recipient`;
}

function isByNif({ documentType }: Identification): boolean {
  return documentType === 'nif' || documentType === 'nie';
}

/** Builds the NIF of a person, or IDOtro for any other document. */
export function buildIdentification(person: Identification): string {
  const { documentType, documentNumber, countryCode } = person;
  if (isByNif(person)) return element('NIF', documentNumber);
  const idType = ID_TYPES[documentType] ?? (isEuropeanVatNumber(documentNumber) ? NIF_IVA : FOREIGN_ID);
  return buildOther(countryCode && mapCountry(countryCode), idType, documentNumber);
}

function buildOther(country: string | null, idType: string, id: string): string {
  return parent(
    'IDOtro',
    optionalElement('CodigoPais', country),
    element('IDType', idType),
    element('ID', id),
  );
}

function mapCountry(countryCode: string): string {
  return UNLISTED_COUNTRIES.has(countryCode) ? 'QU' : countryCode;
}
