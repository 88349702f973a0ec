import type { Texts } from '../template.ts';

/** Phrases that other texts contain as values. */
export const PHRASES: Texts = {
  // Invoice types.
  'R1 to R4': 'R1 a R4',
  'F1, or F3 to replace simplified invoices': 'F1, o F3 para sustituir facturas simplificadas',

  // Other invoices, and where a value comes from.
  'issued invoice {id}': 'la factura expedida {id}',
  'issued invoice {id}, dated {date}': 'la factura expedida {id}, de fecha {date}',
  'batch invoice {id}': 'factura de lote {id}',
  'invoices[{index}] of this batch': 'invoices[{index}] de este lote',
  'invoices[{index}] of this batch, dated {date}': 'invoices[{index}] de este lote, de fecha {date}',
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
  'an allowance lowers the base of the operation for which it is granted (LIVA art. 78.Tres.2); state the tax of the lines that it is for, or grant it in those lines':
    'un descuento reduce la base imponible de la operación por la que se concede (art. 78.Tres.2.º LIVA); indique el impuesto de las líneas a las que corresponde, o concédalo en esas líneas',
  'goods that are sent to it are exempt (tax exemption code E5, LIVA art. 25), and services to it are not subject here (tax operation key N2, art. 69)':
    'los bienes que se le envían están exentos (causa de exención E5, art. 25 LIVA) y los servicios que se le prestan no están sujetos aquí (calificación N2, art. 69)',
  'an invoice is issued at the operation or, for a business, before the 16th of the following month (RD 1619/2012 art. 11)':
    'la factura se expide al realizarse la operación o, para un empresario o profesional, antes del día 16 del mes siguiente (art. 11 RD 1619/2012)',

  // Currencies.
  'at most {high} euros': 'como máximo {high} euros',
  'between {low} and {high} euros': 'entre {low} y {high} euros',

  // Characters.
  '{characters} and {number} more': '{characters} y {number} más',
  '{character}, which makes the text look different from what is stored':
    '{character}, que hace que el texto se vea distinto de como se guarda',
  '{character} without an isolate before it': '{character} sin un carácter de aislamiento anterior',
  '{character} without the {end} that ends it': '{character} sin el {end} que lo cierra',
  'more than 8 combining marks on one character: {mark} is one too many':
    'más de 8 signos combinables sobre un carácter: {mark} sobra',

  // Corrections.
  annulled: 'no se puede anular',
  'sent again': 'no se puede enviar de nuevo',
  'AEAT has not answered record {sequence} yet': 'la AEAT todavía no ha respondido al registro {sequence}',
  'AEAT refused its annulment (record {sequence}): resend that':
    'la AEAT rechazó su anulación (registro {sequence}): envíela de nuevo',
  'it is annulled': 'está anulada',
  'it is annulled already': 'ya está anulada',
  'AEAT has already registered its annulment': 'la AEAT ya ha registrado su anulación',
  'AEAT has its annulment': 'la AEAT tiene su anulación',
  'it has no registration record': 'no tiene registro de facturación',
  'AEAT accepted it: there is nothing to correct': 'la AEAT la aceptó: no hay nada que corregir',
  'AEAT accepted it, and error {code} needs no correction':
    'la AEAT la aceptó, y el error {code} no necesita corrección',
  '{numbers} and others correct or replace it: annul those first':
    '{numbers} y otras la rectifican o sustituyen: anule antes esas facturas',
  '{number} corrects or replaces it: annul that invoice first':
    '{number} la rectifica o sustituye: anule antes esa factura',
  '{numbers} correct or replace it: annul those first':
    '{numbers} la rectifican o sustituyen: anule antes esas facturas',
  'its chain waits for its comparison with AEAT after a restore or a failover':
    'su cadena espera la comparación con la AEAT después de una restauración o una conmutación',
  'its chain is halted until an operator resumes it':
    'su cadena está detenida hasta que un operador la reanude',
  'AEAT called it a duplicate, and its register must show whose record it has; an operator can query it':
    'la AEAT la considera duplicada, y su registro debe mostrar de quién es el que tiene; puede consultarlo un operador',
  'an annulment has no recipient': 'una anulación no tiene destinatario',
  'an invoice with several recipients does not say which of them is meant':
    'una factura con varios destinatarios no indica a cuál se refiere',
  'only a natural person with a NIF can be outside the census':
    'solo una persona física con NIF puede no estar en el censo',
  'regime {regime} requires the NIF of the recipient': 'el régimen {regime} exige el NIF del destinatario',
  'must have no control character: {character} is one':
    'no debe tener caracteres de control: {character} es uno',
  'must not contain {character*}': 'no debe contener {character}',
  'must have a character that can be seen': 'debe tener un carácter visible',
  'no ingress or worker of this version has started since the VERIFACTU_PRODUCER_… settings were set':
    'ningún proceso de esta versión ha arrancado desde que se configuró VERIFACTU_PRODUCER_…',

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
