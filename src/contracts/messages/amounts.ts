import { defineTexts } from './texts.ts';

/** What is wrong with allowances, charges, currencies, totals and the payment. */
export const AMOUNTS = defineTexts({
  // Allowances and charges.
  blank_printed_reason: { en: "can't be blank: it is printed", es: 'no puede quedar en blanco: se imprime' },
  amount_beside_percent: {
    en: "can't be given together with the percent: leave one of them out",
    es: 'no puede enviarse junto con el porcentaje: omita uno de los dos campos',
  },
  blank_amount_without_percent: {
    en: "can't be blank without a percent",
    es: 'no puede quedar en blanco sin un porcentaje',
  },
  negative_allowance: {
    en: 'must be 0 or more: an allowance lowers the total, and a charge raises it',
    es: 'debe ser 0 o mayor: un descuento reduce el total y un cargo lo aumenta',
  },
  percent_without_lines: {
    en: 'applies to the lines with the same tax, and the invoice has none: give the amount instead',
    es: 'se aplica a las líneas con el mismo impuesto, y la factura no tiene ninguna: indique el importe',
  },
  differs_from_lines: {
    en: 'is {given}, but the lines have {others}: {rule}',
    es: 'es {given}, pero las líneas tienen {others}: {rule}',
  },
  blank_beside_lines: {
    en: "can't be blank, because the lines have {others}: {rule}",
    es: 'no puede quedar en blanco, porque las líneas tienen {others}: {rule}',
  },
  not_blank_beside_lines: {
    en: 'must be blank, because the lines have none: {rule}',
    es: 'debe quedar en blanco, porque las líneas no tienen ninguno: {rule}',
  },
  charge_without_surcharge: {
    en: "can't be blank, because the lines charge the recargo de equivalencia: what is charged beside goods, such as transport or packing, is part of their price (LIVA arts. 78.Dos.1 and 160); give {rates}, or charge a service of its own in a line",
    es: 'no puede quedar en blanco, porque las líneas repercuten el recargo de equivalencia: lo que se cobra junto con los bienes, como el transporte o el envase, forma parte de su precio (arts. 78.Dos.1.º y 160 LIVA); indique {rates}, o incluya un servicio independiente en una línea',
  },

  // Details of a line.
  not_a_unit_code: {
    en: 'must be a code of UN/ECE Recommendation 20, such as C62, HUR or KGM',
    es: 'debe ser un código de la Recomendación 20 de la UN/ECE, como C62, HUR o KGM',
  },
  not_a_gtin: {
    en: 'must be a GTIN of 8, 12, 13 or 14 digits with its check digit',
    es: 'debe ser un GTIN de 8, 12, 13 o 14 cifras con su dígito de control',
  },

  // Currency.
  exchange_rate_of_euros: {
    en: 'must be blank unless the invoice has a currency other than EUR',
    es: 'debe quedar en blanco, salvo que la factura tenga una moneda distinta de EUR',
  },
  not_a_currency: {
    en: 'must be a code of ISO 4217 in capitals, such as USD',
    es: 'debe ser un código ISO 4217 en mayúsculas, como USD',
  },
  blank_exchange_rate: {
    en: "can't be blank with the currency {currency}: the record and the tax are in euros, so it must say how many euros one unit is worth (RD 1619/2012 art. 12)",
    es: 'no puede quedar en blanco con la moneda {currency}: el registro y la cuota van en euros, por lo que debe indicar cuántos euros vale una unidad (art. 12 RD 1619/2012)',
  },

  three_decimals: {
    en: '{currency} is not supported, because its amounts have three decimals (ISO 4217): state the invoice in euros or in another currency',
    es: '{currency} no se admite, porque sus importes tienen tres decimales (ISO 4217): indique la factura en euros o en otra moneda',
  },
  exchange_rate_of_units: {
    en: 'is {rate}, but one {currency} is worth {range}: state the euros for one unit of the currency, not its units for one euro',
    es: 'es {rate}, pero un {currency} vale {range}: indique los euros por unidad de la moneda, no sus unidades por euro',
  },
  amount_in_whole_units: {
    en: 'is {amount}, but {currency} has no decimals (ISO 4217): state a whole number',
    es: 'es {amount}, pero {currency} no tiene decimales (ISO 4217): indique un número entero',
  },
  percent_in_whole_units: {
    en: 'makes {amount}, but {currency} has no decimals (ISO 4217): state the amount as a whole number instead',
    es: 'da {amount}, pero {currency} no tiene decimales (ISO 4217): indique en su lugar el importe como número entero',
  },
  line_in_whole_units: {
    en: 'makes the line {amount}, but {currency} has no decimals (ISO 4217): state prices that make it a whole number',
    es: 'da a la línea un importe de {amount}, pero {currency} no tiene decimales (ISO 4217): indique precios que den un número entero',
  },
  prices_include_tax_in_whole_units: {
    en: "can't be true with the currency {currency}, which has no decimals (ISO 4217), unless no tax is charged: give prices without tax",
    es: 'no puede ser true con la moneda {currency}, que no tiene decimales (ISO 4217), salvo que no se repercuta ningún impuesto: indique los precios sin impuestos',
  },

  discounts_over_price: {
    en: 'makes the discounts of its tax {given}, but the lines and charges of that tax add up to {price}: a discount lowers a price (LIVA art. 78.Tres.2); to give money back, rectify an earlier invoice',
    es: 'hace que los descuentos de su impuesto sumen {given}, pero las líneas y cargos de ese impuesto suman {price}: un descuento reduce un precio (art. 78.Tres.2.º LIVA); para devolver dinero, rectifique una factura anterior',
  },

  // Totals.
  many_tax_groups: {
    en: 'make up {groups} tax groups, an invoice can have at most {most}',
    es: 'forman {groups} grupos de impuestos y una factura puede tener como máximo {most}',
  },
  totals_too_large: {
    en: 'add up to too much: the invoice total, its tax groups and the amount to pay must be below {limit}',
    es: 'suman demasiado: el total de la factura, sus grupos de impuestos y el importe a pagar deben ser inferiores a {limit}',
  },
  totals_too_large_in_euros: {
    en: 'add up to too much: the invoice total, its tax groups and the amount to pay must be below {limit}, also in euros',
    es: 'suman demasiado: el total de la factura, sus grupos de impuestos y el importe a pagar deben ser inferiores a {limit}, también en euros',
  },
  total_differs: {
    en: 'is {stated}, but the lines add up to {charged}: correct the lines, or leave the total out',
    es: 'es {stated}, pero las líneas suman {charged}: corrija las líneas u omita el total',
  },
  due_amounts_differ: {
    en: 'adds up to {sum}, but the amount to pay is {payable}: the amounts that fall due must add up to it',
    es: 'suma {sum}, pero el importe a pagar es {payable}: los importes de los vencimientos deben sumar esa cantidad',
  },
  more_problems: {
    en: 'have more problems than this list shows',
    es: 'tienen más problemas de los que muestra esta lista',
  },
  messages_omitted: { en: '{number} more messages are omitted', es: 'Se omiten {number} mensajes más' },

  // Payment.
  not_beside_payment_due: {
    en: "can't be given together with payment.due: give every date there",
    es: 'no puede enviarse junto con payment.due: indique allí todas las fechas',
  },
  not_beside_payment_means: {
    en: "can't be given together with payment.means: leave one of them out",
    es: 'no puede enviarse junto con payment.means: omita uno de los dos campos',
  },
  blank_due_amount: {
    en: "can't be blank: the amounts must add up to the amount to pay",
    es: 'no puede quedar en blanco: los importes deben sumar el importe a pagar',
  },
  not_a_bic: {
    en: 'must be a BIC of 8 or 11 letters and digits',
    es: 'debe ser un BIC de 8 u 11 letras y cifras',
  },
  not_an_iban: { en: 'is not a valid IBAN', es: 'no es un IBAN válido' },
  not_a_creditor_id: {
    en: 'is not a valid SEPA creditor identifier',
    es: 'no es un identificador de acreedor SEPA válido',
  },
  not_sepa_characters: {
    en: "can only contain letters, digits and + ? / : ( ) . , ' - and blanks",
    es: "solo puede contener letras, cifras, espacios y los signos + ? / : ( ) . , ' -",
  },

  // Currencies.
  at_most_euros: { en: 'at most {high} euros', es: 'como máximo {high} euros' },
  between_euros: { en: 'between {low} and {high} euros', es: 'entre {low} y {high} euros' },
});
