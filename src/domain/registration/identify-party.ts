import type { DocumentType } from '../../contracts/codes.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';
import { isEuropeanVatNumber } from '../invoice/vat-number.ts';
import type { OtherIdentification, Party } from 'verifactu-protocol/records/registered-invoice';

/** AEAT's list L7. A NIF, of which a NIE is one kind, is not in it. */
const ID_TYPES: Readonly<Partial<Record<DocumentType, OtherIdentification['type']>>> = {
  eu_vat: '02',
  passport: '03',
  official_id: '04',
  residence_certificate: '05',
  other_document: '06',
  not_registered: '07',
};
const NIF_IVA = '02';
const FOREIGN_ID = '04';

/**
 * The document types whose numbers are Spanish: a passport or a foreign number can look like one.
 */
export const SPANISH_DOCUMENTS: ReadonlySet<DocumentType> = new Set(['nif', 'nie', 'not_registered']);

type Identified = Pick<Recipient, 'documentType' | 'documentNumber' | 'countryCode'>;

/**
 * Returns whether a person or an entity is identified by a Spanish NIF, of which a NIE is one kind.
 */
export function isByNif({ documentType }: Pick<Identified, 'documentType'>): boolean {
  return documentType === 'nif' || documentType === 'nie';
}

/**
 * Returns how a record identifies a person or an entity: by NIF, or by IDOtro for any other
 * document.
 */
export function identifyParty(party: Identified): Party['identification'] {
  const { documentType, documentNumber, countryCode } = party;
  if (isByNif(party)) return { nif: documentNumber };
  const type = ID_TYPES[documentType] ?? (isEuropeanVatNumber(documentNumber) ? NIF_IVA : FOREIGN_ID);
  return { country: countryCode, type, id: documentNumber };
}
