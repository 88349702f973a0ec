import { SPANISH_SPFE_WARNING_ENTRIES } from './spfe-warning-reference.ts';
import type { WARNING_ENTRIES } from './warning-reference.ts';

/** The entries of the warnings in Spanish. */
export const SPANISH_WARNING_ENTRIES: typeof WARNING_ENTRIES = {
  supply_assumed: {
    meaning:
      'El destinatario no tiene NIF español, el emisor está acogido al SII y nada dice si la línea entrega bienes o presta servicios: al SII se le comunica que es un servicio.',
    article: 'RIVA, art. 63',
    remedy:
      'Solo las facturas de la versión 1 pueden tener este aviso. Envíe la factura por la versión 2, con `supply` en cada línea.',
  },
  register_total_differs: {
    meaning:
      'El total del libro del SII difiere del de la factura, que también repercute un impuesto distinto del IVA.',
    article: 'RIVA, art. 63',
    remedy: 'Nada, si la factura debe repercutir ese impuesto; el libro solo contiene el IVA.',
  },
  old_issue_date: {
    meaning: 'La fecha de expedición es más de un día anterior al día en que se expide la factura.',
    article: 'RD 1619/2012, art. 6.1.b; RD 1007/2023, art. 9',
    remedy: 'Expida las facturas el día que indican; envíe la fecha de la operación en `operation_date`.',
  },
  operation_date_past: {
    meaning:
      'El régimen 15 es para operaciones cuyo IVA se devenga después, pero la operación ya se ha realizado.',
    article: 'LIVA, art. 75.Uno.7.º',
    remedy: 'Utilice el régimen 01 si el IVA se devengó con la operación.',
  },
  units_zero: {
    meaning: 'La cantidad de una línea es 0, por lo que no factura nada.',
    article: 'RD 1619/2012, art. 6.1.f',
    remedy: 'Indique la cantidad o elimine la línea.',
  },
  margin_not_stated: {
    meaning: 'Un régimen grava solo el margen, pero la factura no lo indica.',
    article: 'LIVA, arts. 135 a 147',
    remedy:
      'Solo las facturas de la versión 1 pueden tener esta advertencia. Envíe la factura con la versión 2, con el margen de cada línea en `margin`.',
  },
  foreign_vat_not_stated: {
    meaning:
      'El régimen 17 es la ventanilla única, pero la factura no indica el IVA del otro Estado miembro.',
    article: 'LIVA, arts. 163 unvicies a 163 quinvicies',
    remedy: 'Envíe las líneas con `tax_type` `oss`, `tax_country` y `tax_rate`.',
  },
  one_stop_shop_to_business: {
    meaning: 'Una línea de ventanilla única, que es para consumidores, tiene un destinatario con NIF-IVA.',
    article: 'LIVA, arts. 163 unvicies a 163 quinvicies',
    remedy: 'Envíe los bienes a un empresario de otro Estado miembro con `E5` y los servicios con `N2`.',
  },
  reverse_charge_abroad: {
    meaning:
      'Una línea lleva la inversión del sujeto pasivo de operaciones en España, y su destinatario tiene un NIF-IVA de otro Estado miembro.',
    article: 'LIVA, arts. 25, 69 y 84.Uno.2.º',
    remedy:
      'Envíe los bienes con `E5` y los servicios con `N2`; mantenga `S2` si la operación se realiza en España.',
  },
  travel_agency_rate: {
    meaning: 'El margen de una agencia de viajes (régimen 05) tributa a un tipo distinto del general.',
    article: 'LIVA, arts. 90.Uno y 144',
    remedy: 'Utilice el 21, sea cual sea el contenido del viaje.',
  },
  rate_not_charged: {
    meaning: 'Los agricultores del régimen 19 no repercuten IVA, pero la línea tiene un tipo impositivo.',
    article: 'LIVA, arts. 129 y 134',
    remedy: 'Elimine el tipo impositivo o utilice el régimen por el que tributa la operación.',
  },
  zero_rate_charged: {
    meaning: 'La línea está sujeta y no exenta, pero su tipo impositivo es 0.',
    article: 'LIVA, art. 91.Cuatro',
    remedy: 'Envíe la causa de exención de una línea exenta o la calificación de una línea no sujeta.',
  },
  unusual_rate: {
    meaning: 'El impuesto no tiene ese tipo impositivo en la fecha de la operación.',
    article: 'Ley 4/2012 de Canarias, arts. 51 a 61; Ley 8/1991, art. 18',
    remedy: 'Compruebe el tipo impositivo y la fecha de la operación.',
  },
  withholding_below_one_percent: {
    meaning: 'La retención de IRPF es inferior al tipo más bajo.',
    article: 'RD 439/2007, art. 95',
    remedy: 'Envíe el tipo en tanto por ciento: 15 para el 15 %, no 0.15.',
  },
  withholding_on_simplified: {
    meaning:
      'Una factura simplificada lleva retención de IRPF, pero solo retiene un empresario o profesional identificado.',
    article: 'RD 439/2007, art. 76',
    remedy: 'Identifique al destinatario y utilice el tipo de factura F1, o R1 a R4.',
  },
  negative_total: {
    meaning: 'Una factura ordinaria tiene un total negativo.',
    article: 'RD 1619/2012, art. 15',
    remedy: 'Envíe una factura rectificativa que indique la factura que rectifica.',
  },
  simplified_limit_exceeded: {
    meaning: 'El importe de una factura simplificada supera 3000 €.',
    article: 'RD 1619/2012, art. 4.2',
    remedy: 'Identifique al destinatario y utilice el tipo de factura F1, sin `simplified_qualified`.',
  },
  cash_limit_exceeded: {
    meaning: 'La factura se paga en efectivo y su importe es de 1000 € o más.',
    article: 'Ley 7/2012, art. 7.Uno.1',
    remedy: 'Acepte otro medio de pago.',
  },
  nothing_charged: {
    meaning: 'La factura contiene suplidos y ningún otro importe.',
    article: 'LIVA, art. 78.Tres.3.º',
    remedy: 'Incluya los suplidos en una factura con importes propios.',
  },
  issuer_address_missing: {
    meaning: 'El perfil del emisor no tiene domicilio, por lo que la factura no muestra ninguno.',
    article: 'RD 1619/2012, art. 6.1.e',
    remedy: 'Pida al operador del motor que indique el domicilio del emisor.',
  },
  issuer_shared: {
    meaning:
      'Otra organización de la instalación emite para el mismo emisor, por lo que ambas podrían usar el mismo número.',
    article: 'RD 1619/2012, art. 6.1.a; AEAT 3000',
    remedy:
      'Pida al operador del motor que vincule el emisor a las organizaciones que pueden emitir para él.',
  },
  recipient_address_missing: {
    meaning: 'Falta en la factura el domicilio de su destinatario.',
    article: 'RD 1619/2012, art. 6.1.e',
    remedy: 'Envíe el domicilio, salvo que el destinatario sea un consumidor final.',
  },
  description_missing: {
    meaning: 'Una factura rectificativa no indica su motivo.',
    article: 'RD 1619/2012, art. 15.4',
    remedy: 'Envíe `rectification.reason` u `operation_description`.',
  },
  corrections_exceed_original: {
    meaning: 'Las rectificaciones de una factura restan más de lo que se facturó.',
    article: 'RD 1619/2012, art. 15',
    remedy: 'Compruebe los importes y las facturas que se rectifican.',
  },
  replacement_differs: {
    meaning: 'El importe de la factura es distinto del de las facturas simplificadas que sustituye.',
    article: 'RD 1619/2012, art. 7.2',
    remedy:
      'Envíe las líneas de las facturas simplificadas y corrija los importes con una factura rectificativa.',
  },
  number_differs_in_case: {
    meaning: 'El número se distingue de otro anterior del emisor solo por las mayúsculas y minúsculas.',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy: 'Utilice números que se distingan en algo más que las mayúsculas y minúsculas.',
  },
  characters_not_printable: {
    meaning: 'Las fuentes del PDF no tienen caracteres de un texto; el PDF muestra recuadros en su lugar.',
    article: null,
    remedy: 'Envíe el texto con caracteres que tengan las fuentes.',
  },
  issued_late: {
    meaning: 'La factura se expide después del día 15 del mes siguiente a su operación o a su periodo.',
    article: 'RD 1619/2012, art. 11',
    remedy:
      'Expida las facturas al realizarse la operación y, a empresarios o profesionales, antes del día 16 del mes siguiente. Indique `operation_date` si el impuesto de una operación de tracto sucesivo se devengó otro día.',
  },
  surcharge_not_due: {
    meaning:
      'El recargo de equivalencia se repercute a una sociedad, a un empresario extranjero o en una factura simplificada.',
    article: 'LIVA, arts. 154.Uno y 163',
    remedy:
      'Elimine el recargo o identifique al comerciante minorista, persona física o entidad en régimen de atribución de rentas.',
  },
  recipient_repeated: {
    meaning: 'Dos destinatarios de la factura tienen el mismo documento.',
    article: 'RD 1619/2012, art. 6.1.d',
    remedy: 'Elimine uno de ellos o corrija su documento.',
  },
  substituted_again: {
    meaning:
      'Una rectificación por sustitución anterior ya sustituye los importes de la factura que esta rectifica.',
    article: 'RD 1619/2012, art. 15.5',
    remedy: 'Rectifique esa rectificación anterior.',
  },
  reference_date_differs: {
    meaning:
      'La factura indica otra de su emisor por un número que corresponde a una factura de otra fecha del mismo año.',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy: 'Corrija la fecha o envíe el `issued_invoice_id`.',
  },
  recipient_not_in_census: {
    meaning:
      'El número del destinatario se declara como no censado, por lo que la AEAT acepta el registro con errores.',
    article: 'Orden HAC/1177/2024, lista L7, 07',
    remedy: 'Compruebe el número; utilice `nif` si consta en el censo de la AEAT.',
  },
  unusual_exchange_rate: {
    meaning: 'La moneda no ha valido esa cantidad de euros en los últimos 20 años.',
    article: 'RD 1619/2012, art. 12',
    remedy: 'Envíe los euros por unidad de la moneda, no sus unidades por euro.',
  },
  not_expressible: {
    meaning: 'Un formato electrónico que ha pedido no puede expresar la factura; `rule` indica la regla.',
    article: 'EN 16931',
    remedy: 'Utilice otro formato o cambie lo que indica la regla.',
  },
  not_signable: {
    meaning: 'Los certificados del emisor no pueden firmar ahora el Facturae; el mensaje contiene el motivo.',
    article: 'Facturae, política de firma 3.1',
    remedy:
      'Pida al operador del motor lo que indica el mensaje. La factura puede expedirse antes, porque el Facturae se firma al pedirlo.',
  },
  name_split_guessed: {
    meaning: 'Facturae indicaría un nombre de pila y unos apellidos que se han deducido del nombre completo.',
    article: 'Facturae 3.2.2, IndividualType',
    remedy:
      'Indique `person_name` del destinatario o `issuer_person_name`, o fíjelos en los perfiles del destinatario y del emisor.',
  },
  centres_missing: {
    meaning:
      'El Facturae a un organismo público no lleva los códigos DIR3 de sus centros, sin los que FACe lo rechaza.',
    article: 'Ley 25/2013 art. 6, Orden HAP/492/2014',
    remedy: 'Indique `dir3` del destinatario, o fíjelo en el perfil del destinatario.',
  },
  ...SPANISH_SPFE_WARNING_ENTRIES,
  census_not_identified: {
    meaning: 'La AEAT no identifica el NIF del emisor o de un destinatario con el nombre de la factura.',
    article: 'AEAT, VNifV2',
    remedy:
      'Corrija el NIF o el nombre, con los apellidos delante. Utilice el tipo de documento `not_registered` si la persona aún no consta en el censo.',
  },
  census_name_differs: {
    meaning: 'A la AEAT le consta el NIF de una persona física con un nombre similar, pero no igual.',
    article: 'AEAT, VNifV2',
    remedy: 'Compruebe el nombre y escriba los apellidos delante.',
  },
  census_deregistered: {
    meaning: 'La entidad consta de baja en el censo.',
    article: 'AEAT, VNifV2',
    remedy: 'Compruebe que sigue existiendo. A una entidad de baja aún se le puede facturar.',
  },
  census_revoked: {
    meaning: 'La AEAT ha revocado el NIF de una entidad.',
    article: 'LGT, disposición adicional sexta',
    remedy: 'Pregunte a la entidad por su situación antes de confiar en la factura.',
  },
  census_unknown: {
    meaning: 'El censo no se ha pronunciado sobre un NIF.',
    article: 'AEAT, VNifV2',
    remedy: 'Ninguno: se le preguntará de nuevo con otra factura.',
  },
  census_unavailable: {
    meaning:
      'El censo de la AEAT no ha respondido a tiempo, por lo que no se han comparado con él las partes de la factura.',
    article: 'AEAT, VNifV2',
    remedy: 'Valide de nuevo la factura más tarde.',
  },
  census_spelling: {
    meaning:
      'En el censo la denominación de una entidad o su NIF constan de otra forma; la AEAT no compara las denominaciones de las entidades.',
    article: 'AEAT, VNifV2',
    remedy: 'Utilice la denominación del censo si es la misma entidad; si no, corrija el NIF.',
  },
};
