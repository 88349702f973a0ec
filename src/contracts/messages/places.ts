import { defineTexts } from './texts.ts';

/** The objects in an invoice, as messages name them. */
export const PLACES = defineTexts({
  line: { en: 'Line {line}', es: 'Línea {line}' },
  line_allowances: { en: 'Line {line}, allowance {number}', es: 'Línea {line}, descuento {number}' },
  line_charges: { en: 'Line {line}, charge {number}', es: 'Línea {line}, cargo {number}' },
  line_period: { en: 'Line {line}, period', es: 'Línea {line}, periodo' },
  line_property: { en: 'Line {line}, property', es: 'Línea {line}, inmueble' },
  recipient: { en: 'Recipient {number}', es: 'Destinatario {number}' },
  recipient_profile: { en: 'Recipient profile', es: 'Perfil del destinatario' },
  electronic_address_of: { en: '{party}, electronic address', es: '{party}, dirección electrónica' },
  dir3_of: { en: '{party}, DIR3', es: '{party}, DIR3' },
  contact_of: { en: '{party}, contact', es: '{party}, contacto' },
  person_name_of: { en: '{party}, person name', es: '{party}, nombre y apellidos' },
  allowances: { en: 'Allowance {number}', es: 'Descuento {number}' },
  charges: { en: 'Charge {number}', es: 'Cargo {number}' },
  rectified_invoice: { en: 'Rectified invoice {number}', es: 'Factura rectificada {number}' },
  replaced_invoice: { en: 'Replaced invoice {number}', es: 'Factura sustituida {number}' },
  issuing_document: {
    en: 'Issued by, document',
    es: 'Expedición por tercero o destinatario, documento',
  },
  due_date: { en: 'Payment, due date {number}', es: 'Pago, vencimiento {number}' },
});
