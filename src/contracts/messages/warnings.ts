import { defineTexts } from './texts.ts';

/** What an adviser would question in a valid invoice. */
export const WARNINGS = defineTexts({
  date_differs_from_today: {
    en: 'is {date}, but the invoice is issued on {today} or later: the issue date of an invoice must be the day on which it is issued (RD 1619/2012 art. 6.1.b, RD 1007/2023 art. 9)',
    es: 'es {date}, pero la factura se expide el {today} o más tarde: la fecha de expedición de una factura debe ser el día en que se expide (art. 6.1.b RD 1619/2012, art. 9 RD 1007/2023)',
  },
  blank_rectification_text: {
    en: 'is blank, so the invoice shows the concepts of its lines instead: a rectifying invoice must state the reason for the rectification (RD 1619/2012 art. 15.4)',
    es: 'está en blanco, por lo que la factura muestra en su lugar los conceptos de sus líneas: la factura rectificativa debe indicar el motivo de la rectificación (art. 15.4 RD 1619/2012)',
  },
  blank_recipient_address: {
    en: 'is blank: an invoice must contain the address of its recipient unless the recipient is a consumer (RD 1619/2012 art. 6.1.e)',
    es: 'está en blanco: la factura debe contener el domicilio de su destinatario, salvo que sea un consumidor final (art. 6.1.e RD 1619/2012)',
  },
  deferred_regime_in_past: {
    en: 'is {date} with tax regime {regime}, but the day of the operation is past: that regime is for operations whose IVA falls due after the issue date (LIVA art. 75.Uno.7.º); use tax regime 01 if the IVA fell due with the operation',
    es: 'es {date} con el régimen {regime}, pero el día de la operación ya ha pasado: ese régimen es para operaciones cuyo IVA se devenga después de la fecha de expedición (art. 75.Uno.7.º LIVA); utilice el régimen 01 si el IVA se devengó con la operación',
  },
  recipient_outside_census: {
    en: 'contain one of document type not_registered: AEAT accepts such a record with error {code}, because it does not know the person; use nif as soon as it does',
    es: 'contienen uno con el tipo de documento not_registered: la AEAT acepta ese registro con el error {code}, porque la persona no consta en su censo; utilice nif en cuanto conste',
  },
  negative_type: {
    en: 'is {type} and the total is {total}: to reverse or reduce an earlier invoice, send a rectifying invoice of type {instead} with rectified_invoice_id (RD 1619/2012 art. 15)',
    es: 'es {type} y el total es {total}: para anular o reducir una factura anterior, envíe una factura rectificativa de tipo {instead} con rectified_invoice_id (art. 15 RD 1619/2012)',
  },
  simplified_over_limit: {
    en: 'is F2 and the total is {total}: a simplified invoice may charge at most 3000 including taxes (RD 1619/2012 art. 4.2), although AEAT accepts up to 3010; identify the recipient and use invoice type F1',
    es: 'es F2 y el total es {total}: el importe de una factura simplificada no puede superar 3000, impuestos incluidos (art. 4.2 RD 1619/2012), aunque la AEAT acepta hasta 3010; identifique al destinatario y utilice el tipo de factura F1',
  },
  cash_over_limit: {
    en: 'is {means} and the total is {total}: a business may not accept 1000 or more in cash (Ley 7/2012 art. 7.Uno.1), or 10000 or more from a private person who is not resident in Spain',
    es: 'es {means} y el total es {total}: un empresario o profesional no puede cobrar en efectivo 1000 o más (art. 7.Uno.1 Ley 7/2012), ni 10000 o más de un particular que no tenga su domicilio fiscal en España',
  },
  only_suplidos: {
    en: "is {amount} beside a total of 0.00: expenses that were paid in the customer's name are not consideration (LIVA art. 78.Tres.3.º), and an invoice needs at least one charge of its own",
    es: 'es {amount} con un total de 0.00: los suplidos, pagados en nombre del cliente, no son contraprestación (art. 78.Tres.3.º LIVA), y una factura necesita al menos un importe propio',
  },
  missing_glyphs: {
    en: 'contains {list}, which the fonts of the PDF do not have, or cannot combine with the preceding letter: the PDF shows {box} instead',
    es: 'contiene {list}, que las fuentes del PDF no tienen o no pueden combinar con la letra anterior: el PDF muestra {box} en su lugar',
  },
  issuer_without_address: {
    en: '{nif} has no address in its profile, which the operator of this service can set: an invoice must contain the address of its issuer (RD 1619/2012 art. 6.1.e)',
    es: '{nif} no tiene domicilio en su perfil; puede indicarlo el operador de este servicio: la factura debe contener el domicilio de su emisor (art. 6.1.e RD 1619/2012)',
  },
  issuer_shared: {
    en: '{nif} is used by another organization of this service as well: AEAT refuses the second invoice of an issuer with the same number and date (3000). Ask the operator to bind the issuer to the organizations that may issue for it',
    es: '{nif} lo utiliza también otra organización de este servicio: la AEAT rechaza la segunda factura de un emisor con el mismo número y fecha (3000). Pida al operador que vincule el emisor a las organizaciones que pueden emitir para él',
  },
  issuer_name_split: {
    en: 'is {name}, of which Facturae would state the given name and the surnames {parts}: this is a guess; state them in issuer_person_name, or ask the operator to set them in the profile of the issuer',
    es: 'es {name}, del que Facturae indicaría el nombre de pila y los apellidos {parts}: es una suposición; indíquelos en issuer_person_name o pida al operador que los fije en el perfil del emisor',
  },
  recipient_name_split: {
    en: 'is {name}, of which Facturae would state the given name and the surnames {parts}: this is a guess; state them in person_name of the recipient or of its profile',
    es: 'es {name}, del que Facturae indicaría el nombre de pila y los apellidos {parts}: es una suposición; indíquelos en person_name del destinatario o de su perfil',
  },
  blank_dir3: {
    en: 'is blank, but the NIF {number} is that of a public body: FACe refuses a Facturae without the codes of its centres',
    es: 'queda en blanco, pero el NIF {number} es de un organismo público: FACe rechaza un Facturae sin los códigos de sus centros',
  },
  differences_exceed_original: {
    en: 'leads to an invoice with a total of {original}, whose corrections with this one add up to {corrections}: corrections by differences can deduct at most the amount that was charged (RD 1619/2012 art. 15)',
    es: 'lleva a una factura con un total de {original}, cuyas rectificaciones suman con esta {corrections}: las rectificaciones por diferencias pueden restar como máximo el importe que se facturó (art. 15 RD 1619/2012)',
  },
  substitution_exceeds_original: {
    en: 'leads to an invoice with a total of {original}, whose corrections with this one add up to {corrections}: corrections can deduct at most the amount that was charged (RD 1619/2012 art. 15)',
    es: 'lleva a una factura con un total de {original}, cuyas rectificaciones suman con esta {corrections}: las rectificaciones pueden restar como máximo el importe que se facturó (art. 15 RD 1619/2012)',
  },
  replaced_several_differ: {
    en: 'names invoices that charge {charged} together, with their corrections, and this one charges {total}: an invoice that replaces simplified invoices must charge the same amount (RD 1619/2012 art. 7.2)',
    es: 'indica facturas que suman {charged} con sus rectificaciones, y esta tiene un importe de {total}: la factura que sustituye a facturas simplificadas debe tener el mismo importe (art. 7.2 RD 1619/2012)',
  },
  replaced_differs: {
    en: 'charges {replaced} with its corrections, and this one charges {total}: an invoice that replaces a simplified invoice must charge the same amount (RD 1619/2012 art. 7.2)',
    es: 'tiene un importe de {replaced} con sus rectificaciones, y esta, de {total}: la factura que sustituye a una factura simplificada debe tener el mismo importe (art. 7.2 RD 1619/2012)',
  },
  number_differs_in_case: {
    en: 'differs from {other}, which the issuer has used in the same calendar year, only in the case of its letters: AEAT treats them as two invoices, but people may take them for one',
    es: 'se distingue de {other}, que el emisor ha utilizado en el mismo año natural, solo por las mayúsculas y minúsculas: la AEAT las trata como dos facturas, pero una persona puede tomarlas por una sola',
  },
  issued_late_in_other_period: {
    en: 'is {date}, but the issue date is {issueDate}: {rule}; the tax belongs to the return of the period of the operation',
    es: 'es {date}, pero la fecha de expedición es {issueDate}: {rule}; la cuota corresponde a la autoliquidación del periodo de la operación',
  },
  issued_late: {
    en: 'is {date}, but the issue date is {issueDate}: {rule}; state the operation date if the tax fell due on another day, as in a continuous supply (LIVA art. 75.Uno.7.º)',
    es: 'es {date}, pero la fecha de expedición es {issueDate}: {rule}; indique la fecha de operación si el impuesto se devengó otro día, como en las operaciones de tracto sucesivo (art. 75.Uno.7.º LIVA)',
  },
  recipient_repeated: {
    en: 'is {number}, which recipient {first} has as well: an invoice names each recipient once; leave one of them out or correct its document',
    es: 'es {number}, que tiene también el destinatario {first}: la factura indica cada destinatario una sola vez; omita uno de ellos o corrija su documento',
  },
  unidentified_over_limit: {
    en: 'is true and the total is {total}: a simplified invoice may charge at most 3000 including taxes (RD 1619/2012 art. 4.2), also if it identifies its recipient (art. 7.2); leave it out, so that the invoice is a full one',
    es: 'es true y el total es {total}: el importe de una factura simplificada no puede superar 3000, impuestos incluidos (art. 4.2 RD 1619/2012), aunque identifique al destinatario (art. 7.2); omita este campo para que la factura sea completa',
  },
  substituted_again: {
    en: 'names an invoice that {by} already rectifies by substitution: a second one replaces the amounts of the first, so rectify that one instead (RD 1619/2012 art. 15.5)',
    es: 'indica una factura que {by} ya rectifica por sustitución: una segunda sustituye los importes de la primera, por lo que debe rectificar esa (art. 15.5 RD 1619/2012)',
  },
  reference_date_differs: {
    en: 'names {number} of {date}, but that number belongs to {owner}: an issuer uses a number once in a year (RD 1619/2012 art. 6.1.a), so check the date',
    es: 'indica {number} de {date}, pero ese número corresponde a {owner}: un emisor utiliza cada número una sola vez al año (art. 6.1.a RD 1619/2012), así que compruebe la fecha',
  },

  // Lines.
  zero_units: {
    en: 'are 0, so the line charges no goods and no service: state the quantity, or leave the line out (RD 1619/2012 art. 6.1.f)',
    es: 'son 0, por lo que la línea no factura bienes ni servicios: indique la cantidad u omita la línea (art. 6.1.f RD 1619/2012)',
  },
  reverse_charge_abroad: {
    en: 'is S2, but the recipient {number} has a VAT number of another member state, and S2 is the reverse charge of operations in Spain (LIVA art. 84.Uno.2.º): {instead}',
    es: 'es S2, pero el destinatario {number} tiene un NIF-IVA de otro Estado miembro, y S2 es la inversión del sujeto pasivo en operaciones realizadas en España (art. 84.Uno.2.º LIVA): {instead}',
  },
  one_stop_shop_to_business: {
    en: 'is {code}, but the recipient {number} has a VAT number, and the one-stop shop is for sales to consumers (LIVA arts. 163 unvicies to 163 quinvicies): {instead}',
    es: 'es {code}, pero el destinatario {number} tiene un NIF-IVA, y la ventanilla única es para ventas a consumidores (arts. 163 unvicies a 163 quinvicies LIVA): {instead}',
  },
  surcharge_in_simplified: {
    en: 'is {rate} in an invoice of type {type}: the recargo de equivalencia is charged to retailers who have shown that they are under that regime, so they are identified (LIVA arts. 154.Uno and 163), with invoice type {other}; leave it out for a consumer',
    es: 'es {rate} en una factura de tipo {type}: el recargo de equivalencia se repercute a los comerciantes minoristas que han acreditado estar en ese régimen, que por tanto se identifican (arts. 154.Uno y 163 LIVA), con el tipo de factura {other}; omítalo para un consumidor final',
  },
  surcharge_of_legal_person: {
    en: 'is {rate}, but {number} is no NIF of a natural person or of an entity whose income is that of its members: only such retailers are under the recargo de equivalencia (LIVA art. 154.Uno); leave it out',
    es: 'es {rate}, pero {number} no es el NIF de una persona física ni de una entidad en régimen de atribución de rentas: solo esos comerciantes minoristas están en el recargo de equivalencia (art. 154.Uno LIVA); omítalo',
  },
  travel_agency_rate: {
    en: 'is {rate} with tax regime {regime}: a journey is a single service of the travel agency, which is taxed at the general rate, 21, whatever it consists of (LIVA arts. 90.Uno and 144)',
    es: 'es {rate} con el régimen {regime}: el viaje es una prestación de servicios única de la agencia, que tributa al tipo general, 21, sea cual sea su contenido (arts. 90.Uno y 144 LIVA)',
  },
  margin_not_stated: {
    en: '{regime} taxes only the margin, for which version 1 of the API has no member: the record contains the whole price as the tax base, and several times the tax that is due',
    es: '{regime} grava solo el margen, para el que la versión 1 de la API no tiene ningún campo: el registro contiene todo el precio como base imponible y una cuota varias veces superior a la devengada',
  },
  farming_rate: {
    en: 'is {rate} with tax regime {regime}: farmers under that regime charge no IVA, and a receipt of the buyer documents their compensation (LIVA arts. 129 and 134)',
    es: 'es {rate} con el régimen {regime}: los agricultores de ese régimen no repercuten IVA, y su compensación se documenta con un recibo que expide el comprador (arts. 129 y 134 LIVA)',
  },
  foreign_vat_not_stated: {
    en: '{regime} is the one-stop shop for sales to consumers in other member states: {instead}',
    es: '{regime} es la ventanilla única para las ventas a consumidores de otros Estados miembros: {instead}',
  },
  zero_rate: {
    en: 'is 0 although the line is subject and not exempt: the rate 0 is only for donations (LIVA art. 91.Cuatro); set a tax exemption code if the line is exempt',
    es: 'es 0 aunque la línea está sujeta y no exenta: el tipo 0 es solo para donaciones (art. 91.Cuatro LIVA); indique una causa de exención si la línea está exenta',
  },
  zero_rate_of_general_regime: {
    en: 'is 0 although the line is subject and not exempt: the rate 0 is only for donations (LIVA art. 91.Cuatro); set a tax exemption code if the line is exempt, or tax operation key N1 or N2 if it is not subject',
    es: 'es 0 aunque la línea está sujeta y no exenta: el tipo 0 es solo para donaciones (art. 91.Cuatro LIVA); indique una causa de exención si la línea está exenta, o la calificación N1 o N2 si no está sujeta',
  },
  withholding_below_one_percent: {
    en: 'is less than 1 per cent, the lowest withholding of IRPF (RD 439/2007 art. 95): the rate is in per cent, so send {rate} for {same} per cent',
    es: 'es inferior al 1 por ciento, la retención de IRPF más baja (art. 95 RD 439/2007): el tipo va en tanto por ciento, así que envíe {rate} para el {same} por ciento',
  },
  withholding_on_simplified: {
    en: 'is set in an invoice of type {type}: only a business withholds IRPF, and it must be identified as the recipient, with invoice type {other} (RD 439/2007 art. 76)',
    es: 'se ha indicado en una factura de tipo {type}: solo retiene IRPF un empresario o profesional, que debe identificarse como destinatario con el tipo de factura {other} (art. 76 RD 439/2007)',
  },
  rate_not_of_igic: {
    en: 'is {rate}, which was no rate of the IGIC on {day}: its rates were {rates}',
    es: 'es {rate}, que no era un tipo del IGIC el {day}: sus tipos eran {rates}',
  },
  rate_not_of_country: {
    en: 'is {rate}, which was no rate of the VAT of {country} on {day}: its rates were {rates}',
    es: 'es {rate}, que no era un tipo del IVA de {country} el {day}: sus tipos eran {rates}',
  },
  rate_zero_of_ipsi: {
    en: 'is 0, but the lowest rate of the IPSI is 0.5 (Ley 8/1991 art. 18): state the exemption if the line is exempt',
    es: 'es 0, pero el tipo más bajo del IPSI es 0.5 (art. 18 Ley 8/1991): indique la exención si la línea está exenta',
  },
  rate_accepted_given_back: {
    en: '{statement}; it is accepted because it gives back what was charged at that rate',
    es: '{statement}; se acepta porque devuelve lo que se repercutió a ese tipo',
  },
  exchange_rate_unusual_inverse: {
    en: 'is {rate}, but one {currency} was worth {range} in the last 20 years: if it is the units for one euro, state {inverse} instead',
    es: 'es {rate}, pero un {currency} valía {range} en los últimos 20 años: si son las unidades por euro, indique {inverse}',
  },
  exchange_rate_unusual: {
    en: 'is {rate}, but one {currency} was worth {range} in the last 20 years: it is the euros for one unit of the currency',
    es: 'es {rate}, pero un {currency} valía {range} en los últimos 20 años: son los euros por unidad de la moneda',
  },
  applies_to_one_more: {
    en: '{statement}; the same applies to 1 more line',
    es: '{statement}; lo mismo ocurre en 1 línea más',
  },
  applies_to_more: {
    en: '{statement}; the same applies to {lines} more lines',
    es: '{statement}; lo mismo ocurre en {lines} líneas más',
  },
  rule_of_issuing: {
    en: 'an invoice is issued at the operation or, for a business, before the 16th of the following month (RD 1619/2012 art. 11)',
    es: 'la factura se expide al realizarse la operación o, para un empresario o profesional, antes del día 16 del mes siguiente (art. 11 RD 1619/2012)',
  },

  // Characters.
  characters_and_more: { en: '{characters} and {number} more', es: '{characters} y {number} más' },
});
