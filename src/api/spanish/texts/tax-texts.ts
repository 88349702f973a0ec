import type { Texts } from '../template.ts';

/** What is wrong with the taxes and amounts of the lines, the allowances and the charges, and with the totals. */
export const TAX_TEXTS: Texts = {
  // Regimes, keys and exemptions.
  '06 is not supported: this API has no member for its base at cost, and no other regime replaces it':
    '06 no se admite: esta API no tiene ningún campo para su base imponible a coste, y ningún otro régimen lo sustituye',
  'with tax regime {regime} can only be together with lines of regimes 14 and 15':
    'con el régimen {regime} solo pueden ir junto a líneas de los regímenes 14 y 15',
  'can only be given with tax type {types*}: leave it out with tax type {type}':
    'solo puede enviarse con el impuesto {types}: omita este campo con el impuesto {type}',
  'can only be given with tax regime 01: {hint*}': 'solo puede enviarse con el régimen 01: {hint}',
  "can't be given together with a tax exemption code: leave it out where the line is exempt, or leave the tax exemption code out where it is not":
    'no puede enviarse junto con una causa de exención: omita este campo si la línea está exenta, u omita la causa de exención si no lo está',
  '{exemption} is not allowed with tax regime {regime}: {hint*}':
    '{exemption} no está permitida con el régimen {regime}: {hint}',
  "can't be blank with tax regime {regime}: {hint*} for a line that is not exempt":
    'no puede quedar en blanco con el régimen {regime}: {hint} para una línea que no está exenta',
  "{key} can't be used with invoice type {type}: use {types*}":
    '{key} no puede utilizarse con el tipo de factura {type}: utilice {types}',
  "06 can't be used with invoice type {type}: use F1 or R1 to R4":
    '06 no puede utilizarse con el tipo de factura {type}: utilice F1 o R1 a R4',
  'E5 needs a recipient in another member state: its VAT number (recipient document type international_vat_number) or, for a new means of transport, a passport of that state; use E2 with tax regime 02 for an export':
    'E5 exige un destinatario de otro Estado miembro: su NIF-IVA (tipo de documento international_vat_number) o, para un medio de transporte nuevo, un pasaporte de ese Estado; utilice E2 con el régimen 02 para una exportación',
  '10 can only be used with invoice type F1': '10 solo puede utilizarse con el tipo de factura F1',
  '10 needs a recipient with a NIF': '10 exige un destinatario con NIF',
  '14 can only be used with invoice types F1 and R1 to R4':
    '14 solo puede utilizarse con los tipos de factura F1 y R1 a R4',
  '14 needs a public body as recipient, whose NIF begins with P, Q, S or V':
    '14 exige como destinatario una entidad pública, cuyo NIF empieza por P, Q, S o V',
  "can't be true with tax regime 06, whose tax is computed from the base at cost: give prices without tax":
    'no puede ser true con el régimen 06, cuya cuota se calcula sobre la base imponible a coste: indique los precios sin impuestos',

  // Rates.
  "can't be blank with tax type oss: it is the rate of the tax country":
    'no puede quedar en blanco con el impuesto oss: es el tipo impositivo del país del impuesto',
  'must be absent or 0 with {what*}': 'debe omitirse o ser 0 con {what}',
  'must be one of {rates} (per cent: {meant}, not {value})':
    'debe ser uno de estos valores: {rates} (en tanto por ciento: {meant}, no {value})',
  'must be {rate} with tax regime {regime}': 'debe ser {rate} con el régimen {regime}',
  'must be {rate} with tax regime {regime} (per cent: {meant}, not {value})':
    'debe ser {rate} con el régimen {regime} (en tanto por ciento: {meant}, no {value})',
  'is {rate}, but rates are percentages: write {meant} for {same} per cent':
    'es {rate}, pero los tipos van en tanto por ciento: escriba {meant} para el {same} por ciento',
  'is {rate}, which the IGIC never had: its rates are {rates} (Ley 4/2012 arts. 51 to 61)':
    'es {rate}, un tipo que el IGIC nunca ha tenido: sus tipos son {rates} (arts. 51 a 61 Ley 4/2012)',
  'is {rate}: the rates of the IPSI lie between 0.5 and 10 (Ley 8/1991 art. 18)':
    'es {rate}: los tipos del IPSI están entre 0.5 y 10 (art. 18 Ley 8/1991)',
  'is {rate}: no member state has a rate of VAT above {highest}':
    'es {rate}: ningún Estado miembro tiene un tipo de IVA superior a {highest}',
  'is {rate}: no member state has a rate of VAT below {lowest}':
    'es {rate}: ningún Estado miembro tiene un tipo de IVA inferior a {lowest}',
  '{statement*}; a rectification can only give back what was charged at that rate':
    '{statement}; una rectificación solo puede devolver lo que se repercutió a ese tipo',
  "can't be given with the tax rate {rate}": 'no puede enviarse con el tipo impositivo {rate}',
  'must be {surcharge} with the tax rate {rate}': 'debe ser {surcharge} con el tipo impositivo {rate}',
  'must be one of {surcharges} with the tax rate {rate}':
    'debe ser uno de estos valores con el tipo impositivo {rate}: {surcharges}',
  'can only be given with tax type iva, operation key S1 and no margin: leave it out':
    'solo puede enviarse con el impuesto iva, la calificación S1 y sin margen: omita este campo',
  "can't be blank with tax type oss: it is the member state whose VAT is charged":
    'no puede quedar en blanco con el impuesto oss: es el Estado miembro cuyo IVA se repercute',
  'must be the ISO 3166-1 code of another member state of the European Union, such as FR':
    'debe ser el código ISO 3166-1 de otro Estado miembro de la Unión Europea, como FR',
  "can't be given with tax regime {regime}: the tax is part of the price there, and the amount without it, from which a withholding is taken, is not given; leave it out":
    'no puede enviarse con el régimen {regime}: en él la cuota forma parte del precio y no se indica el importe sin ella, sobre el que se practica la retención; omita este campo',

  // Margins, bases and prices.
  'can only be given with tax regimes 03 and 05 and a taxed operation: leave it out':
    'solo puede enviarse con los regímenes 03 y 05 y una operación sujeta y no exenta: omita este campo',
  "can't be blank with tax regime {regime}: it is the price less the purchase price, with its tax, and the tax is computed from it (LIVA arts. 137 and 145)":
    'no puede quedar en blanco con el régimen {regime}: es el precio de venta menos el de compra, impuesto incluido, y la cuota se calcula a partir de este importe (arts. 137 y 145 LIVA)',
  'is {margin}, but the line comes to {amount}: a margin is part of the price, so it lies between 0 and that amount; it is 0 if the purchase price was not lower (LIVA arts. 137.Uno and 145)':
    'es {margin}, pero la línea suma {amount}: el margen forma parte del precio, por lo que está entre 0 y ese importe; es 0 si el precio de compra no fue inferior (arts. 137.Uno y 145 LIVA)',
  'can only be given with tax regime 03: leave it out':
    'solo puede enviarse con el régimen 03: omita este campo',
  'can only be given with tax regime 06: leave it out':
    'solo puede enviarse con el régimen 06: omita este campo',
  "can't be blank with tax regime 06: the tax is computed from it":
    'no puede quedar en blanco con el régimen 06: la cuota se calcula a partir de este importe',
  'times units must be below {limit}': 'multiplicado por las unidades debe ser inferior a {limit}',
  '{regime} can only be given in lines: change the price of the line':
    '{regime} solo puede indicarse en las líneas: cambie el precio de la línea',

  // Allowances and charges.
  "can't be blank: it is printed": 'no puede quedar en blanco: se imprime',
  "can't be given together with the percent: leave one of them out":
    'no puede enviarse junto con el porcentaje: omita uno de los dos campos',
  "can't be blank without a percent": 'no puede quedar en blanco sin un porcentaje',
  'must be 0 or more: an allowance lowers the total, and a charge raises it':
    'debe ser 0 o mayor: un descuento reduce el total y un cargo lo aumenta',
  'applies to the lines with the same tax, and the invoice has none: give the amount instead':
    'se aplica a las líneas con el mismo impuesto, y la factura no tiene ninguna: indique el importe',
  'is {given}, but the lines have {others}: {rule*}': 'es {given}, pero las líneas tienen {others}: {rule}',
  "can't be blank, because the lines have {others}: {rule*}":
    'no puede quedar en blanco, porque las líneas tienen {others}: {rule}',
  'must be blank, because the lines have none: {rule*}':
    'debe quedar en blanco, porque las líneas no tienen ninguno: {rule}',
  "can't be blank, because the lines charge the recargo de equivalencia: what is charged beside goods, such as transport or packing, is part of their price (LIVA arts. 78.Dos.1 and 160); give {rates}, or charge a service of its own in a line":
    'no puede quedar en blanco, porque las líneas repercuten el recargo de equivalencia: lo que se cobra junto con los bienes, como el transporte o el envase, forma parte de su precio (arts. 78.Dos.1.º y 160 LIVA); indique {rates}, o incluya un servicio independiente en una línea',

  // Details of a line.
  'must be a code of UN/ECE Recommendation 20, such as C62, HUR or KGM':
    'debe ser un código de la Recomendación 20 de la UN/ECE, como C62, HUR o KGM',
  'must be a GTIN of 8, 12, 13 or 14 digits with its check digit':
    'debe ser un GTIN de 8, 12, 13 o 14 cifras con su dígito de control',

  // Currency.
  'must be blank unless the invoice has a currency other than EUR':
    'debe quedar en blanco, salvo que la factura tenga una moneda distinta de EUR',
  'must be a code of ISO 4217 in capitals, such as USD':
    'debe ser un código ISO 4217 en mayúsculas, como USD',
  "can't be blank with the currency {currency}: the record and the tax are in euros, so it must say how many euros one unit is worth (RD 1619/2012 art. 12)":
    'no puede quedar en blanco con la moneda {currency}: el registro y la cuota van en euros, por lo que debe indicar cuántos euros vale una unidad (art. 12 RD 1619/2012)',

  '{currency} is not supported, because its amounts have three decimals (ISO 4217): state the invoice in euros or in another currency':
    '{currency} no se admite, porque sus importes tienen tres decimales (ISO 4217): indique la factura en euros o en otra moneda',
  'is {rate}, but one {currency} is worth {range*}: state the euros for one unit of the currency, not its units for one euro':
    'es {rate}, pero un {currency} vale {range}: indique los euros por unidad de la moneda, no sus unidades por euro',
  'is {amount}, but {currency} has no decimals (ISO 4217): state a whole number':
    'es {amount}, pero {currency} no tiene decimales (ISO 4217): indique un número entero',
  'makes {amount}, but {currency} has no decimals (ISO 4217): state the amount as a whole number instead':
    'da {amount}, pero {currency} no tiene decimales (ISO 4217): indique en su lugar el importe como número entero',
  'makes the line {amount}, but {currency} has no decimals (ISO 4217): state prices that make it a whole number':
    'da a la línea un importe de {amount}, pero {currency} no tiene decimales (ISO 4217): indique precios que den un número entero',
  "can't be true with the currency {currency}, which has no decimals (ISO 4217), unless no tax is charged: give prices without tax":
    'no puede ser true con la moneda {currency}, que no tiene decimales (ISO 4217), salvo que no se repercuta ningún impuesto: indique los precios sin impuestos',

  'makes the discounts of its tax {given}, but the lines and charges of that tax add up to {price}: a discount lowers a price (LIVA art. 78.Tres.2); to give money back, rectify an earlier invoice':
    'hace que los descuentos de su impuesto sumen {given}, pero las líneas y cargos de ese impuesto suman {price}: un descuento reduce un precio (art. 78.Tres.2.º LIVA); para devolver dinero, rectifique una factura anterior',

  // Totals.
  'make up {groups} tax groups, an invoice can have at most {most}':
    'forman {groups} grupos de impuestos y una factura puede tener como máximo {most}',
  'add up to too much: the invoice total, its tax groups and the amount to pay must be below {limit}':
    'suman demasiado: el total de la factura, sus grupos de impuestos y el importe a pagar deben ser inferiores a {limit}',
  'add up to too much: the invoice total, its tax groups and the amount to pay must be below {limit}, also in euros':
    'suman demasiado: el total de la factura, sus grupos de impuestos y el importe a pagar deben ser inferiores a {limit}, también en euros',
  'is {stated}, but the lines add up to {charged}: correct the lines, or leave the total out':
    'es {stated}, pero las líneas suman {charged}: corrija las líneas u omita el total',
  'adds up to {sum}, but the amount to pay is {payable}: the amounts that fall due must add up to it':
    'suma {sum}, pero el importe a pagar es {payable}: los importes de los vencimientos deben sumar esa cantidad',
  'have more problems than this list shows': 'tienen más problemas de los que muestra esta lista',
  '{number} more messages are omitted': 'se omiten {number} mensajes más',
};
