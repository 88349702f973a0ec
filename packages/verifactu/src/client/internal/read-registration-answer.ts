import type { AnswerLine, RegisteredDuplicate, RegistrationAnswer } from '../../remission/answer.ts';
import { FULL_ENVELOPE } from '../../remission/flow-control.ts';
import { RESPUESTA_SUMINISTRO } from '../../records/xml.ts';
import {
  readCsv,
  readError,
  readIdentity,
  readInstant,
  readSeconds,
  readWord,
} from '../../remission/read-fields.ts';
import {
  findChild,
  findChildren,
  findText,
  type QualifiedName,
  type XmlElement,
} from '../../remission/xml-element.ts';

export const REGISTRATION_ANSWER: QualifiedName = {
  namespace: RESPUESTA_SUMINISTRO,
  name: 'RespuestaRegFactuSistemaFacturacion',
};

const KINDS = { Alta: 'alta', Anulacion: 'anulacion' } as const;
const STATUSES = {
  Correcto: 'accepted',
  AceptadoConErrores: 'accepted_with_errors',
  Incorrecto: 'rejected',
} as const;
/** In this answer, AEAT's states are feminine. */
const DUPLICATE_STATES = {
  Correcta: 'accepted',
  AceptadaConErrores: 'accepted_with_errors',
  Anulada: 'annulled',
} as const;

/**
 * Reads a RespuestaRegFactuSistemaFacturacion. EstadoEnvio is ignored, because the lines contain
 * the result of each record.
 */
export function readRegistrationAnswer(element: XmlElement): RegistrationAnswer {
  const presentation = findChild(element, 'DatosPresentacion');
  const rows = findChildren(element, 'RespuestaLinea');
  // AEAT never answers with more lines than a message has records. No line of such an answer is
  // accepted.
  const lines = rows.length > FULL_ENVELOPE ? [] : rows.map(readLine).filter((line) => line !== null);
  return {
    csv: readCsv(findText(element, 'CSV')),
    presenterNif: findText(presentation, 'NIFPresentador'),
    presentedAt: readInstant(findText(presentation, 'TimestampPresentacion')),
    waitSeconds: readSeconds(findText(element, 'TiempoEsperaEnvio')),
    lines,
    unreadableLines: rows.length - lines.length,
  };
}

function readLine(row: XmlElement): AnswerLine | null {
  const identity = readIdentity(findChild(row, 'IDFactura'));
  const kind = readWord(KINDS, findText(findChild(row, 'Operacion'), 'TipoOperacion'));
  const status = readWord(STATUSES, findText(row, 'EstadoRegistro'));
  if (identity === null || kind === null || status === null) return null;
  return {
    ...identity,
    kind,
    externalReference: findText(row, 'RefExterna'),
    status,
    ...readError(row),
    duplicate: readDuplicate(findChild(row, 'RegistroDuplicado')),
  };
}

function readDuplicate(block: XmlElement | undefined): RegisteredDuplicate | null {
  const state = readWord(DUPLICATE_STATES, findText(block, 'EstadoRegistroDuplicado'));
  if (state === null) return null;
  return { requestId: findText(block, 'IdPeticionRegistroDuplicado'), state, ...readError(block) };
}
