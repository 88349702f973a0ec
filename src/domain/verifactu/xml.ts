/* What the XML of records and messages is made of: elements, dates, the names of invoices, links to the record before, and the namespaces. */

const SPECIAL = /[&<>]/;

/** Escapes text for an XML element. Texts are free of what XML cannot carry since they were accepted. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An element of AEAT's SuministroInformacion namespace around a text. The prefix is declared by the envelope. */
export function element(name: string, text: string): string {
  return `<si:${name}>${escapeXml(text)}</si:${name}>`;
}

/** The same element, or nothing where there is no text. */
export function optionalElement(name: string, text: string | null): string {
  return text === null ? '' : element(name, text);
}

/** An element around others. */
export function parent(name: string, ...children: string[]): string {
  return `<si:${name}>${children.join('')}</si:${name}>`;
}

/** Writes `2026-11-20` as AEAT does: `20-11-2026`. */
export function formatRecordDate(isoDate: string): string {
  return `${isoDate.slice(8, 10)}-${isoDate.slice(5, 7)}-${isoDate.slice(0, 4)}`;
}

/** The last record of a chain: the invoice that it registers (or annuls) and its huella. */
export type ChainLink = {
  readonly issuerNif: string;
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly hash: string;
};

/** @param previous null in the first record of a chain. */
export function buildEncadenamiento(previous: ChainLink | null): string {
  if (previous === null) return parent('Encadenamiento', element('PrimerRegistro', 'S'));
  return parent(
    'Encadenamiento',
    parent('RegistroAnterior', buildIdFactura(previous), element('Huella', previous.hash)),
  );
}

/** The three elements that name an invoice wherever AEAT asks for one. */
export function buildIdFactura({ issuerNif, number, issueDate }: Omit<ChainLink, 'hash'>): string {
  return (
    element('IDEmisorFactura', issuerNif) +
    element('NumSerieFactura', number) +
    element('FechaExpedicionFactura', formatRecordDate(issueDate))
  );
}

/** The files are published below `tikeV1.0`, the namespaces say `tike`: so it is at AEAT. */
const AEAT =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws';

/** SOAP 1.1. */
export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
/** What requests and answers are made of. */
export const INFORMACION = `${AEAT}/SuministroInformacion.xsd`;
export const CONSULTA = `${AEAT}/ConsultaLR.xsd`;
export const RESPUESTA_SUMINISTRO = `${AEAT}/RespuestaSuministro.xsd`;
export const RESPUESTA_CONSULTA = `${AEAT}/RespuestaConsultaLR.xsd`;
