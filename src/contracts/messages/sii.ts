import { defineTexts } from './texts.ts';

/** What the book of issued invoices that SII keeps cannot state. */
export const SII = defineTexts({
  sii_no_other_tax: {
    en: 'has no place in the book of an issuer in SII, which is that of the IVA: issue such lines in an invoice of an issuer outside of SII, or without this tax',
    es: 'no tiene cabida en el libro de un emisor acogido al SII, que es el del IVA: expida esas líneas en una factura de un emisor fuera del SII, o sin este impuesto',
  },
  sii_regime_09: {
    en: '09 needs the margin of a mediating agency, which no member states: issue the invoice with another program',
    es: '09 exige el margen de la agencia mediadora, que ningún campo indica: expida la factura con otro programa',
  },
  sii_regime_18: {
    en: '18 does not exist in SII: a retailer under the recargo de equivalencia keeps no such book; to charge the surcharge to a customer, use 01 and the surcharge rate',
    es: '18 no existe en el SII: un minorista en recargo de equivalencia no lleva ese libro; para repercutir el recargo a un cliente, utilice 01 y el tipo de recargo',
  },
  sii_regime_excluded: {
    en: '{regime} does not exist in SII, which excludes that regime: use the regime under which an issuer in SII is taxed',
    es: '{regime} no existe en el SII, que excluye ese régimen: utilice el régimen por el que tributa un emisor acogido al SII',
  },
  sii_not_exempt_with_regime: {
    en: 'cannot be given with tax regime {regime} by an issuer in SII: use the regime of the exempt operation',
    es: 'no puede enviarse con el régimen {regime} si el emisor está acogido al SII: utilice el régimen de la operación exenta',
  },
  sii_margin_of_v1: {
    en: '{regime} needs the margin of the line for an issuer in SII: send the invoice through version 2 of the API, with margin',
    es: '{regime} exige el margen de la línea si el emisor está acogido al SII: envíe la factura por la versión 2 de la API, con margin',
  },
  sii_representative: {
    en: 'begins with K, whose record in SII needs a representative, whom no member states: declare the invoice with another program',
    es: 'empieza por K, y su registro en el SII exige un representante, que ningún campo indica: declare la factura con otro programa',
  },
  sii_services_to_xi: {
    en: 'is a VAT number of Northern Ireland, which exists for goods only: state the number of the United Kingdom as official_id with country GB, or supply goods',
    es: 'es un NIF-IVA de Irlanda del Norte, que solo existe para bienes: indique el número del Reino Unido como official_id con el país GB, o entregue bienes',
  },
  sii_property_blank: {
    en: "can't be blank without withholding for an issuer in SII: state the situation and the cadastral reference of the premises",
    es: 'no puede quedar en blanco sin retención si el emisor está acogido al SII: indique la situación y la referencia catastral del local',
  },
  sii_property_of_v1: {
    en: '11 without withholding needs the property for an issuer in SII: send the invoice through version 2 of the API, with property',
    es: '11 sin retención exige el inmueble si el emisor está acogido al SII: envíe la factura por la versión 2 de la API, con property',
  },
  sii_many_properties: {
    en: 'let more than {most} properties, which is the most that a record of SII states: divide the invoice',
    es: 'arriendan más de {most} inmuebles, que es el máximo de un registro del SII: divida la factura',
  },
  sii_keys_not_together: {
    en: 'have the keys {keys}, which a record of SII cannot state together (at most {most}, of which one allows the others): divide the invoice by tax regime',
    es: 'tienen las claves {keys}, que un registro del SII no admite juntas (como máximo {most}, y una debe permitir las otras): divida la factura por régimen',
  },
  sii_surcharge_on_service: {
    en: 'cannot be charged on a service to this recipient in SII, whose record has a place for it only with goods: leave it out, or state goods',
    es: 'no puede repercutirse en un servicio a este destinatario en el SII, cuyo registro solo lo admite en entregas de bienes: omítalo o indique goods',
  },
  sii_surcharge_beside_reverse_charge: {
    en: 'charge a surcharge at 0 % of VAT beside the reverse charge, and a record of SII with reverse charge alone has no place for it: divide the invoice',
    es: 'repercuten un recargo al 0 % de IVA junto a la inversión del sujeto pasivo, y el registro del SII con solo inversión no lo admite: divida la factura',
  },
  sii_e5_is_goods: {
    en: 'must be goods with tax exemption code E5, which exempts intra-Community supplies of goods: use N2 for a service to a company of another member state',
    es: 'debe ser goods con la causa de exención E5, que exime las entregas intracomunitarias de bienes: utilice N2 para un servicio a una empresa de otro Estado miembro',
  },
  sii_supply_blank: {
    en: "can't be blank for this recipient of an issuer in SII: state goods or services",
    es: 'no puede quedar en blanco con este destinatario si el emisor está acogido al SII: indique goods o services',
  },
  sii_supply_assumed: {
    en: 'is registered in SII as a service, because version 1 of the API cannot state goods: send the invoice through version 2, with supply',
    es: 'se registra en el SII como un servicio, porque la versión 1 de la API no puede indicar bienes: envíe la factura por la versión 2, con supply',
  },
  sii_recargo_ended: {
    en: '{rate} existed until {last}: leave it out, or state the day of the operation',
    es: '{rate} existió hasta el {last}: omítalo o indique la fecha de la operación',
  },
  sii_cost_base: {
    en: 'have other taxed operations beside regime 06, or such of the opposite sign, whose taxes SII would compare with the one base at cost of the record: divide the invoice',
    es: 'tienen otras operaciones gravadas junto al régimen 06, o de signo contrario, cuyas cuotas el SII compararía con la única base a coste del registro: divida la factura',
  },
  sii_reverse_charge_before_inclusion: {
    en: 'charge the VAT to the recipient, which key 16 does not allow (AEAT 1114): declare the invoice in AEAT’s form',
    es: 'invierten el sujeto pasivo, lo que la clave 16 no admite (AEAT 1114): declare la factura en el formulario de la AEAT',
  },
  sii_group_before_inclusion: {
    en: 'have regime 06, whose base at cost key 16 does not allow: declare the invoice in AEAT’s form',
    es: 'tienen el régimen 06, cuya base a coste no admite la clave 16: declare la factura en el formulario de la AEAT',
  },
  sii_period_of_inclusion: {
    en: '{period} is a period in which the issuer is in SII, where key 16 is not allowed (AEAT 1306): declare the invoice in AEAT’s form with its own key',
    es: '{period} es un período en el que el emisor está en el SII, donde no se admite la clave 16 (AEAT 1306): declare la factura en el formulario de la AEAT con su propia clave',
  },
  sii_later_operation_before_inclusion: {
    en: '{date} is after the issue date, which key 16 does not allow (AEAT 1290): declare the invoice in AEAT’s form',
    es: '{date} es posterior a la fecha de expedición, lo que no admite la clave 16 (AEAT 1290): declare la factura en el formulario de la AEAT',
  },
  sii_many_rates: {
    en: 'have {rates} rates, but a record of SII states at most {most}: divide the invoice',
    es: 'tienen {rates} tipos, pero un registro del SII indica como máximo {most}: divida la factura',
  },
  sii_total_differs: {
    en: 'is registered in SII as {total} and not as {printed}, because its book contains no tax other than the IVA',
    es: 'figura en el SII como {total} y no como {printed}, porque su libro no contiene más impuesto que el IVA',
  },
});
