import { defineTexts } from './texts.ts';

/** Why an invoice is not corrected, and what is wrong with a reason. */
export const CORRECTIONS = defineTexts({
  // Corrections.
  be_annulled: { en: 'annulled', es: 'no se puede anular' },
  be_sent_again: { en: 'sent again', es: 'no se puede enviar de nuevo' },
  record_not_answered: {
    en: 'AEAT has not answered record {sequence} yet',
    es: 'la AEAT todavía no ha respondido al registro {sequence}',
  },
  annulment_refused: {
    en: 'AEAT refused its annulment (record {sequence}): resend that',
    es: 'la AEAT rechazó su anulación (registro {sequence}): envíela de nuevo',
  },
  is_annulled: { en: 'it is annulled', es: 'está anulada' },
  is_annulled_already: { en: 'it is annulled already', es: 'ya está anulada' },
  annulment_registered: {
    en: 'AEAT has already registered its annulment',
    es: 'la AEAT ya ha registrado su anulación',
  },
  annulment_held: { en: 'AEAT has its annulment', es: 'la AEAT tiene su anulación' },
  no_record: { en: 'it has no registration record', es: 'no tiene registro de facturación' },
  nothing_to_correct: {
    en: 'AEAT accepted it: there is nothing to correct',
    es: 'la AEAT la aceptó: no hay nada que corregir',
  },
  error_needs_no_correction: {
    en: 'AEAT accepted it, and error {code} needs no correction',
    es: 'la AEAT la aceptó, y el error {code} no necesita corrección',
  },
  entry_not_answered: {
    en: 'SII has not answered its entry yet: wait for the answer',
    es: 'el SII todavía no ha respondido a su registro: espere la respuesta',
  },
  entry_accepted: {
    en: 'SII accepted its entry without errors, so that there is nothing to send again: rectify the invoice if it is wrong; annul it and issue another if its number, date or issuer is wrong',
    es: 'el SII aceptó su registro sin errores, y no hay nada que enviar de nuevo: rectifique la factura si es errónea; anúlela y expida otra si es erróneo su número, su fecha o su emisor',
  },
  entry_withdrawn: {
    en: 'it is annulled already, and SII has withdrawn its entry',
    es: 'ya está anulada, y el SII ha dado de baja su registro',
  },
  withdrawal_refused: {
    en: 'it is annulled already, but SII refused to withdraw its entry: resend that',
    es: 'ya está anulada, pero el SII rechazó la baja de su registro: envíela de nuevo',
  },
  number_of_another_entry: {
    en: 'AEAT has another entry with its issuer, number and date (3000), which the annulment would withdraw: find out which system sent it',
    es: 'la AEAT tiene otro registro con su emisor, número y fecha (3000), que la anulación daría de baja: averigüe qué sistema lo envió',
  },
  entry_missing: {
    en: 'it has no entry in SII',
    es: 'no tiene registro en el SII',
  },
  record_not_annulled: {
    en: 'its record in VeriFactu is not annulled: annul it there first',
    es: 'su registro en VeriFactu no está anulado: anúlela primero allí',
  },
  entry_not_expressible: {
    en: 'this version of the engine cannot state it in the book of SII: {says}; rectify the invoice',
    es: 'esta versión del motor no puede expresarla en el libro del SII: {says}; rectifique la factura',
  },
  corrected_by_others: {
    en: '{numbers} and others correct or replace it: annul those first',
    es: '{numbers} y otras la rectifican o sustituyen: anule antes esas facturas',
  },
  corrected_by_one: {
    en: '{number} corrects or replaces it: annul that invoice first',
    es: '{number} la rectifica o sustituye: anule antes esa factura',
  },
  corrected_by_several: {
    en: '{numbers} correct or replace it: annul those first',
    es: '{numbers} la rectifican o sustituyen: anule antes esas facturas',
  },
  chain_unmarked: {
    en: 'its chain waits for its comparison with AEAT after a restore or a failover',
    es: 'su cadena espera la comparación con la AEAT después de una restauración o una conmutación',
  },
  chain_halted: {
    en: 'its chain is halted until an operator resumes it',
    es: 'su cadena está detenida hasta que un operador la reanude',
  },
  register_unclear: {
    en: 'AEAT called it a duplicate, and its register must show whose record it has; an operator can query it',
    es: 'la AEAT la considera duplicada, y su registro debe mostrar de quién es el que tiene; puede consultarlo un operador',
  },
  annulment_without_recipient: {
    en: 'an annulment has no recipient',
    es: 'una anulación no tiene destinatario',
  },
  several_recipients: {
    en: 'an invoice with several recipients does not say which of them is meant',
    es: 'una factura con varios destinatarios no indica a cuál se refiere',
  },
  not_a_natural_person: {
    en: 'only a natural person with a NIF can be outside the census',
    es: 'solo una persona física con NIF puede no estar en el censo',
  },
  regime_needs_nif: {
    en: 'regime {regime} requires the NIF of the recipient',
    es: 'el régimen {regime} exige el NIF del destinatario',
  },
  control_character: {
    en: 'must have no control character: {character} is one',
    es: 'no debe tener caracteres de control: {character} es uno',
  },
  shown_differently: { en: 'must not contain {character}', es: 'no debe contener {character}' },
  nothing_visible: { en: 'must have a character that can be seen', es: 'debe tener un carácter visible' },
  no_producer: {
    en: 'no ingress or worker of this version has started since the VERIFACTU_PRODUCER_… settings were set',
    es: 'ningún proceso de esta versión ha arrancado desde que se configuró VERIFACTU_PRODUCER_…',
  },

  // Credits.
  credited_line: { en: 'Credited line {number}', es: 'Línea abonada {number}' },
  no_such_line: {
    en: 'is not a line of the invoice, which has {lines}',
    es: 'no es una línea de la factura, que tiene {lines}',
  },
  no_credited_line: {
    en: 'can’t be an empty list; without this member the whole invoice is credited',
    es: 'la lista no puede estar vacía; sin este miembro se abona toda la factura',
  },
  more_lines_than_invoice: {
    en: 'are more than the invoice has ({lines})',
    es: 'son más que las de la factura ({lines})',
  },
  line_twice: {
    en: 'names the same line as an earlier item of the list',
    es: 'indica la misma línea que un elemento anterior de la lista',
  },
  credits_nothing: {
    en: 'credit nothing, because their amounts are rounded to 0.00: credit more units at once',
    es: 'no abonan nada, porque sus importes se redondean a 0,00: abone más unidades a la vez',
  },
  credited_in_part: {
    en: 'must be stated, because a part of the invoice was credited before',
    es: 'se deben indicar, porque una parte de la factura ya se abonó',
  },
  blank_units_without_amount: {
    en: 'or amount is required',
    es: 'indique las unidades o el importe',
  },
  amount_beside_units: {
    en: 'and amount can’t both be given',
    es: 'no se pueden indicar a la vez que el importe',
  },
  beyond_units_left: {
    en: 'are more than the {left} that are left to credit',
    es: 'son más que las {left} que quedan por abonar',
  },
  beyond_amount_left: {
    en: 'is more than the {left} of the line that are left to credit',
    es: 'es mayor que los {left} de la línea que quedan por abonar',
  },
  units_beyond_amount_left: {
    en: 'are {amount} of the line, of which {left} are left to credit; state at most that as amount',
    es: 'son {amount} de la línea, de la que quedan {left} por abonar; indique como máximo ese importe',
  },
  credit_beyond_left: {
    en: 'credit {credited} of a tax group of which {left} are left after the earlier rectifications; a rectification that you write as an invoice can state another change',
    es: 'abonan {credited} de un grupo de impuesto del que quedan {left} después de las rectificaciones anteriores; una rectificativa que escriba como factura puede indicar otro cambio',
  },
  credit_beyond_left_in_euros: {
    en: 'credit {credited} euros of a tax group of which {left} are left after the earlier rectifications; a rectification that you write as an invoice can state another change',
    es: 'abonan {credited} euros de un grupo de impuesto del que quedan {left} después de las rectificaciones anteriores; una rectificativa que escriba como factura puede indicar otro cambio',
  },
  before_credited: {
    en: 'can’t be before that of the credited invoice ({date})',
    es: 'no puede ser anterior a la de la factura abonada ({date})',
  },
  credit_needs_r5: {
    en: 'must be R5, because the invoice is a simplified one ({type})',
    es: 'debe ser R5, porque la factura es simplificada ({type})',
  },
  credit_not_r5: {
    en: 'can’t be R5, because the invoice is no simplified one ({type})',
    es: 'no puede ser R5, porque la factura no es simplificada ({type})',
  },
});
