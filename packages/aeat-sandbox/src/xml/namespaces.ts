const STATIC_FILES = 'www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat';
/** AEAT publishes the files below `tikeV1.0`, but the namespaces contain `tike`. */
const AEAT = `https://${STATIC_FILES}/tike/cont/ws`;
/** AEAT publishes the files below `ssii_1_1` and later `ssii_1_1_bis`, but the namespaces contain `ssii`. */
const SSII = `https://${STATIC_FILES}/ssii/fact/ws`;
/** The schemas of 2022 have `https:` here, the newer ones `http:`. */
const BURT = `http://${STATIC_FILES}/burt/jdit/ws`;

export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
/**
 * The namespaces of requests: the elements of a remission, those of a query, and their common
 * types.
 */
export const SUMINISTRO = `${AEAT}/SuministroLR.xsd`;
export const CONSULTA = `${AEAT}/ConsultaLR.xsd`;
export const INFORMACION = `${AEAT}/SuministroInformacion.xsd`;
/** The namespaces of answers. */
export const RESPUESTA_SUMINISTRO = `${AEAT}/RespuestaSuministro.xsd`;
export const RESPUESTA_CONSULTA = `${AEAT}/RespuestaConsultaLR.xsd`;

/** The namespaces of SII: messages, queries, common types, and answers to both. */
export const SII_SUMINISTRO = `${SSII}/SuministroLR.xsd`;
export const SII_CONSULTA = `${SSII}/ConsultaLR.xsd`;
export const SII_INFORMACION = `${SSII}/SuministroInformacion.xsd`;
export const SII_RESPUESTA = `${SSII}/RespuestaSuministro.xsd`;
export const SII_RESPUESTA_CONSULTA = `${SSII}/RespuestaConsultaLR.xsd`;
/** The namespaces of the census service: question and answer. */
export const CENSUS_QUESTION = `${BURT}/VNifV2Ent.xsd`;
export const CENSUS_ANSWER = `${BURT}/VNifV2Sal.xsd`;
