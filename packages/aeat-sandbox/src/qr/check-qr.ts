import { readDay } from '../records/calendar.ts';
import { readHundredths } from '../records/decimal.ts';
import { hasForeignCharacter } from '../rules/characters.ts';
import type { Registry } from '../registry/registry.ts';
import { isWellFormedNif } from '../taxpayers/nif.ts';

/** The result: 00 for found, 01 for not found or annulled, otherwise the fault of the address. */
export type QrResult = { readonly code: string; readonly text: string };

type Check = readonly [code: string, parameter: string, text: string, isWrong: (value: string) => boolean];

const PARAMETERS = ['nif', 'numserie', 'fecha', 'importe'] as const;
const AMOUNT = /^[+-]?\d{1,12}(?:\.\d*)?$/;
const MAX_NUMBER = 60;

/** The checks with the codes of AEAT's QR specification v0.5.0. */
const CHECKS: readonly Check[] = [
  ['2001', 'nif', 'El NIF no es correcto', (value) => !isWellFormedNif(value)],
  ['2002', 'numserie', 'El número de serie es demasiado largo', (value) => value.length > MAX_NUMBER],
  ['2003', 'numserie', 'El número de serie contiene caracteres no permitidos', hasForeignCharacter],
  ['2004', 'fecha', 'La fecha no es correcta', (value) => readDay(value) === 0],
  ['2005', 'importe', 'El importe no es correcto', (value) => !AMOUNT.test(value)],
  [
    '2006',
    'importe',
    'El importe tiene más de dos decimales',
    (value) => Number.isNaN(readHundredths(value)),
  ],
];

/** Looks up the invoice of a QR code. Compares amounts by value: 241.4 equals 241.40. */
export function checkQr(registry: Registry, query: URLSearchParams): QrResult {
  const missing = PARAMETERS.findIndex((name) => !query.get(name));
  if (missing !== -1)
    return { code: String(1001 + missing), text: `Falta el parámetro ${PARAMETERS[missing]}` };
  const [nif = '', number = '', date = '', amount = ''] = PARAMETERS.map((name) => query.get(name) ?? '');
  const wrong = CHECKS.find(([, parameter, , isWrong]) => isWrong(query.get(parameter) ?? ''));
  if (wrong) return { code: wrong[0], text: wrong[2] };
  const invoice = registry.find({ nif, number, date });
  const isSame = invoice?.alta ? readHundredths(invoice.alta.total) === readHundredths(amount) : false;
  if (!invoice || invoice.isAnnulled || !isSame) return { code: '01', text: 'Factura no encontrada' };
  return { code: '00', text: 'Factura encontrada' };
}
