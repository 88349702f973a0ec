import type { InvoiceIdentity } from '../records/invoice-identity.ts';
import {
  buildIdFactura,
  CONSULTA,
  element,
  escapeXml,
  formatRecordDate,
  INFORMACION,
  parent,
  SOAP,
} from '../records/xml.ts';

/** A query of AEAT's register, made for the issuer of the invoices. */
export type ConsultaInput = {
  readonly issuer: { readonly nif: string; readonly name: string };
  /** Month of the operation date, or of the issue date if there is none, `YYYY-MM`. */
  readonly period: string;
  readonly number?: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate?: string;
  readonly externalReference?: string;
  /** `nextPage` of the previous answer. */
  readonly page?: InvoiceIdentity;
};

/**
 * Builds the SOAP 1.1 message ConsultaFactuSistemaFacturacion.
 * @throws RangeError if the period is not a month.
 */
export function buildConsulta(input: ConsultaInput): string {
  const { issuer, number, issueDate, externalReference, page } = input;
  const filter =
    group('PeriodoImputacion', buildPeriod(input.period)) +
    (number === undefined ? '' : group('NumSerieFactura', escapeXml(number))) +
    (issueDate === undefined
      ? ''
      : group('FechaExpedicionFactura', element('FechaExpedicionFactura', formatRecordDate(issueDate)))) +
    (externalReference === undefined ? '' : group('RefExterna', escapeXml(externalReference))) +
    (page === undefined ? '' : group('ClavePaginacion', buildIdFactura(page)));
  const obligado = parent('ObligadoEmision', element('NombreRazon', issuer.name), element('NIF', issuer.nif));
  const consulta =
    group('Cabecera', element('IDVersion', '1.0') + obligado) +
    group('FiltroConsulta', filter) +
    // NumeroInstalacion identifies the system that sent a record.
    group('DatosAdicionalesRespuesta', group('MostrarSistemaInformatico', 'S'));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:con="${CONSULTA}" xmlns:si="${INFORMACION}">` +
    `<soapenv:Header/><soapenv:Body>${group('ConsultaFactuSistemaFacturacion', consulta)}</soapenv:Body>` +
    '</soapenv:Envelope>'
  );
}

/** Wraps XML in an element of the query's namespace. */
function group(name: string, content: string): string {
  return `<con:${name}>${content}</con:${name}>`;
}

function buildPeriod(period: string): string {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period) ?? [];
  if (year === undefined || month === undefined) throw new RangeError(`${period} is not a month`);
  return element('Ejercicio', year) + element('Periodo', month);
}
