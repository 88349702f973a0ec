import type { ConsultaAnswer, ConsultedRecord } from '../../remission/answer.ts';
import { RESPUESTA_CONSULTA } from '../../records/xml.ts';
import { readError, readIdentity, readWord } from '../../remission/read-fields.ts';
import {
  findChild,
  findChildren,
  findText,
  type QualifiedName,
  type XmlElement,
} from '../../remission/xml-element.ts';

export const CONSULTA_ANSWER: QualifiedName = {
  namespace: RESPUESTA_CONSULTA,
  name: 'RespuestaConsultaFactuSistemaFacturacion',
};

/**
 * The schema has masculine forms. Its own documentation has Correcta, AceptadaConErrores and
 * Anulada.
 */
const STATES = {
  Correcto: 'accepted',
  Correcta: 'accepted',
  AceptadoConErrores: 'accepted_with_errors',
  AceptadaConErrores: 'accepted_with_errors',
  Anulado: 'annulled',
  Anulada: 'annulled',
} as const;

/**
 * Maximum number of rows of a page. An empty page that announces another one is not followed,
 * because paging might never end.
 */
const MAX_ROWS = 10_000;
/** IndicadorPaginacion: whether there is another page. */
const PAGINATION = { S: true, N: false } as const;
/** ResultadoConsulta: whether there are invoices. */
const RESULTS = { ConDatos: true, SinDatos: false } as const;

/**
 * Reads a RespuestaConsultaFactuSistemaFacturacion. Amounts and times are ignored, because AEAT
 * reformats them; only the huella is as sent.
 */
export function readConsultaAnswer(element: XmlElement): ConsultaAnswer {
  const rows = findChildren(element, 'RegistroRespuestaConsultaFactuSistemaFacturacion');
  const records = rows.map(readRecord).filter((record) => record !== null);
  const hasNextPage = readWord(PAGINATION, findText(element, 'IndicadorPaginacion'));
  const hasRecords = readWord(RESULTS, findText(element, 'ResultadoConsulta'));
  const nextPage = hasNextPage ? readIdentity(findChild(element, 'ClavePaginacion')) : null;
  const isBelievable = rows.length <= MAX_ROWS && !(hasNextPage === true && rows.length === 0);
  const isWhole =
    isBelievable &&
    records.length === rows.length &&
    hasRecords === rows.length > 0 &&
    hasNextPage === (nextPage !== null);
  return { records, nextPage, isWhole };
}

function readRecord(row: XmlElement): ConsultedRecord | null {
  const identity = readIdentity(findChild(row, 'IDFactura'));
  const data = findChild(row, 'DatosRegistroFacturacion');
  const present = findChild(row, 'EstadoRegistro');
  const state = readWord(STATES, findText(present, 'EstadoRegistro'));
  if (identity === null || state === null) return null;
  return {
    ...identity,
    externalReference: findText(data, 'RefExterna'),
    installationNumber: findText(findChild(data, 'SistemaInformatico'), 'NumeroInstalacion'),
    hash: findText(data, 'Huella'),
    state,
    ...readError(present),
  };
}
