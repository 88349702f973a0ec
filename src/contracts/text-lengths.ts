import { normaliseText } from './shown-text.ts';

/** Maximum length of the texts of a request, by member, in code points after normalisation. The rules and the OpenAPI document use it. */
export const MAX_LENGTHS = {
  external_batch_id: 255,
  external_invoice_id: 255,
  /** AEAT's NumSerieFactura. */
  number_serie: 60,
  /** AEAT's NombreRazon. */
  issuer_name: 120,
  recipient_legal_name: 120,
  /** AEAT's DescripcionOperacion. */
  operation_description: 500,
  recipient_billing_address: 250,
  recipient_billing_postal_code: 20,
  recipient_billing_city: 100,
  payment_method_info: 500,
  footer_note: 2000,
  concept: 1000,
  notes: 2000,
  /* Of members that only version 2 has. */
  rectification_reason: 500,
  allowance_reason: 120,
  item_code: 100,
  buyer_item_code: 100,
  order_line_reference: 100,
  /** EN 16931 BT-10 to 13, 16 and 11. */
  reference: 100,
  /** AEAT's NombreRazon. */
  party_name: 120,
  address: 250,
  postal_code: 20,
  city: 100,
  electronic_address: 100,
  /** The 35 characters of SEPA. */
  mandate_reference: 35,
  payment_terms: 500,
  /** The 140 characters of SEPA's remittance information. */
  payment_reference: 140,
  /** Facturae's Name, FirstSurname and SecondSurname. */
  person_name: 40,
  contact_phone: 40,
  contact_email: 100,
  metadata_key: 40,
  metadata_value: 500,
} as const;

/** Returns the length of a text in code points, after NFC normalisation and without leading and trailing blanks. All limits count lengths this way. */
export function countCharacters(text: string): number {
  const normal = normaliseText(text).trim();
  let count = 0;
  for (let at = 0; at < normal.length; at += normal.codePointAt(at)! > 0xff_ff ? 2 : 1) count += 1;
  return count;
}
