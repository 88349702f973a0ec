import { hash } from 'node:crypto';

/*
 * The huella, as specified in AEAT's "Detalle de las especificaciones técnicas para generación de
 * la huella", v0.1.2. Values are the literals of the XML without URL encoding. A missing value is
 * written as `Name=`.
 */

export type AltaHashFields = {
  readonly issuerNif: string;
  readonly number: string;
  /** `dd-mm-yyyy`. */
  readonly issueDate: string;
  readonly type: string;
  /** CuotaTotal; `total` is ImporteTotal. Both as in the XML. */
  readonly taxTotal: string;
  readonly total: string;
  /** Empty in the first record of a chain. */
  readonly previousHash: string;
  readonly generatedAt: string;
};
export type AnulacionHashFields = Pick<
  AltaHashFields,
  'issuerNif' | 'number' | 'issueDate' | 'previousHash' | 'generatedAt'
>;

/** Computes the huella of a registro de alta: SHA-256 as 64 upper-case hexadecimal digits. */
export function hashAlta(fields: AltaHashFields): string {
  return digest(
    `IDEmisorFactura=${trim(fields.issuerNif)}&NumSerieFactura=${trim(fields.number)}` +
      `&FechaExpedicionFactura=${trim(fields.issueDate)}&TipoFactura=${trim(fields.type)}` +
      `&CuotaTotal=${trim(fields.taxTotal)}&ImporteTotal=${trim(fields.total)}` +
      `&Huella=${trim(fields.previousHash)}&FechaHoraHusoGenRegistro=${trim(fields.generatedAt)}`,
  );
}

/** Computes the huella of a registro de anulación. */
export function hashAnulacion(fields: AnulacionHashFields): string {
  return digest(
    `IDEmisorFacturaAnulada=${trim(fields.issuerNif)}&NumSerieFacturaAnulada=${trim(fields.number)}` +
      `&FechaExpedicionFacturaAnulada=${trim(fields.issueDate)}` +
      `&Huella=${trim(fields.previousHash)}&FechaHoraHusoGenRegistro=${trim(fields.generatedAt)}`,
  );
}

const BLANK = 0x20;

/**
 * Removes characters up to U+0020 from both ends. `String.trim` would remove other characters as
 * well.
 */
function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && value.charCodeAt(start) <= BLANK) start += 1;
  while (end > start && value.charCodeAt(end - 1) <= BLANK) end -= 1;
  return value.slice(start, end);
}

function digest(input: string): string {
  return hash('sha256', input, 'hex').toUpperCase();
}
