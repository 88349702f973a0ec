import { defineTexts } from './texts.ts';

/** Why a format of electronic invoices cannot express an invoice. */
export const ELECTRONIC = defineTexts({
  // The parties.
  no_issuer_address: {
    en: 'the issuer’s address is missing: set address, postal code and city of the issuer (npm run engine -- org issuer) before the invoice is issued',
    es: 'falta la dirección del emisor: indique dirección, código postal y localidad del emisor (npm run engine -- org issuer) antes de expedir la factura',
  },
  simplified_without_buyer: {
    en: 'an electronic invoice names its buyer, and type {type} is a simplified invoice',
    es: 'una factura electrónica identifica al comprador, y el tipo {type} es una factura simplificada',
  },
  several_buyers: {
    en: 'EN 16931 has one buyer, and the invoice has {count} recipients',
    es: 'EN 16931 admite un solo comprador, y la factura tiene {count} destinatarios',
  },
  issuer_without_vat_identifier: {
    en: 'the issuer needs a VAT identifier, which issuers in the Canary Islands, Ceuta and Melilla do not have',
    es: 'el emisor necesita un NIF-IVA, que no tienen los emisores de Canarias, Ceuta y Melilla',
  },
  recipient_without_vat_identifier: {
    en: 'an intra-Community supply needs the VAT identifier of the recipient',
    es: 'una entrega intracomunitaria exige el NIF-IVA del destinatario',
  },
  reverse_charge_without_number: {
    en: 'a reverse charge needs the tax number of the recipient',
    es: 'la inversión del sujeto pasivo exige el número de identificación fiscal del destinatario',
  },

  country_not_of_iso: {
    en: '{code} is not a country of ISO 3166-1',
    es: '{code} no es un país de ISO 3166-1',
  },
  country_not_of_cii: {
    en: 'the rules of CII do not list the country SS',
    es: 'las reglas de CII no incluyen el país SS',
  },

  // Taxes and amounts.
  currency_not_of_en: {
    en: 'EN 16931 does not list the currency {code}',
    es: 'EN 16931 no incluye la moneda {code}',
  },
  tax_not_of_en: {
    en: 'EN 16931 has no category for taxes other than IVA, IGIC and IPSI, so that tax cannot be charged',
    es: 'EN 16931 no tiene ninguna categoría para impuestos distintos de IVA, IGIC e IPSI, por lo que ese impuesto no puede repercutirse',
  },
  not_subject_beside_others: {
    en: 'lines not subject to VAT cannot stand beside other lines in EN 16931',
    es: 'en EN 16931 las líneas no sujetas al IVA no pueden figurar junto a otras líneas',
  },
  tax_not_of_rate: {
    en: 'the tax {tax} is not {rate} % of the base {base}: EN 16931 requires that, with a tolerance of less than one unit',
    es: 'la cuota {tax} no es el {rate} % de la base {base}: EN 16931 lo exige, con una tolerancia inferior a una unidad',
  },
  format_cannot_express: {
    en: 'The format {format} cannot express the invoice: {rule}: {reason}',
    es: 'El formato {format} no puede expresar la factura: {rule}: {reason}',
  },
  facturae_not_signable: {
    en: 'The Facturae of the invoice cannot be signed now: {reason}',
    es: 'El Facturae de la factura no se puede firmar ahora: {reason}',
  },
  lines_differ_from_base: {
    en: 'the lines do not add up to the base {base} of category {category}',
    es: 'las líneas no suman la base {base} de la categoría {category}',
  },
  parts_differ: {
    en: '{what} add up to {found}, and the invoice states {stated}',
    es: '{what} suman {found}, y la factura indica {stated}',
  },
  the_amounts_to_pay: {
    en: 'the total, what was paid, suplidos and withholdings',
    es: 'el total, lo pagado, los suplidos y las retenciones',
  },
  the_lines: { en: 'the lines', es: 'las líneas' },
  the_lines_and_taxes: { en: 'the lines and taxes', es: 'las líneas y los impuestos' },
  the_lines_taxes_and_withholdings: {
    en: 'lines, taxes and withholdings',
    es: 'las líneas, los impuestos y las retenciones',
  },
  the_total_suplidos_and_deposits: {
    en: 'total, suplidos and payments on account',
    es: 'el total, los suplidos y los anticipos',
  },
  negative_withholdings: {
    en: 'the withholdings are {amount} and the amount before taxes is positive, which rule 6.d of the Orden HAP/1650/2015 does not allow',
    es: 'las retenciones son {amount} y el importe bruto antes de impuestos es positivo, lo que no permite la regla 6.d de la Orden HAP/1650/2015',
  },
  due_sum_differs: {
    en: 'the amounts that fall due add up to {sum}, and the amount to pay is {payable}',
    es: 'los importes de los vencimientos suman {sum}, y el importe que se debe pagar es {payable}',
  },

  // Peppol and CII.
  peppol_needs_buyer_address: {
    en: 'Peppol requires the electronic address of the buyer',
    es: 'Peppol exige la dirección electrónica del comprador',
  },
  peppol_needs_reference: {
    en: 'Peppol requires a buyer reference or the number of a purchase order: state buyer_reference or order_reference',
    es: 'Peppol exige una referencia del comprador o el número de un pedido: indique buyer_reference u order_reference',
  },
  peppol_self_billing: {
    en: 'Peppol has a separate process for invoices that the recipient issues',
    es: 'Peppol tiene un proceso propio para las facturas que expide el destinatario',
  },
  peppol_substitution: {
    en: 'Peppol has no corrected invoices between Spanish parties: the recipient of a rectification by substitution would owe its whole amount beside that of the original, so rectify by differences',
    es: 'Peppol no tiene facturas corregidas entre partes españolas: el destinatario de una rectificación por sustitución debería su importe íntegro además del de la original, así que rectifique por diferencias',
  },
  peppol_foreign_seller: {
    en: 'Peppol has national rules for sellers in {country}, which an invoice under a Spanish NIF does not follow',
    es: 'Peppol tiene reglas nacionales para los vendedores de {country}, que una factura con NIF español no cumple',
  },
  peppol_scheme: {
    en: 'Peppol has no scheme {scheme} of electronic addresses',
    es: 'Peppol no tiene el esquema {scheme} de direcciones electrónicas',
  },
  peppol_address_form: {
    en: 'Peppol requires of an address of the scheme {scheme}: {name}',
    es: 'Peppol exige de una dirección del esquema {scheme}: {name}',
  },
  swedish_number: { en: 'a Swedish organization number', es: 'un número de organización sueco' },
  gln: { en: 'a GLN with its check digit', es: 'un GLN con su dígito de control' },
  danish_p_number: { en: 'a Danish P number of 10 digits', es: 'un número P danés de 10 dígitos' },
  australian_number: { en: 'an Australian Business Number', es: 'un Australian Business Number' },
  danish_cvr_number: { en: 'a Danish CVR number of 8 digits', es: 'un número CVR danés de 8 dígitos' },
  norwegian_number: { en: 'a Norwegian organization number', es: 'un número de organización noruego' },
  danish_se_number: {
    en: 'a Danish SE number, which is DK and 8 digits',
    es: 'un número SE danés, que es DK y 8 dígitos',
  },
  belgian_number: {
    en: 'a Belgian enterprise number of 10 digits with its check digits',
    es: 'un número de empresa belga de 10 dígitos con sus dígitos de control',
  },
  peppol_line_periods: {
    en: 'Peppol requires that the periods of the lines are within the period of the invoice',
    es: 'Peppol exige que los periodos de las líneas estén dentro del periodo de la factura',
  },
  cii_several_preceding: {
    en: 'CII D16B has one preceding invoice, and this invoice names {count}',
    es: 'CII D16B admite una sola factura anterior, y esta factura indica {count}',
  },
  cii_zero_igic: {
    en: 'IGIC of 0 % cannot be stated in CII, whose rules require a rate above 0',
    es: 'el IGIC del 0 % no puede indicarse en CII, cuyas reglas exigen un tipo superior a 0',
  },

  // Facturae.
  facturae_simplified: {
    en: 'Facturae names the recipient with its address, and type {type} is a simplified invoice',
    es: 'Facturae identifica al destinatario con su dirección, y el tipo {type} es una factura simplificada',
  },
  facturae_several_recipients: {
    en: 'Facturae has one recipient, and the invoice has {count}',
    es: 'Facturae admite un solo destinatario, y la factura tiene {count}',
  },
  facturae_number: {
    en: 'the number {number} cannot be split into a series and a number of at most {most} characters each, which Facturae requires',
    es: 'el número {number} no puede dividirse en una serie y un número de {most} caracteres como máximo cada uno, como exige Facturae',
  },
  facturae_several_rectified: {
    en: 'Facturae names exactly one rectified invoice, and this invoice names {count}',
    es: 'Facturae identifica exactamente una factura rectificada, y esta factura indica {count}',
  },
  facturae_period: {
    en: 'a rectification that names no invoice needs a period with both dates in Facturae',
    es: 'en Facturae una rectificativa que no indica ninguna factura exige un período con ambas fechas',
  },
  facturae_country: {
    en: 'the list of countries of Facturae 3.2.2 does not contain {code}',
    es: 'la lista de países de Facturae 3.2.2 no contiene {code}',
  },
  facturae_currency: {
    en: 'the list of currencies of Facturae 3.2.2 does not contain {currency}',
    es: 'la lista de monedas de Facturae 3.2.2 no contiene {currency}',
  },
  facturae_tax_number: {
    en: 'Facturae requires a number of {least} to {most} characters, and the recipient has {number}',
    es: 'Facturae exige un número de {least} a {most} caracteres, y el del destinatario es {number}',
  },
  facturae_postal_code: {
    en: 'Facturae requires a postal code of a Spanish province, five digits from 01000 to 52999, and {whose} has {code}',
    es: 'Facturae exige el código postal de una provincia española, cinco dígitos de 01000 a 52999, y el del {whose} es {code}',
  },
  facturae_address: {
    en: 'Facturae requires the address of {whose}, and {what} is missing',
    es: 'Facturae exige la dirección del {whose}, y falta {what}',
  },
  facturae_surname: {
    en: 'Facturae requires the name and the surname of a natural person, and {name} is only one of them',
    es: 'Facturae exige el nombre y el apellido de una persona física, y {name} es solo uno de ellos',
  },
  facturae_long_text: {
    en: '{what} cannot be longer than {most} characters in Facturae',
    es: 'en Facturae {what} no puede tener más de {most} caracteres',
  },
  the_name_of: { en: 'the name of {whose}', es: 'el nombre del {whose}' },
  the_address_of: { en: 'the address of {whose}', es: 'la dirección del {whose}' },
  the_postal_code_and_city_of: {
    en: 'postal code and city of {whose}',
    es: 'el código postal con la localidad del {whose}',
  },
  the_province_of: { en: 'the province of {whose}', es: 'la provincia del {whose}' },
  the_city_of: { en: 'the city of {whose}', es: 'la localidad del {whose}' },
  the_issuer: { en: 'the issuer', es: 'emisor' },
  the_third_party: { en: 'the third party', es: 'tercero' },
  the_recipient: { en: 'the recipient', es: 'destinatario' },
  its_address: { en: 'its address', es: 'la dirección' },
  its_city: { en: 'its city', es: 'la localidad' },
  the_name_of_person: { en: 'the name of a natural person', es: 'el nombre de una persona física' },
  the_first_surname: {
    en: 'the first surname of a natural person',
    es: 'el primer apellido de una persona física',
  },
  the_second_surname: {
    en: 'the second surname of a natural person',
    es: 'el segundo apellido de una persona física',
  },
  dir3_code: { en: 'a code of DIR3', es: 'un código de DIR3' },
  the_operation_description: { en: 'the description of the operation', es: 'la descripción de la operación' },
  the_reason_of_allowance: {
    en: 'the reason of an allowance or a charge',
    es: 'el motivo de un descuento o de un cargo',
  },
  the_reason_of_rectification: { en: 'the reason of the rectification', es: 'el motivo de la rectificación' },
  the_concept_of_line: { en: 'the concept of a line', es: 'el concepto de una línea' },
  the_information_about_line: { en: 'the information about a line', es: 'la información sobre una línea' },
  the_text_about_payment: { en: 'the text about the payment', es: 'el texto sobre el pago' },
  the_additional_information: {
    en: 'the additional information, which contains the footer, references and notes,',
    es: 'la información adicional, que contiene el pie, las referencias y las notas,',
  },
});
