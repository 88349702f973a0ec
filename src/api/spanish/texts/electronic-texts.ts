import type { Texts } from '../template.ts';

/** Why a format of electronic invoices cannot express an invoice. */
export const ELECTRONIC_TEXTS: Texts = {
  // The parties.
  'the issuer’s address is missing: set address, postal code and city of the issuer (npm run engine -- org issuer) before the invoice is issued':
    'falta la dirección del emisor: indique dirección, código postal y localidad del emisor (npm run engine -- org issuer) antes de expedir la factura',
  'an electronic invoice names its buyer, and type {type} is a simplified invoice':
    'una factura electrónica identifica al comprador, y el tipo {type} es una factura simplificada',
  'EN 16931 has one buyer, and the invoice has {count} recipients':
    'EN 16931 admite un solo comprador, y la factura tiene {count} destinatarios',
  'the issuer needs a VAT identifier, which issuers in the Canary Islands, Ceuta and Melilla do not have':
    'el emisor necesita un NIF-IVA, que no tienen los emisores de Canarias, Ceuta y Melilla',
  'an intra-Community supply needs the VAT identifier of the recipient':
    'una entrega intracomunitaria exige el NIF-IVA del destinatario',
  'a reverse charge needs the tax number of the recipient':
    'la inversión del sujeto pasivo exige el número de identificación fiscal del destinatario',

  '{code} is not a country of ISO 3166-1': '{code} no es un país de ISO 3166-1',
  'the rules of CII do not list the country SS': 'las reglas de CII no incluyen el país SS',

  // Taxes and amounts.
  'EN 16931 does not list the currency {code}': 'EN 16931 no incluye la moneda {code}',
  'EN 16931 has no category for taxes other than IVA, IGIC and IPSI, so that tax cannot be charged':
    'EN 16931 no tiene ninguna categoría para impuestos distintos de IVA, IGIC e IPSI, por lo que ese impuesto no puede repercutirse',
  'lines not subject to VAT cannot stand beside other lines in EN 16931':
    'en EN 16931 las líneas no sujetas al IVA no pueden figurar junto a otras líneas',
  'the tax {tax} is not {rate} % of the base {base}: EN 16931 requires that, with a tolerance of less than one unit':
    'la cuota {tax} no es el {rate} % de la base {base}: EN 16931 lo exige, con una tolerancia inferior a una unidad',
  'The format {format} cannot express the invoice: {rule}: {reason*}':
    'el formato {format} no puede expresar la factura: {rule}: {reason}',
  'The Facturae of the invoice cannot be signed now: {reason*}':
    'el Facturae de la factura no se puede firmar ahora: {reason}',
  'the lines do not add up to the base {base} of category {category}':
    'las líneas no suman la base {base} de la categoría {category}',
  '{what*} add up to {found}, and the invoice states {stated}':
    '{what} suman {found}, y la factura indica {stated}',
  'the lines': 'las líneas',
  'the lines and taxes': 'las líneas y los impuestos',
  'lines, taxes and withholdings': 'las líneas, los impuestos y las retenciones',
  'total, suplidos and payments on account': 'el total, los suplidos y los anticipos',
  'the withholdings are {amount} and the amount before taxes is positive, which rule 6.d of the Orden HAP/1650/2015 does not allow':
    'las retenciones son {amount} y el importe bruto antes de impuestos es positivo, lo que no permite la regla 6.d de la Orden HAP/1650/2015',
  'the amounts that fall due add up to {sum}, and the amount to pay is {payable}':
    'los importes de los vencimientos suman {sum}, y el importe que se debe pagar es {payable}',

  // Peppol and CII.
  'Peppol requires the electronic address of the buyer':
    'Peppol exige la dirección electrónica del comprador',
  'Peppol requires a buyer reference or the number of a purchase order: state buyer_reference or order_reference':
    'Peppol exige una referencia del comprador o el número de un pedido: indique buyer_reference u order_reference',
  'Peppol has a separate process for invoices that the recipient issues':
    'Peppol tiene un proceso propio para las facturas que expide el destinatario',
  'Peppol has no corrected invoices between Spanish parties: the recipient of a rectification by substitution would owe its whole amount beside that of the original, so rectify by differences':
    'Peppol no tiene facturas corregidas entre partes españolas: el destinatario de una rectificación por sustitución debería su importe íntegro además del de la original, así que rectifique por diferencias',
  'Peppol has national rules for sellers in {country}, which an invoice under a Spanish NIF does not follow':
    'Peppol tiene reglas nacionales para los vendedores de {country}, que una factura con NIF español no cumple',
  'Peppol has no scheme {scheme} of electronic addresses':
    'Peppol no tiene el esquema {scheme} de direcciones electrónicas',
  'Peppol requires of an address of the scheme {scheme}: {name*}':
    'Peppol exige de una dirección del esquema {scheme}: {name}',
  'a Swedish organization number': 'un número de organización sueco',
  'a GLN with its check digit': 'un GLN con su dígito de control',
  'a Danish P number of 10 digits': 'un número P danés de 10 dígitos',
  'an Australian Business Number': 'un Australian Business Number',
  'a Danish CVR number of 8 digits': 'un número CVR danés de 8 dígitos',
  'a Norwegian organization number': 'un número de organización noruego',
  'a Danish SE number, which is DK and 8 digits': 'un número SE danés, que es DK y 8 dígitos',
  'a Belgian enterprise number of 10 digits with its check digits':
    'un número de empresa belga de 10 dígitos con sus dígitos de control',
  'Peppol requires that the periods of the lines are within the period of the invoice':
    'Peppol exige que los periodos de las líneas estén dentro del periodo de la factura',
  'CII D16B has one preceding invoice, and this invoice names {count}':
    'CII D16B admite una sola factura anterior, y esta factura indica {count}',
  'IGIC of 0 % cannot be stated in CII, whose rules require a rate above 0':
    'el IGIC del 0 % no puede indicarse en CII, cuyas reglas exigen un tipo superior a 0',

  // Facturae.
  'Facturae names the recipient with its address, and type {type} is a simplified invoice':
    'Facturae identifica al destinatario con su dirección, y el tipo {type} es una factura simplificada',
  'Facturae has one recipient, and the invoice has {count}':
    'Facturae admite un solo destinatario, y la factura tiene {count}',
  'the number {number} cannot be split into a series and a number of at most {most} characters each, which Facturae requires':
    'el número {number} no puede dividirse en una serie y un número de {most} caracteres como máximo cada uno, como exige Facturae',
  'Facturae names exactly one rectified invoice, and this invoice names {count}':
    'Facturae identifica exactamente una factura rectificada, y esta factura indica {count}',
  'a rectification that names no invoice needs a period with both dates in Facturae':
    'en Facturae una rectificativa que no indica ninguna factura exige un período con ambas fechas',
  'the list of countries of Facturae 3.2.2 does not contain {code}':
    'la lista de países de Facturae 3.2.2 no contiene {code}',
  'the list of currencies of Facturae 3.2.2 does not contain {currency}':
    'la lista de monedas de Facturae 3.2.2 no contiene {currency}',
  'Facturae requires a number of {least} to {most} characters, and the recipient has {number}':
    'Facturae exige un número de {least} a {most} caracteres, y el del destinatario es {number}',
  'Facturae requires a postal code of a Spanish province, five digits from 01000 to 52999, and {whose*} has {code?}':
    'Facturae exige el código postal de una provincia española, cinco dígitos de 01000 a 52999, y el del {whose} es {code}',
  'Facturae requires the address of {whose*}, and {what*} is missing':
    'Facturae exige la dirección del {whose}, y falta {what}',
  'Facturae requires the name and the surname of a natural person, and {name} is only one of them':
    'Facturae exige el nombre y el apellido de una persona física, y {name} es solo uno de ellos',
  '{what*} cannot be longer than {most} characters in Facturae':
    'en Facturae {what} no puede tener más de {most} caracteres',
  'the name of {whose*}': 'el nombre del {whose}',
  'the address of {whose*}': 'la dirección del {whose}',
  'postal code and city of {whose*}': 'el código postal con la localidad del {whose}',
  'the province of {whose*}': 'la provincia del {whose}',
  'the city of {whose*}': 'la localidad del {whose}',
  'the issuer': 'emisor',
  'the recipient': 'destinatario',
  'its address': 'la dirección',
  'its city': 'la localidad',
  'the name of a natural person': 'el nombre de una persona física',
  'the first surname of a natural person': 'el primer apellido de una persona física',
  'the second surname of a natural person': 'el segundo apellido de una persona física',
  'a code of DIR3': 'un código de DIR3',
  'the description of the operation': 'la descripción de la operación',
  'the reason of an allowance or a charge': 'el motivo de un descuento o de un cargo',
  'the reason of the rectification': 'el motivo de la rectificación',
  'the concept of a line': 'el concepto de una línea',
  'the information about a line': 'la información sobre una línea',
  'the text about the payment': 'el texto sobre el pago',
  'the additional information, which contains the footer, references and notes,':
    'la información adicional, que contiene el pie, las referencias y las notas,',
};
