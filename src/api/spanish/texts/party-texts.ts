import type { Texts } from '../template.ts';

/** What is wrong with the issuer, the recipients, their documents, the payment and who issues the invoice. */
export const PARTY_TEXTS: Texts = {
  'is a number of Northern Ireland, which did not exist on {day}: give the number with GB and the document type official_id (AEAT knows XI from {first} on)':
    'es un número de Irlanda del Norte, que no existía el {day}: indique el número con GB y el tipo de documento official_id (la AEAT conoce XI desde el {first})',
  // The issuer.
  '{nif} is not one of those that this organization may issue for':
    '{nif} no es uno de los NIF para los que esta organización puede expedir facturas',
  "{nif} is issued for without VeriFactu in this installation: an organization with VeriFactu can't issue for it":
    'en esta instalación se expiden facturas de {nif} sin VeriFactu: una organización con VeriFactu no puede expedirlas',
  "{nif} has VeriFactu records in this installation: an organization without VeriFactu can't issue for it":
    '{nif} tiene registros VeriFactu en esta instalación: una organización sin VeriFactu no puede expedir sus facturas',
  'must be {name}, as an earlier invoice of this batch names the person with NIF {nif}':
    'debe ser {name}, como llama una factura anterior de este lote a la persona con NIF {nif}',
  'must be {name}, the name on record for the person with NIF {nif} ({source*})':
    'debe ser {name}, el nombre que consta para la persona con NIF {nif} ({source})',

  // The recipients of an invoice type.
  'can only be true with invoice type F2 or R5': 'solo puede ser true con el tipo de factura F2 o R5',
  'must be blank with invoice type {type}: use {types*}':
    'debe quedar en blanco con el tipo de factura {type}: utilice {types}',
  'must be blank with invoice type {type}: use {types*}; or set has_unidentified_recipient to true, which prints the name but does not register it':
    'debe quedar en blanco con el tipo de factura {type}: utilice {types}; o envíe has_unidentified_recipient con el valor true, que imprime el nombre pero no lo registra',
  'cannot contain more than 1 recipient with invoice type {type}: use {types*}':
    'no puede contener más de 1 destinatario con el tipo de factura {type}: utilice {types}',
  "can't be given together with recipients: use {member} of the recipient there":
    'no puede enviarse junto con recipients: utilice {member} del destinatario en esa lista',
  'must be nif or nie with invoice type R3': 'debe ser nif o nie con el tipo de factura R3',
  'must be a NIF, a NIE or a VAT number of the European Union with invoice type R2':
    'debe ser un NIF, un NIE o un NIF-IVA de la Unión Europea con el tipo de factura R2',
  'must be true with invoice type F2 and bases and taxes over 3010; or name the recipient with invoice type F1':
    'debe ser true con el tipo de factura F2 y unas bases y cuotas superiores a 3010; o identifique al destinatario con el tipo de factura F1',
  'must be true with invoice type F2 and a total over 3010; or name the recipient with invoice type F1':
    'debe ser true con el tipo de factura F2 y un total superior a 3010; o identifique al destinatario con el tipo de factura F1',
  'can only be true with invoice types F1, F3 and R1 to R4: AEAT registers a simplified invoice that identifies its recipient as F1':
    'solo puede ser true con los tipos de factura F1, F3 y R1 a R4: la AEAT registra como F1 la factura simplificada que identifica a su destinatario',
  'can only be true with invoice types R1 and R5': 'solo puede ser true con los tipos de factura R1 y R5',

  // Documents.
  'must be an ISO 3166-1 alpha-2 code, {hint*}': 'debe ser un código ISO 3166-1 alfa-2, {hint}',
  'must be a VAT number of another member state with its prefix: the document type of other countries is official_id':
    'debe ser un NIF-IVA de otro Estado miembro con su prefijo: el tipo de documento de los demás países es official_id',
  'must be ES or blank with document type not_registered':
    'debe ser ES o quedar en blanco con el tipo de documento not_registered',
  'must be the NIF of a natural person with document type not_registered':
    'debe ser el NIF de una persona física con el tipo de documento not_registered',
  "can't be blank with document type {type}": 'no puede quedar en blanco con el tipo de documento {type}',
  "can't be ES with document type {type}: use nif, nie, passport or not_registered":
    'no puede ser ES con el tipo de documento {type}: utilice nif, nie, passport o not_registered',
  'must be a number of 1 to 20 letters and digits': 'debe ser un número de 1 a 20 letras y cifras',
  'must be ES or blank with a {document}': 'debe ser ES o quedar en blanco con un {document}',
  'is not a valid {document}': 'no es un {document} válido',
  'is not a valid {document}: {hint*}': 'no es un {document} válido: {hint}',
  "can't be blank with a passport": 'no puede quedar en blanco con un pasaporte',
  'must be a passport number of 1 to 20 letters and digits':
    'debe ser un número de pasaporte de 1 a 20 letras y cifras',
  'must be nif or nie for a Spanish number': 'debe ser nif o nie para un número español',
  'must be nif or nie for a Spanish number, which is given without ES: {nif}':
    'debe ser nif o nie para un número español, que se envía sin ES: {nif}',
  "can't be blank with a VAT number that names no member state":
    'no puede quedar en blanco con un NIF-IVA que no indica ningún Estado miembro',
  'must begin with {prefix} with recipient country code {country}':
    'debe empezar por {prefix} con el código de país del destinatario {country}',
  'is not a valid VAT number of {country*}': 'no es un NIF-IVA válido de {country}',
  'must be {country} with this VAT number': 'debe ser {country} con este NIF-IVA',
  'must be a tax number of 1 to 20 letters and digits':
    'debe ser un número de identificación fiscal de 1 a 20 letras y cifras',
  'must be a code of the Electronic Address Scheme, such as 9920 or EM':
    'debe ser un código de la lista Electronic Address Scheme, como 9920 o EM',
  "can't be blank: a public body needs its accounting office, managing body and processing unit":
    'no puede quedar en blanco: una entidad pública necesita su oficina contable, su órgano gestor y su unidad tramitadora',
  'must be a DIR3 code of 9 or 10 capital letters and digits, such as L01280796':
    'debe ser un código DIR3 de 9 o 10 letras mayúsculas y cifras, como L01280796',

  "can't be blank without a phone and an email":
    'no puede quedar en blanco sin un teléfono y un correo electrónico',

  // Names of natural persons.
  "can't be blank: Facturae requires the name and the first surname of a natural person":
    'no puede quedar en blanco: Facturae exige el nombre y el primer apellido de una persona física',
  'must form the name {name} together with the surnames, which precede or follow it':
    'debe formar el nombre {name} junto con los apellidos, que lo preceden o lo siguen',
  "can't be given with {number}: only natural persons have a given name and surnames":
    'no puede enviarse con {number}: solo las personas físicas tienen nombre de pila y apellidos',

  // Deliveries and payees.
  "can't be blank: it decides the tax of goods":
    'no puede quedar en blanco: decide el impuesto de los bienes',
  'must be another member state with exemption E5: the goods are transported there (LIVA art. 25)':
    'debe ser otro Estado miembro con la exención E5: los bienes se transportan a él (LIVA art. 25)',
  'must be of another party than the issuer: leave payee out if the issuer receives the payment':
    'debe ser de una parte distinta del emisor: omita payee si el pago lo recibe el emisor',

  // Third parties and self-billing.
  "can't be blank: it is one of {values}": 'no puede quedar en blanco: es uno de estos valores: {values}',
  "can't be recipient with invoice type {type}: use {types*}":
    'no puede ser recipient con el tipo de factura {type}: utilice {types}',
  'must be blank with the role recipient: the recipient of the invoice issues it':
    'debe quedar en blanco con el rol recipient: la factura la expide su destinatario',
  "can't be blank with the role third_party": 'no puede quedar en blanco con el rol third_party',
  'must be of another person than the issuer: leave issued_by out if the issuer issues the invoice itself':
    'debe ser de una persona distinta del emisor: omita issued_by si la factura la expide el propio emisor',
  "can't be not_registered: a person who issues invoices has a NIF that AEAT knows":
    'no puede ser not_registered: quien expide facturas tiene un NIF que consta en la AEAT',

  // Payment.
  "can't be given together with payment.due: give every date there":
    'no puede enviarse junto con payment.due: indique allí todas las fechas',
  "can't be given together with payment.means: leave one of them out":
    'no puede enviarse junto con payment.means: omita uno de los dos campos',
  "can't be blank: the amounts must add up to the amount to pay":
    'no puede quedar en blanco: los importes deben sumar el importe a pagar',
  'must be a BIC of 8 or 11 letters and digits': 'debe ser un BIC de 8 u 11 letras y cifras',
  'is not a valid IBAN': 'no es un IBAN válido',
  'is not a valid SEPA creditor identifier': 'no es un identificador de acreedor SEPA válido',
  "can only contain letters, digits and + ? / : ( ) . , ' - and blanks":
    "solo puede contener letras, cifras, espacios y los signos + ? / : ( ) . , ' -",
};
