import { defineTexts } from './texts.ts';

/** What is wrong with the regimes, keys, exemptions and rates of lines, allowances and charges. */
export const TAXES = defineTexts({
  // Regimes, keys and exemptions.
  regime_06_not_supported: {
    en: '06 is not supported: this API has no member for its base at cost, and no other regime replaces it',
    es: '06 no se admite: esta API no tiene ningún campo para su base imponible a coste, y ningún otro régimen lo sustituye',
  },
  regime_beside_other_lines: {
    en: 'with tax regime {regime} can only be together with lines of regimes 14 and 15',
    es: 'con el régimen {regime} solo pueden ir junto a líneas de los regímenes 14 y 15',
  },
  only_with_tax_type: {
    en: 'can only be given with tax type {types}: leave it out with tax type {type}',
    es: 'solo puede enviarse con el impuesto {types}: omita este campo con el impuesto {type}',
  },
  only_with_regime_01: {
    en: 'can only be given with tax regime 01: {hint}',
    es: 'solo puede enviarse con el régimen 01: {hint}',
  },
  key_beside_exemption: {
    en: "can't be given together with a tax exemption code: leave it out where the line is exempt, or leave the tax exemption code out where it is not",
    es: 'no puede enviarse junto con una causa de exención: omita este campo si la línea está exenta, u omita la causa de exención si no lo está',
  },
  exemption_not_with_regime: {
    en: '{exemption} is not allowed with tax regime {regime}: {hint}',
    es: '{exemption} no está permitida con el régimen {regime}: {hint}',
  },
  exemption_blank_with_regime: {
    en: "can't be blank with tax regime {regime}: {hint} for a line that is not exempt",
    es: 'no puede quedar en blanco con el régimen {regime}: {hint} para una línea que no está exenta',
  },
  not_with_type: {
    en: "{key} can't be used with invoice type {type}: use {types}",
    es: '{key} no puede utilizarse con el tipo de factura {type}: utilice {types}',
  },
  regime_06_with_type: {
    en: "06 can't be used with invoice type {type}: use F1 or R1 to R4",
    es: '06 no puede utilizarse con el tipo de factura {type}: utilice F1 o R1 a R4',
  },
  e5_needs_other_member_state: {
    en: 'E5 needs a recipient in another member state: its VAT number (recipient document type international_vat_number) or, for a new means of transport, a passport of that state; use E2 with tax regime 02 for an export',
    es: 'E5 exige un destinatario de otro Estado miembro: su NIF-IVA (tipo de documento international_vat_number) o, para un medio de transporte nuevo, un pasaporte de ese Estado; utilice E2 con el régimen 02 para una exportación',
  },
  regime_10_needs_f1: {
    en: '10 can only be used with invoice type F1',
    es: '10 solo puede utilizarse con el tipo de factura F1',
  },
  regime_10_needs_nif: { en: '10 needs a recipient with a NIF', es: '10 exige un destinatario con NIF' },
  regime_14_with_type: {
    en: '14 can only be used with invoice types F1 and R1 to R4',
    es: '14 solo puede utilizarse con los tipos de factura F1 y R1 a R4',
  },
  regime_14_needs_public_body: {
    en: '14 needs a public body as recipient, whose NIF begins with P, Q, S or V',
    es: '14 exige como destinatario una entidad pública, cuyo NIF empieza por P, Q, S o V',
  },
  prices_include_tax_with_06: {
    en: "can't be true with tax regime 06, whose tax is computed from the base at cost: give prices without tax",
    es: 'no puede ser true con el régimen 06, cuya cuota se calcula sobre la base imponible a coste: indique los precios sin impuestos',
  },

  // Rates.
  blank_rate_with_oss: {
    en: "can't be blank with tax type oss: it is the rate of the tax country",
    es: 'no puede quedar en blanco con el impuesto oss: es el tipo impositivo del país del impuesto',
  },
  rate_not_zero_with: { en: 'must be absent or 0 with {what}', es: 'debe omitirse o ser 0 con {what}' },
  rate_not_one_of: {
    en: 'must be one of {rates} (per cent: {meant}, not {value})',
    es: 'debe ser uno de estos valores: {rates} (en tanto por ciento: {meant}, no {value})',
  },
  rate_of_regime: {
    en: 'must be {rate} with tax regime {regime}',
    es: 'debe ser {rate} con el régimen {regime}',
  },
  rate_of_regime_in_percent: {
    en: 'must be {rate} with tax regime {regime} (per cent: {meant}, not {value})',
    es: 'debe ser {rate} con el régimen {regime} (en tanto por ciento: {meant}, no {value})',
  },
  rate_as_fraction: {
    en: 'is {rate}, but rates are percentages: write {meant} for {same} per cent',
    es: 'es {rate}, pero los tipos van en tanto por ciento: escriba {meant} para el {same} por ciento',
  },
  rate_never_of_igic: {
    en: 'is {rate}, which the IGIC never had: its rates are {rates} (Ley 4/2012 arts. 51 to 61)',
    es: 'es {rate}, un tipo que el IGIC nunca ha tenido: sus tipos son {rates} (arts. 51 a 61 Ley 4/2012)',
  },
  rate_outside_ipsi: {
    en: 'is {rate}: the rates of the IPSI lie between 0.5 and 10 (Ley 8/1991 art. 18)',
    es: 'es {rate}: los tipos del IPSI están entre 0.5 y 10 (art. 18 Ley 8/1991)',
  },
  rate_above_vat: {
    en: 'is {rate}: no member state has a rate of VAT above {highest}',
    es: 'es {rate}: ningún Estado miembro tiene un tipo de IVA superior a {highest}',
  },
  rate_below_vat: {
    en: 'is {rate}: no member state has a rate of VAT below {lowest}',
    es: 'es {rate}: ningún Estado miembro tiene un tipo de IVA inferior a {lowest}',
  },
  rate_given_back: {
    en: '{statement}; a rectification can only give back what was charged at that rate',
    es: '{statement}; una rectificación solo puede devolver lo que se repercutió a ese tipo',
  },
  surcharge_not_with_rate: {
    en: "can't be given with the tax rate {rate}",
    es: 'no puede enviarse con el tipo impositivo {rate}',
  },
  surcharge_of_rate: {
    en: 'must be {surcharge} with the tax rate {rate}',
    es: 'debe ser {surcharge} con el tipo impositivo {rate}',
  },
  surcharge_not_one_of: {
    en: 'must be one of {surcharges} with the tax rate {rate}',
    es: 'debe ser uno de estos valores con el tipo impositivo {rate}: {surcharges}',
  },
  surcharge_not_with_line: {
    en: 'can only be given with tax type iva, operation key S1 and no margin: leave it out',
    es: 'solo puede enviarse con el impuesto iva, la calificación S1 y sin margen: omita este campo',
  },
  blank_tax_country: {
    en: "can't be blank with tax type oss: it is the member state whose VAT is charged",
    es: 'no puede quedar en blanco con el impuesto oss: es el Estado miembro cuyo IVA se repercute',
  },
  not_other_member_state: {
    en: 'must be the ISO 3166-1 code of another member state of the European Union, such as FR',
    es: 'debe ser el código ISO 3166-1 de otro Estado miembro de la Unión Europea, como FR',
  },
  withholding_with_regime: {
    en: "can't be given with tax regime {regime}: the tax is part of the price there, and the amount without it, from which a withholding is taken, is not given; leave it out",
    es: 'no puede enviarse con el régimen {regime}: en él la cuota forma parte del precio y no se indica el importe sin ella, sobre el que se practica la retención; omita este campo',
  },

  // Margins, bases and prices.
  margin_not_with_regime: {
    en: 'can only be given with tax regimes 03 and 05 and a taxed operation: leave it out',
    es: 'solo puede enviarse con los regímenes 03 y 05 y una operación sujeta y no exenta: omita este campo',
  },
  blank_margin: {
    en: "can't be blank with tax regime {regime}: it is the price less the purchase price, with its tax, and the tax is computed from it (LIVA arts. 137 and 145)",
    es: 'no puede quedar en blanco con el régimen {regime}: es el precio de venta menos el de compra, impuesto incluido, y la cuota se calcula a partir de este importe (arts. 137 y 145 LIVA)',
  },
  margin_outside_price: {
    en: 'is {margin}, but the line comes to {amount}: a margin is part of the price, so it lies between 0 and that amount; it is 0 if the purchase price was not lower (LIVA arts. 137.Uno and 145)',
    es: 'es {margin}, pero la línea suma {amount}: el margen forma parte del precio, por lo que está entre 0 y ese importe; es 0 si el precio de compra no fue inferior (arts. 137.Uno y 145 LIVA)',
  },
  second_hand_kind_not_with_regime: {
    en: 'can only be given with tax regime 03: leave it out',
    es: 'solo puede enviarse con el régimen 03: omita este campo',
  },
  cost_base_not_with_regime: {
    en: 'can only be given with tax regime 06: leave it out',
    es: 'solo puede enviarse con el régimen 06: omita este campo',
  },
  blank_cost_base: {
    en: "can't be blank with tax regime 06: the tax is computed from it",
    es: 'no puede quedar en blanco con el régimen 06: la cuota se calcula a partir de este importe',
  },
  property_not_with_regime: {
    en: 'can only be given with tax regime 11, the lease of premises: leave it out',
    es: 'solo puede enviarse con el régimen 11, el arrendamiento de locales: omita este campo',
  },
  blank_with_situation: {
    en: "can't be blank with situation {situation}: use 3 for a property without a cadastral reference",
    es: 'no puede quedar en blanco con la situación {situation}: utilice 3 para un inmueble sin referencia catastral',
  },
  not_blank_with_situation: {
    en: 'must be blank with situation {situation}: use 1 or 2 for a property with a cadastral reference',
    es: 'debe quedar en blanco con la situación {situation}: utilice 1 o 2 para un inmueble con referencia catastral',
  },
  times_units_too_large: {
    en: 'times units must be below {limit}',
    es: 'multiplicado por las unidades debe ser inferior a {limit}',
  },
  regime_only_in_lines: {
    en: '{regime} can only be given in lines: change the price of the line',
    es: '{regime} solo puede indicarse en las líneas: cambie el precio de la línea',
  },

  // Taxes.
  iva_igic_or_psi: { en: 'iva, igic or psi', es: 'iva, igic o psi' },
  the_exemption: { en: 'tax exemption code {code}', es: 'la causa de exención {code}' },
  the_operation_key: { en: 'tax operation key {key}', es: 'la calificación {key}' },
  the_regime: { en: 'tax regime {regime}', es: 'el régimen {regime}' },
  omit_and_give_exemption: {
    en: 'leave it out and give the tax exemption code that tax regime {regime} needs',
    es: 'omita este campo e indique la causa de exención que exige el régimen {regime}',
  },
  omit_key_of_regime: {
    en: 'leave it out, with tax regime {regime} it is {key}',
    es: 'omita este campo; con el régimen {regime} es {key}',
  },
  use_regime: { en: 'use tax regime {regime}', es: 'utilice el régimen {regime}' },
  use_regime_or_omit: {
    en: 'use tax regime {regime}, or leave it out, with tax regime {own} the line is {key}',
    es: 'utilice el régimen {regime} u omita este campo; con el régimen {own} la línea es {key}',
  },
  use_e2_or_regime_01: {
    en: 'use E2 for an export, or tax regime 01',
    es: 'utilice E2 para una exportación, o el régimen 01',
  },
  give_exemption_or_regime_01: {
    en: 'give the code of the exemption, or use tax regime 01',
    es: 'indique la causa de exención o utilice el régimen 01',
  },
  not_in_total_of_v1: {
    en: 'version 1 of the API has no member for the VAT of those states, so the total does not include it',
    es: 'la versión 1 de la API no tiene ningún campo para el IVA de esos Estados, por lo que el total no lo incluye',
  },
  use_tax_type_oss: {
    en: 'the line does not state the VAT of that state; use tax type oss',
    es: 'la línea no indica el IVA de ese Estado; utilice el impuesto oss',
  },
  rule_of_allowances: {
    en: 'an allowance lowers the base of the operation for which it is granted (LIVA art. 78.Tres.2); state the tax of the lines that it is for, or grant it in those lines',
    es: 'un descuento reduce la base imponible de la operación por la que se concede (art. 78.Tres.2.º LIVA); indique el impuesto de las líneas a las que corresponde, o concédalo en esas líneas',
  },
  exempt_or_not_subject_abroad: {
    en: 'goods that are sent to it are exempt (tax exemption code E5, LIVA art. 25), and services to it are not subject here (tax operation key N2, art. 69)',
    es: 'los bienes que se le envían están exentos (causa de exención E5, art. 25 LIVA) y los servicios que se le prestan no están sujetos aquí (calificación N2, art. 69)',
  },
});
