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
