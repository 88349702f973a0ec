import { defineTexts } from './texts.ts';

/** What is wrong with a single value: presence, form, length, characters, numbers and dates. */
export const VALUES = defineTexts({
  blank: { en: "can't be blank", es: 'no puede quedar en blanco' },
  required: { en: 'is required', es: 'es obligatorio' },
  not_allowed: { en: 'is not allowed', es: 'no está permitido' },
  did_you_mean: {
    en: 'is not allowed (did you mean {member}?)',
    es: 'no está permitido (¿quería decir {member}?)',
  },
  not_valid: { en: 'is not valid', es: 'no es válido' },
  not_valid_with_es: {
    en: 'is not valid: send it without ES, as {nif}',
    es: 'no es válido: envíelo sin ES, como {nif}',
  },
  not_supported: { en: 'is not supported at present', es: 'no se admite por ahora' },
  unknown: { en: 'does not exist', es: 'no existe' },
  not_as_documented: {
    en: 'does not conform to the OpenAPI document',
    es: 'no se ajusta al documento OpenAPI',
  },

  // JSON types.
  not_string: { en: 'must be a string', es: 'debe ser una cadena de texto' },
  not_number: { en: 'must be a number', es: 'debe ser un número' },
  not_decimal: {
    en: 'must be a number or a decimal string',
    es: 'debe ser un número o una cadena con un decimal',
  },
  not_integer: { en: 'must be an integer', es: 'debe ser un número entero' },
  not_boolean: { en: 'must be true or false', es: 'debe ser true o false' },
  not_array: { en: 'must be an array', es: 'debe ser una lista' },
  not_object: { en: 'must be an object', es: 'debe ser un objeto' },

  // Lists.
  not_one_of: { en: 'must be one of {values}', es: 'debe ser uno de estos valores: {values}' },
  without_item: { en: 'must have at least 1 item', es: 'debe tener al menos 1 elemento' },
  few_items: { en: 'must have at least {least} items', es: 'debe tener al menos {least} elementos' },
  several_items: { en: 'must have at most 1 item', es: 'debe tener como máximo 1 elemento' },
  many_items: { en: 'must have at most {most} items', es: 'debe tener como máximo {most} elementos' },
  repeated_item: { en: 'must not repeat an item', es: 'no debe repetir ningún elemento' },
  more_items: {
    en: 'cannot contain more than {most} items',
    es: 'no puede contener más de {most} elementos',
  },
  more_references: {
    en: 'cannot contain more than {most} references',
    es: 'no puede contener más de {most} referencias',
  },
  more_pairs: { en: 'cannot contain more than {most} pairs', es: 'no puede contener más de {most} pares' },
  more_lines: { en: 'cannot contain more than {most} lines', es: 'no puede contener más de {most} líneas' },
  more_dates: { en: 'cannot contain more than {most} dates', es: 'no puede contener más de {most} fechas' },
  more_recipients: {
    en: 'cannot contain more than {most} recipients',
    es: 'no puede contener más de {most} destinatarios',
  },
  without_line: { en: 'must contain at least 1 line', es: 'debe contener al menos 1 línea' },
  blank_reference: {
    en: "can't contain a blank reference",
    es: 'no puede contener una referencia en blanco',
  },
  blank_key: { en: "can't contain a blank key", es: 'no puede contener una clave en blanco' },
  long_key: {
    en: "can't contain a key longer than {most} characters",
    es: 'no puede contener una clave de más de {most} caracteres',
  },
  long_value: {
    en: "can't contain a value longer than {most} characters",
    es: 'no puede contener un valor de más de {most} caracteres',
  },

  // Texts.
  longer: { en: "can't be longer than {most} characters", es: 'no puede tener más de {most} caracteres' },
  most_characters: {
    en: 'must have at most {most} characters',
    es: 'debe tener como máximo {most} caracteres',
  },
  malformed_unicode: { en: 'must be well-formed Unicode', es: 'debe ser Unicode bien formado' },
  malformed_unicode_or_nul: {
    en: 'must be well-formed Unicode without NUL',
    es: 'debe ser Unicode bien formado y sin NUL',
  },
  control_characters: {
    en: "can't contain control characters other than line breaks",
    es: 'no puede contener caracteres de control distintos de los saltos de línea',
  },
  control_characters_or_breaks: {
    en: "can't contain control characters or line breaks",
    es: 'no puede contener caracteres de control ni saltos de línea',
  },
  deceptive_character: { en: "can't contain {character}", es: 'no puede contener {character}' },
  not_printable_ascii: {
    en: 'can only contain printable ASCII characters without " \' < > =',
    es: 'solo puede contener caracteres ASCII imprimibles distintos de " \' < > =',
  },
  blank_at_an_end: {
    en: "can't begin or end with a blank",
    es: 'no puede empezar ni terminar con un espacio',
  },
  much_text_of_lines: {
    en: "can't have more than {most} characters in their concepts and notes, together with the invoice's operation description, payment method info and footer note",
    es: 'no pueden sumar más de {most} caracteres en sus conceptos y notas, junto con la descripción de la operación, la información del medio de pago y la nota al pie de la factura',
  },
  much_text_of_invoice: {
    en: "can't have more than {most} characters in their texts, together with the other printed texts of the invoice",
    es: 'no pueden sumar más de {most} caracteres en sus textos, junto con los demás textos impresos de la factura',
  },

  // Numbers.
  below: { en: 'must be at least {limit}', es: 'debe ser como mínimo {limit}' },
  above: { en: 'must be at most {limit}', es: 'debe ser como máximo {limit}' },
  not_between: { en: 'must be between {least} and {most}', es: 'debe estar entre {least} y {most}' },
  negative: { en: 'must be 0 or more', es: 'debe ser 0 o mayor' },
  not_positive: { en: 'must be greater than 0', es: 'debe ser mayor que 0' },
  not_finite: { en: 'must be a finite number', es: 'debe ser un número finito' },
  not_safe_integer: {
    en: 'must be a safe integer (between {least} and {most})',
    es: 'debe ser un entero seguro (entre {least} y {most})',
  },
  not_decimal_with_point: {
    en: 'must be a decimal with a point, such as 12.50',
    es: 'debe ser un decimal con punto, como 12.50',
  },
  digits_before_point: {
    en: "can't have more than {most} digits before the decimal point",
    es: 'no puede tener más de {most} cifras antes del punto decimal',
  },
  significant_digits: {
    en: "can't have more than {most} significant digits: round it to {decimals} decimals",
    es: 'no puede tener más de {most} cifras significativas: redondéelo a {decimals} decimales',
  },
  many_decimals: { en: "can't have more than {most} decimals", es: 'no puede tener más de {most} decimales' },

  // Dates.
  not_a_date: {
    en: 'must be a real date in the form YYYY-MM-DD',
    es: 'debe ser una fecha real con el formato YYYY-MM-DD',
  },
  not_utc_time: {
    en: 'must be a time in UTC, such as 2026-11-20T09:15:30Z',
    es: 'debe ser una hora UTC, como 2026-11-20T09:15:30Z',
  },
  before_date: { en: "can't be before {date}", es: 'no puede ser anterior al {date}' },
  after_date: { en: "can't be after {date}", es: 'no puede ser posterior al {date}' },
  in_future: { en: "can't be in the future", es: 'no puede ser una fecha futura' },
  before_issue_date: {
    en: "can't be before the issue date",
    es: 'no puede ser anterior a la fecha de expedición',
  },
  after_own_issue_date: {
    en: "can't be after the issue date of this invoice",
    es: 'no puede ser posterior a la fecha de expedición de esta factura',
  },
  before_start: { en: "can't be before the start", es: 'no puede ser anterior al inicio' },
  blank_with_regime: {
    en: "can't be blank with tax regime {regime}",
    es: 'no puede quedar en blanco con el régimen {regime}',
  },
  after_issue_date_without_regime: {
    en: "can't be after the issue date unless every line has tax regime {regime} or 15",
    es: 'no puede ser posterior a la fecha de expedición, salvo que todas las líneas tengan el régimen {regime} o 15',
  },
  not_after_today_with_regime: {
    en: 'must be after today with tax regime {regime}',
    es: 'debe ser posterior al día de hoy con el régimen {regime}',
  },
  issue_date_too_old: {
    en: 'is {date}, more than {days} days ago: an invoice is issued at the operation or, for a business, before the 16th of the following month (RD 1619/2012 art. 11); leave it out, and send the day of the operation as operation_date',
    es: 'es {date}, hace más de {days} días: la factura se expide al realizarse la operación o, si el destinatario es un empresario o profesional, antes del día 16 del mes siguiente (art. 11 RD 1619/2012); omita este campo y envíe el día de la operación en operation_date',
  },
  period_without_dates: {
    en: "can't be blank without an end: give at least one of the two dates, or leave the period out",
    es: 'no puede quedar en blanco sin el final: indique al menos una de las dos fechas u omita el periodo',
  },
  changes_direction: {
    en: '{character}, which makes the text look different from what is stored',
    es: '{character}, que hace que el texto se vea distinto de como se guarda',
  },
  without_isolate: {
    en: '{character} without an isolate before it',
    es: '{character} sin un carácter de aislamiento anterior',
  },
  without_end: {
    en: '{character} without the {end} that ends it',
    es: '{character} sin el {end} que lo cierra',
  },
  many_marks: {
    en: 'more than 8 combining marks on one character: {mark} is one too many',
    es: 'más de 8 signos combinables sobre un carácter: {mark} sobra',
  },
});
