import type { FindingCode, WarningCode } from '../codes.ts';
import { CODE_TABLES, type CodeEntry, type CodePage } from './code-reference.ts';
import type { ShapeCode } from './details.ts';

/* The reference of the codes in Spanish, which `/api/v2/codes` returns by `Accept-Language`. */

/** The entry of every code. */
export const SPANISH_ENTRIES: Readonly<Record<ShapeCode | FindingCode | WarningCode, CodeEntry>> = {
  missing: {
    meaning: 'Falta en el cuerpo un campo que todo cuerpo debe tener.',
    article: null,
    remedy: 'Añada el campo.',
  },
  unknown_member: {
    meaning: 'La API no tiene ningún campo con ese nombre en ese lugar.',
    article: null,
    remedy: 'Elimine el campo o corrija su nombre.',
  },
  wrong_type: {
    meaning: 'El valor tiene un tipo JSON distinto del que tiene el campo.',
    article: null,
    remedy: 'Envíe el tipo JSON que indica el mensaje.',
  },
  too_few: {
    meaning: 'Una lista tiene menos elementos de los que necesita.',
    article: null,
    remedy: 'Envíe al menos un elemento.',
  },
  too_many: {
    meaning: 'Una lista tiene más elementos de los que puede tener.',
    article: null,
    remedy: 'Envíe como máximo los elementos que indica el mensaje; divida un lote en varios.',
  },
  too_long: {
    meaning: 'Un texto tiene más caracteres de los que puede tener el campo.',
    article: 'AEAT, límites de los campos de sus registros',
    remedy: 'Acorte el texto a la longitud que indica el mensaje.',
  },
  out_of_range: {
    meaning: 'Un número, una fecha o una suma es inferior a su mínimo o superior a su máximo.',
    article: null,
    remedy: 'Envíe un valor dentro de los límites que indica el mensaje.',
  },
  forbidden_characters: {
    meaning:
      'Un texto contiene caracteres que la AEAT rechaza, que no se pueden guardar o que hacen que se confunda con otro.',
    article: null,
    remedy: 'Elimine los caracteres que indica el mensaje.',
  },
  unknown_value: {
    meaning: 'El valor no es uno de los que puede tener el campo.',
    article: 'Orden HAC/1177/2024, listas de claves',
    remedy: 'Envíe uno de los valores que enumera el mensaje.',
  },
  blank: {
    meaning: 'Un campo que esta factura necesita falta, es nulo o está en blanco.',
    article: 'RD 1619/2012, arts. 6 y 7',
    remedy: 'Envíe el campo.',
  },
  must_be_blank: {
    meaning: 'Un campo tiene un valor que una factura de este tipo no puede tener.',
    article: 'RD 1619/2012, arts. 6 y 7',
    remedy: 'Elimine el campo o elija el tipo de factura que indica el mensaje.',
  },
  invalid: {
    meaning: 'El valor no tiene la forma que le corresponde, o su carácter de control es incorrecto.',
    article: null,
    remedy: 'Corrija el valor; el mensaje describe su forma.',
  },
  too_many_digits: {
    meaning:
      'Un número tiene más cifras de las que puede tener el campo. El motor nunca redondea lo que recibe.',
    article: null,
    remedy: 'Redondee el número antes de enviarlo a las cifras que indica el mensaje.',
  },
  not_allowed: {
    meaning: 'El valor es válido por sí mismo, pero no junto con los demás campos de esta factura.',
    article: 'AEAT, validaciones de los registros',
    remedy: 'Cambie uno de los campos que indica el mensaje.',
  },
  not_supported: {
    meaning: 'El motor no admite el valor.',
    article: null,
    remedy: 'Omita el valor; el mensaje indica una alternativa si la hay.',
  },
  not_found: {
    meaning: 'La organización no tiene ninguna factura expedida con este identificador.',
    article: null,
    remedy: 'Envíe el `issued_invoice_id` de una factura expedida del mismo emisor.',
  },
  not_authorized: {
    meaning: 'La organización no puede expedir facturas para este emisor.',
    article: null,
    remedy: 'Corrija el NIF o pida al operador del motor que autorice a este emisor.',
  },
  duplicate: {
    meaning: 'El emisor ya ha utilizado este número de factura en el mismo año natural.',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy: 'Envíe un número que el emisor no haya utilizado en ese año.',
  },
  inconsistent: {
    meaning: 'Un importe que indica la petición difiere del que calcula el motor.',
    article: null,
    remedy: 'Corrija las líneas o el importe indicado, u omita este último.',
  },
  too_old: {
    meaning: 'La fecha de expedición es de hace más de 30 días.',
    article: 'RD 1619/2012, art. 11',
    remedy:
      'Omita `issue_date` y envíe el día de la operación en `operation_date`. Un operador puede permitir fechas anteriores mientras una organización migra desde otro sistema.',
  },
  more_left_out: {
    meaning: 'La factura tiene más errores o advertencias de los que se enumeran.',
    article: null,
    remedy: 'Corrija los enumerados y valide de nuevo la factura.',
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
    remedy: 'Identifique al destinatario y utilice el tipo de factura F1.',
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
  recipient_not_in_census: {
    meaning:
      'El número del destinatario se declara como no censado, por lo que la AEAT acepta el registro con errores.',
    article: 'Orden HAC/1177/2024, lista L7, 07',
    remedy: 'Compruebe el número; utilice `nif` si consta en el censo de la AEAT.',
  },
  not_expressible: {
    meaning: 'Un formato electrónico que ha pedido no puede expresar la factura; `rule` indica la regla.',
    article: 'EN 16931',
    remedy: 'Utilice otro formato o cambie lo que indica la regla.',
  },
};

const TITLES = ['Errores en la forma de una petición', 'Errores en una factura', 'Advertencias'];

/** The page of the codes in Spanish, with the tables of the English one. */
export const SPANISH_CODE_PAGE: CodePage = {
  language: 'es',
  title: 'Códigos de errores y advertencias',
  introduction: 'Los códigos de la versión 2 de la API no cambian nunca. Los mensajes pueden cambiar.',
  columns: ['código', 'significado', 'artículo', 'solución'],
  tables: CODE_TABLES.map(({ entries }, index) => ({
    title: TITLES[index]!,
    entries: Object.fromEntries(
      Object.keys(entries).map((code) => [code, SPANISH_ENTRIES[code as keyof typeof SPANISH_ENTRIES]]),
    ),
  })),
};
