import type { AeatError } from '../domain/verifactu/answer.ts';
import type { InvoiceIdentity } from '../domain/invoice/invoice-identity.ts';
import { findText, type XmlElement } from './xml-element.ts';

const DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const INTEGER = /^\d{1,9}$/;

/** IDFactura or ClavePaginacion; null where one of its three parts is absent or no date. */
export function readIdentity(element: XmlElement | undefined): InvoiceIdentity | null {
  const issuerNif = findText(element, 'IDEmisorFactura');
  const number = findText(element, 'NumSerieFactura');
  const [, day, month, year] = DATE.exec(findText(element, 'FechaExpedicionFactura') ?? '') ?? [];
  if (issuerNif === null || number === null || day === undefined) return null;
  return { issuerNif, number, issueDate: `${year}-${month}-${day}` };
}

export function readError(element: XmlElement | undefined): AeatError {
  return {
    code: readInteger(findText(element, 'CodigoErrorRegistro')),
    text: findText(element, 'DescripcionErrorRegistro'),
  };
}

/** A number without sign of at most nine digits; null for anything else. */
export function readInteger(text: string | null): number | null {
  return text !== null && INTEGER.test(text) ? Number(text) : null;
}

/** null where the text tells no instant. */
export function readInstant(text: string | null): Date | null {
  const instant = new Date(text ?? Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** What a text stands for in a table of AEAT's words; null where it is not one of them. */
export function readWord<T>(words: Readonly<Record<string, T>>, text: string | null): T | null {
  return text !== null && Object.hasOwn(words, text) ? (words[text] ?? null) : null;
}
