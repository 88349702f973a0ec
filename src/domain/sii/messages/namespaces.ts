/* The namespaces of AEAT's SII 1.1, which kept `ssii` where the files moved to `ssii_1_1`. */

const AEAT =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/ssii/fact/ws';

export const SUMINISTRO_LR = `${AEAT}/SuministroLR.xsd`;
export const SUMINISTRO_INFORMACION = `${AEAT}/SuministroInformacion.xsd`;
export const CONSULTA_LR = `${AEAT}/ConsultaLR.xsd`;
export const RESPUESTA_SUMINISTRO = `${AEAT}/RespuestaSuministro.xsd`;
export const RESPUESTA_CONSULTA = `${AEAT}/RespuestaConsultaLR.xsd`;
/** IDVersionSii, the only version. */
export const VERSION = '1.1';
