import { defineTexts } from './texts.ts';

/**
 * What is wrong with the number of an invoice and with the invoices that it rectifies or replaces;
 * why issuing failed.
 */
export const REFERENCES = defineTexts({
  number_taken: {
    en: 'is already used by {user}: use a number that the issuer has not used in the same calendar year',
    es: 'ya lo utiliza {user}: utilice un número que el emisor no haya utilizado en el mismo año natural',
  },
  external_id_used: {
    en: 'is already used by {user}, and this organization asks that each is used once: look that invoice up, or send this one with an id of its own',
    es: 'ya lo utiliza {user}, y esta organización pide que cada uno se utilice una sola vez: consulte esa factura, o envíe esta con un identificador propio',
  },

  // What the request states.
  blank_with_type: {
    en: "can't be blank with invoice type {type}",
    es: 'no puede quedar en blanco con el tipo de factura {type}',
  },
  not_blank_with_type: {
    en: 'must be blank with invoice type {type}',
    es: 'debe quedar en blanco con el tipo de factura {type}',
  },
  replaces_not_with_type: {
    en: 'must be blank with invoice type {type}: it is for F3',
    es: 'debe quedar en blanco con el tipo de factura {type}: es para F3',
  },
  reference_beside_other: {
    en: "can't be given together with {member}: name the invoice there",
    es: 'no puede enviarse junto con {member}: indique allí la factura',
  },
  blank_rectification_reason: {
    en: "can't be blank: a rectifying invoice states the reason of the rectification (RD 1619/2012 art. 15.4)",
    es: 'no puede quedar en blanco: la factura rectificativa indica el motivo de la rectificación (art. 15.4 RD 1619/2012)',
  },
  blank_rectified_invoices: {
    en: "can't be blank without a period: name the rectified invoices or, for a discount on the volume of a period, state that period (RD 1619/2012 art. 15)",
    es: 'no puede quedar en blanco sin un periodo: indique las facturas rectificadas o, para un descuento por volumen de operaciones de un periodo, ese periodo (art. 15 RD 1619/2012)',
  },
  blank_substituted_invoices: {
    en: "can't be blank with the method substitution: it names the invoices that this one replaces; a discount on the volume of a period has the method differences (RD 1619/2012 art. 15.3)",
    es: 'no puede quedar en blanco con el método substitution: indica las facturas a las que sustituye; un descuento por volumen de operaciones de un periodo lleva el método differences (art. 15.3 RD 1619/2012)',
  },
  blank_invoices_with_type: {
    en: "can't be blank with invoice type {type}: only a discount on the volume of a period, which is R1, R4 or R5, may name a period instead of invoices (RD 1619/2012 art. 15.3)",
    es: 'no puede quedar en blanco con el tipo de factura {type}: solo un descuento por volumen de operaciones de un periodo, que es R1, R4 o R5, puede indicar un periodo en lugar de facturas (art. 15.3 RD 1619/2012)',
  },
  not_blank_with_differences: {
    en: 'must be blank with the method differences',
    es: 'debe quedar en blanco con el método differences',
  },
  blank_with_substitution: {
    en: "can't be blank with the method substitution: it is the amount that this invoice replaces",
    es: 'no puede quedar en blanco con el método substitution: es el importe que sustituye esta factura',
  },
  many_named_invoices: {
    en: 'cannot name more than {most} invoices',
    es: 'no puede indicar más de {most} facturas',
  },
  named_twice: {
    en: 'names the same invoice as an earlier item of the list',
    es: 'indica la misma factura que un elemento anterior de la lista',
  },
  named_beyond_batch: {
    en: 'names invoices beyond the {most} that the invoices of a batch can rectify or replace together: send it in another batch',
    es: 'indica facturas por encima de las {most} que las facturas de un lote pueden rectificar o sustituir en conjunto: envíela en otro lote',
  },
  not_beside_issued_invoice: {
    en: "can't be given together with issued_invoice_id",
    es: 'no puede enviarse junto con issued_invoice_id',
  },
  blank_without_issued_invoice: {
    en: "can't be blank without issued_invoice_id",
    es: 'no puede quedar en blanco sin issued_invoice_id',
  },

  // What is stored.
  of_other_issuer: { en: 'belongs to another issuer', es: 'es de otro emisor' },
  annulled: { en: 'is annulled', es: 'está anulada' },
  sum_unknown: {
    en: 'has corrections that could not be added in time: compare their sum with its total',
    es: 'tiene rectificaciones que no se han podido sumar a tiempo: compare su suma con el total de la factura',
  },
  type_not_replaced: {
    en: 'is of type {found}: {own} replaces {allowed}',
    es: 'es de tipo {found}: {own} sustituye facturas {allowed}',
  },
  type_not_rectified: {
    en: 'is of type {found}: {own} rectifies {allowed}',
    es: 'es de tipo {found}: {own} rectifica facturas {allowed}',
  },
  rectifying_not_replaced: {
    en: 'is of type {found}: {own} replaces {allowed}; replace the F2 that it rectifies instead, with the amounts after the rectification',
    es: 'es de tipo {found}: {own} sustituye facturas {allowed}; sustituya en su lugar la F2 que rectifica, con los importes posteriores a la rectificación',
  },
  named_later: {
    en: 'is dated {date}, after the issue date of this one, {own}',
    es: 'es de fecha {date}, posterior a la fecha de expedición de esta, {own}',
  },
  already_replaced: {
    en: 'is already replaced by {by}: a simplified invoice can be replaced only once; rectify the F3 with R1 to R4',
    es: 'ya la sustituye {by}: una factura simplificada solo puede sustituirse una vez; rectifique la F3 con R1 a R4',
  },
  replaced: {
    en: 'is replaced by {by}: a replaced simplified invoice can no longer be corrected; rectify the F3 with R1 to R4',
    es: 'la sustituye {by}: una factura simplificada que se ha sustituido ya no puede rectificarse; rectifique la F3 con R1 a R4',
  },
  names_itself: { en: 'names this invoice itself', es: 'indica esta misma factura' },
  names_failed: {
    en: 'names {failed}, which failed: correct that invoice and send both again',
    es: 'indica {failed}, que no se ha expedido por un error: corrija esa factura y envíe las dos de nuevo',
  },
  names_in_circle: {
    en: "names {other}, which leads back to this invoice: invoices can't rectify or replace each other",
    es: 'indica {other}, que conduce de nuevo a esta factura: las facturas no pueden rectificarse ni sustituirse entre sí',
  },
  long_chain_of_r5: {
    en: 'leads through R5 to more invoices than are followed, {most} altogether and {steps} one after another: rectify the simplified invoices themselves, or send this invoice in a batch of its own',
    es: 'conduce a través de R5 a más facturas de las que se siguen, {most} en total y {steps} una tras otra: rectifique las propias facturas simplificadas, o envíe esta factura en un lote propio',
  },
  rates_of_operation_date: {
    en: "has the operation date {day}, on which the rates of IVA were {rates}: {wrong} can't be charged",
    es: 'tiene la fecha de operación {day}, en la que los tipos del IVA eran {rates}: no puede repercutirse {wrong}',
  },
  rates_of_operation_date_unstated: {
    en: "has the operation date {day}, on which the rates of IVA were {rates}: {wrong} can't be charged; state the operation date if it was another day, and rectify or replace invoices of other rates separately",
    es: 'tiene la fecha de operación {day}, en la que los tipos del IVA eran {rates}: no puede repercutirse {wrong}; indique la fecha de operación si fue otro día, y rectifique o sustituya por separado las facturas de otros tipos',
  },
  named_amounts_too_large: {
    en: "names invoices whose amounts add up to {limit} or more, which a record can't state: replace them with several invoices",
    es: 'indica facturas cuyos importes suman {limit} o más, lo que un registro no puede contener: sustitúyalas con varias facturas',
  },
  blank_replaced_amounts: {
    en: "can't be blank, because the rectified invoice {number} belongs to an archived month: state the amounts that this invoice replaces",
    es: 'no puede quedar en blanco, porque la factura rectificada {number} pertenece a un mes archivado: indique los importes que sustituye esta factura',
  },
  more_named_problems: {
    en: 'names more invoices with problems than this list shows',
    es: 'indica más facturas con errores de las que muestra esta lista',
  },

  // Whole messages of invoices that could not be issued.
  wrong_shape: {
    en: 'The invoice has unknown members or values of wrong JSON types',
    es: 'La factura tiene campos desconocidos o valores de un tipo JSON incorrecto',
  },
  internal_error: {
    en: 'The invoice could not be processed because of an internal error',
    es: 'No se pudo procesar la factura por un error interno',
  },
  originals_not_read: {
    en: 'The invoice could not be processed in time: the database did not finish reading what the invoice rectifies or replaces',
    es: 'No se pudo procesar la factura a tiempo: la base de datos no terminó de leer lo que la factura rectifica o sustituye',
  },
  erased: { en: 'Erased after its retention period', es: 'Borrada al terminar su plazo de conservación' },

  // Other invoices, and where a value comes from.
  issued_invoice: { en: 'issued invoice {id}', es: 'la factura expedida {id}' },
  issued_invoice_of: {
    en: 'issued invoice {id}, dated {date}',
    es: 'la factura expedida {id}, de fecha {date}',
  },
  batch_invoice: { en: 'batch invoice {id}', es: 'factura de lote {id}' },
  invoice_of_batch: { en: 'invoices[{index}] of this batch', es: 'invoices[{index}] de este lote' },
  invoice_of_batch_of: {
    en: 'invoices[{index}] of this batch, dated {date}',
    es: 'invoices[{index}] de este lote, de fecha {date}',
  },
});
