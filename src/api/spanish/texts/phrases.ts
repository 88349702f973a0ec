import type { Texts } from '../template.ts';

/** Phrases that other texts contain as values. */
export const PHRASES: Texts = {
  // Invoice types.
  'R1 to R4': 'R1 a R4',
  'F1, or F3 to replace simplified invoices': 'F1, o F3 para sustituir facturas simplificadas',

  // Other invoices, and where a value comes from.
  'issued invoice {id}': 'la factura expedida {id}',
  'issued invoice {id}, dated {date}': 'la factura expedida {id}, de fecha {date}',
  'invoices[{index}] of this batch': 'invoices[{index}] de este lote',
  'an operator set it': 'lo indicó un operador',
  'the last record that AEAT accepted has it': 'es el del último registro que aceptó la AEAT',

  // Documents and countries.
  'such as ES': 'como ES',
  'here {country}': 'aquí {country}',
  'Northern Ireland': 'Irlanda del Norte',
  'send it without ES, as {nif}': 'envíelo sin ES, como {nif}',
  'it is a NIF; use recipient document type nif': 'es un NIF; utilice el tipo de documento nif',
  'a VAT number of another member state has the recipient document type international_vat_number':
    'el NIF-IVA de otro Estado miembro tiene el tipo de documento international_vat_number',

  // Taxes.
  'iva, igic or psi': 'iva, igic o psi',
  'tax exemption code {code}': 'la causa de exención {code}',
  'tax operation key {key}': 'la calificación {key}',
  'tax regime {regime}': 'el régimen {regime}',
  'leave it out and give the tax exemption code that tax regime {regime} needs':
    'omita este campo e indique la causa de exención que exige el régimen {regime}',
  'leave it out, with tax regime {regime} it is {key}': 'omita este campo; con el régimen {regime} es {key}',
  'use tax regime {regime}': 'utilice el régimen {regime}',
  'use tax regime {regime}, or leave it out, with tax regime {own} the line is {key}':
    'utilice el régimen {regime} u omita este campo; con el régimen {own} la línea es {key}',
  'use E2 for an export, or tax regime 01': 'utilice E2 para una exportación, o el régimen 01',
  'give the code of the exemption, or use tax regime 01':
    'indique la causa de exención o utilice el régimen 01',
  'version 1 of the API has no member for the VAT of those states, so the total does not include it':
    'la versión 1 de la API no tiene ningún campo para el IVA de esos Estados, por lo que el total no lo incluye',
  'the line does not state the VAT of that state; use tax type oss':
    'la línea no indica el IVA de ese Estado; utilice el impuesto oss',

  // Characters.
  '{characters} and {number} more': '{characters} y {number} más',
  '{character}, which makes the text look different from what is stored':
    '{character}, que hace que el texto se vea distinto de como se guarda',
  '{character} without an isolate before it': '{character} sin un carácter de aislamiento anterior',
  '{character} without the {end} that ends it': '{character} sin el {end} que lo cierra',
  'more than 8 combining marks on one character: {mark} is one too many':
    'más de 8 signos combinables sobre un carácter: {mark} sobra',

  // Requests.
  'line {line}, column {column}': 'la línea {line}, columna {column}',
  'it ends too early, at {place*}': 'termina demasiado pronto, en {place}',
  'the character at {place*} is not expected there': 'el carácter situado en {place} no se espera allí',
  parameter: 'un parámetro desconocido',
  parameters: 'parámetros desconocidos',
  none: 'ninguno',
  '{names} and more': '{names} y otros',
  'the page could not be rendered in time': 'la página no pudo generarse a tiempo',

  // Settings.
  'WEBHOOKS_ALLOW_PRIVATE is true': 'WEBHOOKS_ALLOW_PRIVATE sea true',
};
