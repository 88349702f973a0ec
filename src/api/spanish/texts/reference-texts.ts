import type { Texts } from '../template.ts';

/** What is wrong with the number of an invoice and with the invoices that it rectifies or replaces; why issuing failed. */
export const REFERENCE_TEXTS: Texts = {
  'is already used by {user*}: use a number that the issuer has not used in the same calendar year':
    'ya lo utiliza {user}: utilice un número que el emisor no haya utilizado en el mismo año natural',

  // What the request states.
  "can't be blank with invoice type {type}": 'no puede quedar en blanco con el tipo de factura {type}',
  'must be blank with invoice type {type}': 'debe quedar en blanco con el tipo de factura {type}',
  'must be blank with invoice type {type}: it is for F3':
    'debe quedar en blanco con el tipo de factura {type}: es para F3',
  "can't be given together with {member}: name the invoice there":
    'no puede enviarse junto con {member}: indique allí la factura',
  "can't be blank: a rectifying invoice states the reason of the rectification (RD 1619/2012 art. 15.4)":
    'no puede quedar en blanco: la factura rectificativa indica el motivo de la rectificación (art. 15.4 RD 1619/2012)',
  "can't be blank without a period: name the rectified invoices or, for a discount on the volume of a period, state that period (RD 1619/2012 art. 15)":
    'no puede quedar en blanco sin un periodo: indique las facturas rectificadas o, para un descuento por volumen de operaciones de un periodo, ese periodo (art. 15 RD 1619/2012)',
  "can't be blank with the method substitution: it names the invoices that this one replaces; a discount on the volume of a period has the method differences (RD 1619/2012 art. 15.3)":
    'no puede quedar en blanco con el método substitution: indica las facturas a las que sustituye; un descuento por volumen de operaciones de un periodo lleva el método differences (art. 15.3 RD 1619/2012)',
  "can't be blank with invoice type {type}: only a discount on the volume of a period, which is R1, R4 or R5, may name a period instead of invoices (RD 1619/2012 art. 15.3)":
    'no puede quedar en blanco con el tipo de factura {type}: solo un descuento por volumen de operaciones de un periodo, que es R1, R4 o R5, puede indicar un periodo en lugar de facturas (art. 15.3 RD 1619/2012)',
  'must be blank with the method differences': 'debe quedar en blanco con el método differences',
  "can't be blank with the method substitution: it is the amount that this invoice replaces":
    'no puede quedar en blanco con el método substitution: es el importe que sustituye esta factura',
  'cannot name more than {most} invoices': 'no puede indicar más de {most} facturas',
  'names the same invoice as an earlier item of the list':
    'indica la misma factura que un elemento anterior de la lista',
  'names invoices beyond the {most} that the invoices of a batch can rectify or replace together: send it in another batch':
    'indica facturas por encima de las {most} que las facturas de un lote pueden rectificar o sustituir en conjunto: envíela en otro lote',
  "can't be given together with issued_invoice_id": 'no puede enviarse junto con issued_invoice_id',
  "can't be blank without issued_invoice_id": 'no puede quedar en blanco sin issued_invoice_id',

  // What is stored.
  'belongs to another issuer': 'es de otro emisor',
  'is annulled': 'está anulada',
  'has corrections that could not be added in time: compare their sum with its total':
    'tiene rectificaciones que no se han podido sumar a tiempo: compare su suma con el total de la factura',
  'is of type {found}: {own} replaces {allowed}': 'es de tipo {found}: {own} sustituye facturas {allowed}',
  'is of type {found}: {own} rectifies {allowed}': 'es de tipo {found}: {own} rectifica facturas {allowed}',
  'is of type {found}: {own} replaces {allowed}; replace the F2 that it rectifies instead, with the amounts after the rectification':
    'es de tipo {found}: {own} sustituye facturas {allowed}; sustituya en su lugar la F2 que rectifica, con los importes posteriores a la rectificación',
  'is dated {date}, after the issue date of this one, {own}':
    'es de fecha {date}, posterior a la fecha de expedición de esta, {own}',
  'is already replaced by {by*}: a simplified invoice can be replaced only once; rectify the F3 with R1 to R4':
    'ya la sustituye {by}: una factura simplificada solo puede sustituirse una vez; rectifique la F3 con R1 a R4',
  'is replaced by {by*}: a replaced simplified invoice can no longer be corrected; rectify the F3 with R1 to R4':
    'la sustituye {by}: una factura simplificada que se ha sustituido ya no puede rectificarse; rectifique la F3 con R1 a R4',
  'names this invoice itself': 'indica esta misma factura',
  'names {failed*}, which failed: correct that invoice and send both again':
    'indica {failed}, que no se ha expedido por un error: corrija esa factura y envíe las dos de nuevo',
  "names {other*}, which leads back to this invoice: invoices can't rectify or replace each other":
    'indica {other}, que conduce de nuevo a esta factura: las facturas no pueden rectificarse ni sustituirse entre sí',
  'leads through R5 to more invoices than are followed, {most} altogether and {steps} one after another: rectify the simplified invoices themselves, or send this invoice in a batch of its own':
    'conduce a través de R5 a más facturas de las que se siguen, {most} en total y {steps} una tras otra: rectifique las propias facturas simplificadas, o envíe esta factura en un lote propio',
  "has the operation date {day}, on which the rates of IVA were {rates}: {wrong} can't be charged":
    'tiene la fecha de operación {day}, en la que los tipos del IVA eran {rates}: no puede repercutirse {wrong}',
  "has the operation date {day}, on which the rates of IVA were {rates}: {wrong} can't be charged; state the operation date if it was another day, and rectify or replace invoices of other rates separately":
    'tiene la fecha de operación {day}, en la que los tipos del IVA eran {rates}: no puede repercutirse {wrong}; indique la fecha de operación si fue otro día, y rectifique o sustituya por separado las facturas de otros tipos',
  "names invoices whose amounts add up to {limit} or more, which a record can't state: replace them with several invoices":
    'indica facturas cuyos importes suman {limit} o más, lo que un registro no puede contener: sustitúyalas con varias facturas',
  "can't be blank, because the rectified invoice {number} belongs to an archived month: state the amounts that this invoice replaces":
    'no puede quedar en blanco, porque la factura rectificada {number} pertenece a un mes archivado: indique los importes que sustituye esta factura',
  'names more invoices with problems than this list shows':
    'indica más facturas con errores de las que muestra esta lista',

  // Whole messages of invoices that could not be issued.
  'The invoice has unknown members or values of wrong JSON types':
    'La factura tiene campos desconocidos o valores de un tipo JSON incorrecto',
  'The invoice could not be processed because of an internal error':
    'No se pudo procesar la factura por un error interno',
  'The invoice could not be processed in time: the database did not finish reading what the invoice rectifies or replaces':
    'No se pudo procesar la factura a tiempo: la base de datos no terminó de leer lo que la factura rectifica o sustituye',
  'Erased after its retention period': 'Borrada al terminar su plazo de conservación',
};
