import { normaliseText } from './shown-text.ts';

/** Most characters (code points, after normalising) of the texts of a request, by their members. Rules and the OpenAPI document read them here. */
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
} as const;

/** How many characters (code points) a text has, as lengths are counted everywhere: normalised to NFC, without outer blanks. */
export function countCharacters(text: string): number {
  const normal = normaliseText(text).trim();
  let count = 0;
  for (let at = 0; at < normal.length; at += normal.codePointAt(at)! > 0xff_ff ? 2 : 1) count += 1;
  return count;
}
