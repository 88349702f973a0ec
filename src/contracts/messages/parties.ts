import { defineTexts } from './texts.ts';

/**
 * What is wrong with the issuer, the recipients, their documents, deliveries and who issues the
 * invoice.
 */
export const PARTIES = defineTexts({
  northern_ireland_too_early: {
    en: 'is a number of Northern Ireland, which did not exist on {day}: give the number with GB and the document type official_id (AEAT knows XI from {first} on)',
    es: 'es un número de Irlanda del Norte, que no existía el {day}: indique el número con GB y el tipo de documento official_id (la AEAT conoce XI desde el {first})',
  },

  // The issuer.
  issuer_not_allowed: {
    en: '{nif} is not one of those that this organization may issue for',
    es: '{nif} no es uno de los NIF para los que esta organización puede expedir facturas',
  },
  issuer_without_verifactu: {
    en: "{nif} is issued for without VeriFactu in this installation: an organization with VeriFactu can't issue for it",
    es: 'en esta instalación se expiden facturas de {nif} sin VeriFactu: una organización con VeriFactu no puede expedirlas',
  },
  issuer_with_verifactu: {
    en: "{nif} has VeriFactu records in this installation: an organization without VeriFactu can't issue for it",
    es: '{nif} tiene registros VeriFactu en esta instalación: una organización sin VeriFactu no puede expedir sus facturas',
  },
  name_of_earlier_invoice: {
    en: 'must be {name}, as an earlier invoice of this batch names the person with NIF {nif}',
    es: 'debe ser {name}, como llama una factura anterior de este lote a la persona con NIF {nif}',
  },
  name_on_record: {
    en: 'must be {name}, the name on record for the person with NIF {nif} ({source})',
    es: 'debe ser {name}, el nombre que consta para la persona con NIF {nif} ({source})',
  },

  // The recipients of an invoice type.
  only_with_f2_or_r5: {
    en: 'can only be true with invoice type F2 or R5',
    es: 'solo puede ser true con el tipo de factura F2 o R5',
  },
  recipient_not_with_type: {
    en: 'must be blank with invoice type {type}: use {types}',
    es: 'debe quedar en blanco con el tipo de factura {type}: utilice {types}',
  },
  recipient_not_with_type_or_unidentified: {
    en: 'must be blank with invoice type {type}: use {types}; or set has_unidentified_recipient to true, which prints the name but does not register it',
    es: 'debe quedar en blanco con el tipo de factura {type}: utilice {types}; o envíe has_unidentified_recipient con el valor true, que imprime el nombre pero no lo registra',
  },
  several_recipients_with_type: {
    en: 'cannot contain more than 1 recipient with invoice type {type}: use {types}',
    es: 'no puede contener más de 1 destinatario con el tipo de factura {type}: utilice {types}',
  },
  not_beside_recipients: {
    en: "can't be given together with recipients: use {member} of the recipient there",
    es: 'no puede enviarse junto con recipients: utilice {member} del destinatario en esa lista',
  },
  not_nif_or_nie_with_r3: {
    en: 'must be nif or nie with invoice type R3',
    es: 'debe ser nif o nie con el tipo de factura R3',
  },
  not_eu_number_with_r2: {
    en: 'must be a NIF, a NIE or a VAT number of the European Union with invoice type R2',
    es: 'debe ser un NIF, un NIE o un NIF-IVA de la Unión Europea con el tipo de factura R2',
  },
  simplified_taxes_over_limit: {
    en: 'must be true with invoice type F2 and bases and taxes over 3010; or name the recipient with invoice type F1',
    es: 'debe ser true con el tipo de factura F2 y unas bases y cuotas superiores a 3010; o identifique al destinatario con el tipo de factura F1',
  },
  simplified_total_over_limit: {
    en: 'must be true with invoice type F2 and a total over 3010; or name the recipient with invoice type F1',
    es: 'debe ser true con el tipo de factura F2 y un total superior a 3010; o identifique al destinatario con el tipo de factura F1',
  },
  qualified_with_type: {
    en: 'can only be true with invoice types F1, F3 and R1 to R4: AEAT registers a simplified invoice that identifies its recipient as F1',
    es: 'solo puede ser true con los tipos de factura F1, F3 y R1 a R4: la AEAT registra como F1 la factura simplificada que identifica a su destinatario',
  },
  coupon_with_type: {
    en: 'can only be true with invoice types R1 and R5',
    es: 'solo puede ser true con los tipos de factura R1 y R5',
  },

  // Documents.
  not_a_country: {
    en: 'must be an ISO 3166-1 alpha-2 code, {hint}',
    es: 'debe ser un código ISO 3166-1 alfa-2, {hint}',
  },
  not_vat_number_of_member_state: {
    en: 'must be a VAT number of another member state with its prefix: the document type of other countries is official_id',
    es: 'debe ser un NIF-IVA de otro Estado miembro con su prefijo: el tipo de documento de los demás países es official_id',
  },
  not_es_with_not_registered: {
    en: 'must be ES or blank with document type not_registered',
    es: 'debe ser ES o quedar en blanco con el tipo de documento not_registered',
  },
  not_natural_person_with_not_registered: {
    en: 'must be the NIF of a natural person with document type not_registered',
    es: 'debe ser el NIF de una persona física con el tipo de documento not_registered',
  },
  blank_with_document_type: {
    en: "can't be blank with document type {type}",
    es: 'no puede quedar en blanco con el tipo de documento {type}',
  },
  es_with_document_type: {
    en: "can't be ES with document type {type}: use nif, nie, passport or not_registered",
    es: 'no puede ser ES con el tipo de documento {type}: utilice nif, nie, passport o not_registered',
  },
  not_official_number: {
    en: 'must be a number of 1 to 20 letters and digits',
    es: 'debe ser un número de 1 a 20 letras y cifras',
  },
  not_es_with_document: {
    en: 'must be ES or blank with a {document}',
    es: 'debe ser ES o quedar en blanco con un {document}',
  },
  document_not_valid: { en: 'is not a valid {document}', es: 'no es un {document} válido' },
  document_not_valid_because: {
    en: 'is not a valid {document}: {hint}',
    es: 'no es un {document} válido: {hint}',
  },
  blank_with_passport: {
    en: "can't be blank with a passport",
    es: 'no puede quedar en blanco con un pasaporte',
  },
  not_passport_number: {
    en: 'must be a passport number of 1 to 20 letters and digits',
    es: 'debe ser un número de pasaporte de 1 a 20 letras y cifras',
  },
  spanish_number_type: {
    en: 'must be nif or nie for a Spanish number',
    es: 'debe ser nif o nie para un número español',
  },
  spanish_number_type_without_es: {
    en: 'must be nif or nie for a Spanish number, which is given without ES: {nif}',
    es: 'debe ser nif o nie para un número español, que se envía sin ES: {nif}',
  },
  vat_number_without_country: {
    en: "can't be blank with a VAT number that names no member state",
    es: 'no puede quedar en blanco con un NIF-IVA que no indica ningún Estado miembro',
  },
  vat_number_prefix: {
    en: 'must begin with {prefix} with recipient country code {country}',
    es: 'debe empezar por {prefix} con el código de país del destinatario {country}',
  },
  vat_number_not_valid: {
    en: 'is not a valid VAT number of {country}',
    es: 'no es un NIF-IVA válido de {country}',
  },
  country_of_vat_number: {
    en: 'must be {country} with this VAT number',
    es: 'debe ser {country} con este NIF-IVA',
  },
  not_tax_number: {
    en: 'must be a tax number of 1 to 20 letters and digits',
    es: 'debe ser un número de identificación fiscal de 1 a 20 letras y cifras',
  },
  not_address_scheme: {
    en: 'must be a code of the Electronic Address Scheme, such as 9920 or EM',
    es: 'debe ser un código de la lista Electronic Address Scheme, como 9920 o EM',
  },
  blank_centre: {
    en: "can't be blank: a public body needs its accounting office, managing body and processing unit",
    es: 'no puede quedar en blanco: una entidad pública necesita su oficina contable, su órgano gestor y su unidad tramitadora',
  },
  not_dir3_code: {
    en: 'must be a DIR3 code of 9 or 10 capital letters and digits, such as L01280796',
    es: 'debe ser un código DIR3 de 9 o 10 letras mayúsculas y cifras, como L01280796',
  },

  blank_contact: {
    en: "can't be blank without a phone and an email",
    es: 'no puede quedar en blanco sin un teléfono y un correo electrónico',
  },

  // Names of natural persons.
  blank_name_part: {
    en: "can't be blank: Facturae requires the name and the first surname of a natural person",
    es: 'no puede quedar en blanco: Facturae exige el nombre y el primer apellido de una persona física',
  },
  name_parts_differ: {
    en: 'must form the name {name} together with the surnames, which precede or follow it',
    es: 'debe formar el nombre {name} junto con los apellidos, que lo preceden o lo siguen',
  },
  name_parts_of_legal_person: {
    en: "can't be given with {number}: only natural persons have a given name and surnames",
    es: 'no puede enviarse con {number}: solo las personas físicas tienen nombre de pila y apellidos',
  },

  // Deliveries and payees.
  blank_delivery_country: {
    en: "can't be blank: it decides the tax of goods",
    es: 'no puede quedar en blanco: decide el impuesto de los bienes',
  },
  delivery_country_with_e5: {
    en: 'must be another member state with exemption E5: the goods are transported there (LIVA art. 25)',
    es: 'debe ser otro Estado miembro con la exención E5: los bienes se transportan a él (LIVA art. 25)',
  },
  payee_is_issuer: {
    en: 'must be of another party than the issuer: leave payee out if the issuer receives the payment',
    es: 'debe ser de una parte distinta del emisor: omita payee si el pago lo recibe el emisor',
  },

  // Third parties and self-billing.
  blank_role: {
    en: "can't be blank: it is one of {values}",
    es: 'no puede quedar en blanco: es uno de estos valores: {values}',
  },
  recipient_issues_type: {
    en: "can't be recipient with invoice type {type}: use {types}",
    es: 'no puede ser recipient con el tipo de factura {type}: utilice {types}',
  },
  issuing_document_of_recipient: {
    en: 'must be blank with the role recipient: the recipient of the invoice issues it',
    es: 'debe quedar en blanco con el rol recipient: la factura la expide su destinatario',
  },
  blank_with_third_party: {
    en: "can't be blank with the role third_party",
    es: 'no puede quedar en blanco con el rol third_party',
  },
  third_party_is_issuer: {
    en: 'must be of another person than the issuer: leave issued_by out if the issuer issues the invoice itself',
    es: 'debe ser de una persona distinta del emisor: omita issued_by si la factura la expide el propio emisor',
  },
  issuing_not_registered: {
    en: "can't be not_registered: a person who issues invoices has a NIF that AEAT knows",
    es: 'no puede ser not_registered: quien expide facturas tiene un NIF que consta en la AEAT',
  },

  // Invoice types.
  r1_to_r4: { en: 'R1 to R4', es: 'R1 a R4' },
  f1_or_f3: {
    en: 'F1, or F3 to replace simplified invoices',
    es: 'F1, o F3 para sustituir facturas simplificadas',
  },
  set_by_operator: { en: 'an operator set it', es: 'lo indicó un operador' },
  of_last_accepted_record: {
    en: 'the last record that AEAT accepted has it',
    es: 'es el del último registro que aceptó la AEAT',
  },

  // Documents and countries.
  such_as_es: { en: 'such as ES', es: 'como ES' },
  here_country: { en: 'here {country}', es: 'aquí {country}' },
  northern_ireland: { en: 'Northern Ireland', es: 'Irlanda del Norte' },
  send_without_es: { en: 'send it without ES, as {nif}', es: 'envíelo sin ES, como {nif}' },
  is_a_nif: {
    en: 'it is a NIF; use recipient document type nif',
    es: 'es un NIF; utilice el tipo de documento nif',
  },
  vat_number_document_type: {
    en: 'a VAT number of another member state has the recipient document type international_vat_number',
    es: 'el NIF-IVA de otro Estado miembro tiene el tipo de documento international_vat_number',
  },
});
