import { FULL_ENVELOPE } from './flow-control.ts';
import { element, parent } from '../records/xml.ts';

/** AEAT publishes the files below `tikeV1.0`, but its namespaces contain `tike`. */
const NAMESPACES =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws';

export type EnvelopeInput = {
  /** ObligadoEmision: the issuer of every record in the envelope (AEAT 1108). */
  readonly issuer: { readonly nif: string; readonly name: string };
  /** Whether a technical problem delayed the records; AEAT then does not object to their age. */
  readonly hasIncident: boolean;
  /** 1 to 1000 RegistroAlta and RegistroAnulacion elements in the order of their chain. */
  readonly records: readonly string[];
};

/** AEAT accepts only UTF-8 (4119). */
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const DECLARED = ` xmlns:lr="${NAMESPACES}/SuministroLR.xsd" xmlns:si="${NAMESPACES}/SuministroInformacion.xsd"`;

/**
 * Builds the SOAP 1.1 message that sends records.
 * @throws RangeError if there are not 1 to 1000 records.
 */
export function buildEnvelope(input: EnvelopeInput): string {
  return (
    `${XML_DECLARATION}<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"${DECLARED}>` +
    `<soapenv:Header/><soapenv:Body>${buildRegFactu(input, '')}</soapenv:Body></soapenv:Envelope>`
  );
}

/**
 * Builds a standalone document of the same records, as SuministroLR.xsd describes it.
 * @throws RangeError if there are not 1 to 1000 records.
 */
export function buildRecordsDocument(input: EnvelopeInput): string {
  return XML_DECLARATION + buildRegFactu(input, DECLARED);
}

function buildRegFactu({ issuer, hasIncident, records }: EnvelopeInput, namespaces: string): string {
  if (records.length === 0 || records.length > FULL_ENVELOPE) {
    throw new RangeError(`An envelope takes 1 to ${FULL_ENVELOPE} records, not ${records.length}`);
  }
  const obligado = parent('ObligadoEmision', element('NombreRazon', issuer.name), element('NIF', issuer.nif));
  const incident = hasIncident ? parent('RemisionVoluntaria', element('Incidencia', 'S')) : '';
  const body = records.map((record) => `<lr:RegistroFactura>${record}</lr:RegistroFactura>`).join('');
  return (
    `<lr:RegFactuSistemaFacturacion${namespaces}>` +
    `<lr:Cabecera>${obligado}${incident}</lr:Cabecera>${body}</lr:RegFactuSistemaFacturacion>`
  );
}
