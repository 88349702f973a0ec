import type { Texts } from '../template.ts';

/** What is wrong with a single value: presence, form, length, characters, numbers and dates. */
export const VALUE_TEXTS: Texts = {
  "can't be blank": 'no puede quedar en blanco',
  'is required': 'es obligatorio',
  'is not allowed': 'no está permitido',
  'is not valid': 'no es válido',
  'is not valid: send it without ES, as {nif}': 'no es válido: envíelo sin ES, como {nif}',
  'is not supported at present': 'no se admite por ahora',
  'does not exist': 'no existe',
  'does not conform to the OpenAPI document': 'no se ajusta al documento OpenAPI',

  // JSON types.
  'must be a string': 'debe ser una cadena de texto',
  'must be a number': 'debe ser un número',
  'must be a number or a decimal string': 'debe ser un número o una cadena con un decimal',
  'must be an integer': 'debe ser un número entero',
  'must be true or false': 'debe ser true o false',
  'must be an array': 'debe ser una lista',
  'must be an object': 'debe ser un objeto',

  // Lists.
  'must be one of {values}': 'debe ser uno de estos valores: {values}',
  'must have at least 1 item': 'debe tener al menos 1 elemento',
  'must have at least {least} items': 'debe tener al menos {least} elementos',
  'must have at most 1 item': 'debe tener como máximo 1 elemento',
  'must have at most {most} items': 'debe tener como máximo {most} elementos',
  'must not repeat an item': 'no debe repetir ningún elemento',
  'cannot contain more than {most} items': 'no puede contener más de {most} elementos',
  'cannot contain more than {most} references': 'no puede contener más de {most} referencias',
  'cannot contain more than {most} pairs': 'no puede contener más de {most} pares',
  'cannot contain more than {most} lines': 'no puede contener más de {most} líneas',
  'cannot contain more than {most} dates': 'no puede contener más de {most} fechas',
  'cannot contain more than {most} recipients': 'no puede contener más de {most} destinatarios',
  'must contain at least 1 line': 'debe contener al menos 1 línea',
  "can't contain a blank reference": 'no puede contener una referencia en blanco',
  "can't contain a blank key": 'no puede contener una clave en blanco',
  "can't contain a key longer than {most} characters":
    'no puede contener una clave de más de {most} caracteres',
  "can't contain a value longer than {most} characters":
    'no puede contener un valor de más de {most} caracteres',

  // Texts.
  "can't be longer than {most} characters": 'no puede tener más de {most} caracteres',
  'must have at most {most} characters': 'debe tener como máximo {most} caracteres',
  'must be well-formed Unicode': 'debe ser Unicode bien formado',
  'must be well-formed Unicode without NUL': 'debe ser Unicode bien formado y sin NUL',
  "can't contain control characters other than line breaks":
    'no puede contener caracteres de control distintos de los saltos de línea',
  "can't contain control characters or line breaks":
    'no puede contener caracteres de control ni saltos de línea',
  "can't contain {character*}": 'no puede contener {character}',
  'can only contain printable ASCII characters without " \' < > =':
    'solo puede contener caracteres ASCII imprimibles distintos de " \' < > =',
  "can't begin or end with a blank": 'no puede empezar ni terminar con un espacio',
  "can't have more than {most} characters in their concepts and notes, together with the invoice's operation description, payment method info and footer note":
    'no pueden sumar más de {most} caracteres en sus conceptos y notas, junto con la descripción de la operación, la información del medio de pago y la nota al pie de la factura',
  "can't have more than {most} characters in their texts, together with the other printed texts of the invoice":
    'no pueden sumar más de {most} caracteres en sus textos, junto con los demás textos impresos de la factura',

  // Numbers.
  'must be at least {least}': 'debe ser como mínimo {least}',
  'must be at most {most}': 'debe ser como máximo {most}',
  'must be between {least} and {most}': 'debe estar entre {least} y {most}',
  'must be 0 or more': 'debe ser 0 o mayor',
  'must be greater than 0': 'debe ser mayor que 0',
  'must be a finite number': 'debe ser un número finito',
  'must be a safe integer (between {least} and {most})': 'debe ser un entero seguro (entre {least} y {most})',
  'must be a decimal with a point, such as 12.50': 'debe ser un decimal con punto, como 12.50',
  "can't have more than {most} digits before the decimal point":
    'no puede tener más de {most} cifras antes del punto decimal',
  "can't have more than {most} significant digits: round it to {decimals} decimals":
    'no puede tener más de {most} cifras significativas: redondéelo a {decimals} decimales',
  "can't have more than {most} decimals": 'no puede tener más de {most} decimales',

  // Dates.
  'must be a real date in the form YYYY-MM-DD': 'debe ser una fecha real con el formato YYYY-MM-DD',
  "can't be before {date}": 'no puede ser anterior al {date}',
  "can't be after {date}": 'no puede ser posterior al {date}',
  "can't be in the future": 'no puede ser una fecha futura',
  "can't be before the issue date": 'no puede ser anterior a la fecha de expedición',
  "can't be after the issue date of this invoice":
    'no puede ser posterior a la fecha de expedición de esta factura',
  "can't be before the start": 'no puede ser anterior al inicio',
  "can't be blank with tax regime {regime}": 'no puede quedar en blanco con el régimen {regime}',
  "can't be after the issue date unless every line has tax regime {regime} or 15":
    'no puede ser posterior a la fecha de expedición, salvo que todas las líneas tengan el régimen {regime} o 15',
  'must be after today with tax regime {regime}': 'debe ser posterior al día de hoy con el régimen {regime}',
  'is {date}, more than {days} days ago: an invoice is issued at the operation or, for a business, before the 16th of the following month (RD 1619/2012 art. 11); leave it out, and send the day of the operation as operation_date':
    'es {date}, hace más de {days} días: la factura se expide al realizarse la operación o, si el destinatario es un empresario o profesional, antes del día 16 del mes siguiente (art. 11 RD 1619/2012); omita este campo y envíe el día de la operación en operation_date',
  "can't be blank without an end: give at least one of the two dates, or leave the period out":
    'no puede quedar en blanco sin el final: indique al menos una de las dos fechas u omita el periodo',
};
