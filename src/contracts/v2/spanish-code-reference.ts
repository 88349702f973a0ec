import type { FindingCode, WarningCode } from '../codes.ts';
import { ANSWER_ANCHOR } from './answer-reference.ts';
import type { CodeEntry } from './code-entry.ts';
import { CODE_TABLES, type CodePage } from './code-reference.ts';
import type { ShapeCode } from './details.ts';
import { SPANISH_ANSWER_ENTRIES } from './spanish-answer-reference.ts';
import { SPANISH_WARNING_ENTRIES } from './spanish-warning-reference.ts';

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
    meaning:
      'El emisor ya ha utilizado este número de factura en el mismo año natural; o una factura ya tiene este external_invoice_id, en una organización que usa cada uno una sola vez (unique_external_ids).',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy:
      'Envíe un número que el emisor no haya utilizado en ese año. Con external_invoice_id, consulte la factura que indica el mensaje o envíe otro identificador.',
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
  not_in_census: {
    meaning:
      'La AEAT no identifica el NIF del emisor o de un destinatario con el nombre de la factura; las facturas de la organización se rechazan por ello.',
    article: 'AEAT, VNifV2',
    remedy:
      'Corrija el NIF o el nombre, con los apellidos delante. Utilice el tipo de documento `not_registered` si la persona aún no consta en el censo.',
  },
  more_left_out: {
    meaning: 'La factura tiene más errores o advertencias de los que se enumeran.',
    article: null,
    remedy: 'Corrija los enumerados y valide de nuevo la factura.',
  },
  ...SPANISH_WARNING_ENTRIES,
};

const TITLES = ['Errores en la forma de una petición', 'Errores en una factura', 'Advertencias'];

/** The page of the codes in Spanish, with the tables of the English one. */
export const SPANISH_CODE_PAGE: CodePage = {
  language: 'es',
  title: 'Códigos de errores y advertencias',
  introduction: 'Los códigos de la versión 2 de la API no cambian nunca. Los mensajes pueden cambiar.',
  columns: ['código', 'significado', 'artículo', 'solución'],
  tables: [
    { title: 'Respuestas de error', entries: SPANISH_ANSWER_ENTRIES, anchor: ANSWER_ANCHOR },
    ...CODE_TABLES.map(({ entries }, index) => ({
      title: TITLES[index]!,
      entries: Object.fromEntries(
        Object.keys(entries).map((code) => [code, SPANISH_ENTRIES[code as keyof typeof SPANISH_ENTRIES]]),
      ),
    })),
  ],
};
