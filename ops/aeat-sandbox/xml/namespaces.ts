/** The files are published below `tikeV1.0`, the namespaces say `tike`: so it is at AEAT. */
const AEAT =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws';

export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
/** Requests: the remission's own elements, those of a query, and what both are made of. */
export const SUMINISTRO = `${AEAT}/SuministroLR.xsd`;
export const CONSULTA = `${AEAT}/ConsultaLR.xsd`;
export const INFORMACION = `${AEAT}/SuministroInformacion.xsd`;
/** Answers. */
export const RESPUESTA_SUMINISTRO = `${AEAT}/RespuestaSuministro.xsd`;
export const RESPUESTA_CONSULTA = `${AEAT}/RespuestaConsultaLR.xsd`;
