/** AEAT publishes the files below `tikeV1.0`, but the namespaces contain `tike`. */
const AEAT =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws';

export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
/** The namespaces of requests: the elements of a remission, those of a query, and their common types. */
export const SUMINISTRO = `${AEAT}/SuministroLR.xsd`;
export const CONSULTA = `${AEAT}/ConsultaLR.xsd`;
export const INFORMACION = `${AEAT}/SuministroInformacion.xsd`;
/** The namespaces of answers. */
export const RESPUESTA_SUMINISTRO = `${AEAT}/RespuestaSuministro.xsd`;
export const RESPUESTA_CONSULTA = `${AEAT}/RespuestaConsultaLR.xsd`;
