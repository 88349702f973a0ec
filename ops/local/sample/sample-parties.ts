import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';

/**
 * The issuers and recipients of the sample. All are invented; every tax number has a valid control
 * character.
 */

export const WORKSHOP = { issuer_nif: 'B12345674', issuer_name: 'Talleres y Reformas Demo, S.L.' };
export const ISLANDS = { issuer_nif: 'A12345674', issuer_name: 'Comercial Atlántica Demo, S.A.' };
/** Keeps its books at AEAT through SII, by month, and sends its invoices to the SPFE. */
export const WHOLESALER = { issuer_nif: 'A87654323', issuer_name: 'Distribuciones Centrales Demo, S.A.' };

/** The profiles of the issuers: data without a field in the API that the sample's invoices show. */
export const ISSUER_PROFILES: Readonly<Record<string, IssuerProfile>> = {
  [WORKSHOP.issuer_nif]: {
    ...buildProfile('Polígono El Ejemplo, nave 12', '47008', 'Valladolid', 'taller'),
    accent: '#8c2f1b',
  },
  [ISLANDS.issuer_nif]: {
    ...buildProfile('Calle del Muelle 3', '35008', 'Las Palmas de Gran Canaria', 'comercial'),
    accent: '#1a5276',
  },
  [WHOLESALER.issuer_nif]: {
    ...buildProfile('Avenida de la Logística 21', '28906', 'Getafe', 'distribuciones'),
    accent: '#4a5d23',
  },
};

function buildProfile(address: string, postalCode: string, city: string, name: string): IssuerProfile {
  return {
    name: null,
    accent: null,
    language: null,
    address,
    postalCode,
    city,
    province: null,
    countryCode: null,
    email: `facturas@${name}.example`,
    phone: null,
    website: `${name}.example`,
    registryNote: 'Inscrita en el Registro Mercantil, tomo 1000, folio 1, hoja X-1000 (datos de ejemplo)',
    logo: null,
  };
}

type Recipient = Pick<
  InvoiceInput,
  | 'recipient_legal_name'
  | 'recipient_document_type'
  | 'recipient_document_number'
  | 'recipient_billing_address'
  | 'recipient_billing_postal_code'
  | 'recipient_billing_city'
  | 'recipient_country_code'
>;

export const COMPANY = buildRecipient('nif', 'B87654323', 'ES', 'Construcciones Ibáñez e Hijos, S.L.', [
  'Calle de Alcalá 147, 3.º B',
  '28009',
  'Madrid',
]);
export const ASSOCIATION = buildRecipient('nif', 'G12345674', 'ES', 'Asociación Cultural La Peña', [
  'Plaza Mayor 4',
  '37002',
  'Salamanca',
]);
export const TOWN = buildRecipient('nif', 'P1234567D', 'ES', 'Ayuntamiento de Villaejemplo', [
  'Plaza de España 1',
  '45100',
  'Villaejemplo',
]);
export const PERSON = buildRecipient('nif', '12345678Z', null, 'María del Carmen Núñez Ávila', [
  'Avenida de la Constitución 22, 1.º dcha.',
  '41001',
  'Sevilla',
]);
export const RESIDENT = buildRecipient('nie', 'X1234567L', 'ES', 'Anneliese Grünwald', [
  'Carrer de Mallorca 401',
  '08013',
  'Barcelona',
]);
export const TRAVELLER = buildRecipient('passport', 'X1234567', 'US', 'Eleanor Whitfield', [
  '1200 Market Street',
  'PA 19107',
  'Philadelphia',
]);
export const FRENCH_COMPANY = buildRecipient(
  'international_vat_number',
  'FR40303265045',
  'FR',
  'Ateliers du Midi SARL',
  ['12 rue de Metz', '31000', 'Toulouse'],
);

function buildRecipient(
  type: 'nif' | 'nie' | 'passport' | 'international_vat_number',
  number: string,
  country: string | null,
  name: string,
  [address = '', postalCode = '', city = '']: string[],
): Recipient {
  return {
    recipient_legal_name: name,
    recipient_document_type: type,
    recipient_document_number: number,
    recipient_billing_address: address,
    recipient_billing_postal_code: postalCode,
    recipient_billing_city: city,
    recipient_country_code: country,
  };
}
