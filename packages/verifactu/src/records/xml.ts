import type { InvoiceIdentity } from './invoice-identity.ts';

/*
 * The building blocks of the XML of records and messages: elements, dates, identities of invoices,
 * links to the previous record, and namespaces.
 */

const SPECIAL = /[&<>]/;

/** Escapes a text for an element. The text must contain no character that XML does not allow. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Builds an element of AEAT's SuministroInformacion namespace with a text. The envelope declares
 * the prefix.
 */
export function element(name: string, text: string): string {
  return `<si:${name}>${escapeXml(text)}</si:${name}>`;
}

/** Builds an element with a text; returns an empty text if the content is null. */
export function optionalElement(name: string, text: string | null): string {
  return text === null ? '' : element(name, text);
}

/** Builds an element that contains other elements. */
export function parent(name: string, ...children: string[]): string {
  return `<si:${name}>${children.join('')}</si:${name}>`;
}

/** Formats `2026-11-20` as AEAT's `20-11-2026`. */
export function formatRecordDate(isoDate: string): string {
  return `${isoDate.slice(8, 10)}-${isoDate.slice(5, 7)}-${isoDate.slice(0, 4)}`;
}

/**
 * The identity of the last record of a chain: the invoice that it registers or annuls, and its
 * huella.
 */
export type ChainLink = InvoiceIdentity & { readonly hash: string };

/** Builds the Encadenamiento block. @param previous null for the first record of a chain. */
export function buildEncadenamiento(previous: ChainLink | null): string {
  if (previous === null) return parent('Encadenamiento', element('PrimerRegistro', 'S'));
  return parent(
    'Encadenamiento',
    parent('RegistroAnterior', buildIdFactura(previous), element('Huella', previous.hash)),
  );
}

/** Builds the three elements that identify an invoice in AEAT's messages. */
export function buildIdFactura({ issuerNif, number, issueDate }: InvoiceIdentity): string {
  return (
    element('IDEmisorFactura', issuerNif) +
    element('NumSerieFactura', number) +
    element('FechaExpedicionFactura', formatRecordDate(issueDate))
  );
}

/** AEAT publishes the files below `tikeV1.0`, but its namespaces contain `tike`. */
const AEAT =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws';

/** Namespace of SOAP 1.1. */
export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
/** Namespace of the elements that requests and answers share. */
export const INFORMACION = `${AEAT}/SuministroInformacion.xsd`;
export const CONSULTA = `${AEAT}/ConsultaLR.xsd`;
export const RESPUESTA_SUMINISTRO = `${AEAT}/RespuestaSuministro.xsd`;
export const RESPUESTA_CONSULTA = `${AEAT}/RespuestaConsultaLR.xsd`;
