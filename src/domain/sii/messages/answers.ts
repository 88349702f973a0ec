import type { MatchingState } from '../../../contracts/registers.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { AeatError, RecordAnswerState, RegisteredState } from 'verifactu-protocol/remission/answer';
import { readCsv, readError, readWord } from 'verifactu-protocol/remission/read-fields';
import type { Reading } from 'verifactu-protocol/remission/reading';
import { findChild, findChildren, findText, type XmlElement } from 'verifactu-protocol/remission/xml-element';
import type { SiiMessageKind } from '../../../contracts/registers.ts';
import { RESPUESTA_CONSULTA, RESPUESTA_SUMINISTRO } from './namespaces.ts';

/*
 * AEAT's answers, read by local names, because AEAT divides a block between namespaces. What is
 * absent or has another form is null, and a line without identity or state counts as none.
 */

/** RespuestaLinea: AEAT's result for one record. */
export type AnswerLine = InvoiceIdentity &
  AeatError & {
    /** RefExterna, echoed; null if AEAT omitted it. */
    readonly externalReference: string | null;
    readonly status: RecordAnswerState;
    /** RegistroDuplicado: the entry that AEAT already has (3000). */
    readonly duplicate: (AeatError & { readonly state: RegisteredState }) | null;
    /** CSV of the message that registered that entry. */
    readonly csv: string | null;
  };

/** The answer to a message that changes the book. */
export type SubmissionAnswer = {
  /** null if no record was accepted. */
  readonly csv: string | null;
  readonly presenterNif: string | null;
  /** TimestampPresentacion without a zone: `2026-11-21T09:30:15`. */
  readonly presentedAt: string | null;
  readonly lines: readonly AnswerLine[];
  /** Number of lines that could not be read. Their records count as not answered. */
  readonly unreadableLines: number;
};

/** An entry of the book as AEAT has it. */
export type ConsultedEntry = InvoiceIdentity &
  AeatError & {
    readonly externalReference: string | null;
    readonly state: RegisteredState;
    /** CSV of the last message about it. */
    readonly csv: string | null;
    readonly presentedAt: string | null;
    readonly changedAt: string | null;
    readonly type: string | null;
    /** ImporteTotal. AEAT writes numbers in its own way: `21` for `21.00`. */
    readonly total: string | null;
    readonly matchingState: MatchingState | null;
    readonly matchingAt: string | null;
    /** DatosDescuadreContraparte: what the recipient's book states, where it differs. */
    readonly mismatch: {
      readonly reverseChargeBase: string | null;
      readonly base: string | null;
      readonly tax: string | null;
      readonly surcharge: string | null;
      readonly total: string | null;
    } | null;
  };

export type ConsultaAnswer = {
  readonly entries: readonly ConsultedEntry[];
  /** The key of the next page; null on the last one, or if it cannot be read. */
  readonly nextPage: InvoiceIdentity | null;
  /**
   * Whether the whole answer could be read. If not, entries that it does not show may still exist.
   */
  readonly isWhole: boolean;
};

const DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const TIMESTAMP = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2})$/;

const STATUSES = {
  Correcto: 'accepted',
  AceptadoConErrores: 'accepted_with_errors',
  Incorrecto: 'rejected',
} as const;
const STATES = {
  Correcta: 'accepted',
  AceptadaConErrores: 'accepted_with_errors',
  Anulada: 'annulled',
} as const;
/** EstadoCuadre. */
const MATCHING = {
  1: 'not_applicable',
  2: 'in_progress',
  3: 'not_matched',
  4: 'partly_matched',
  5: 'matched',
} as const satisfies Readonly<Record<number, MatchingState>>;
const RESULTS = { ConDatos: true, SinDatos: false } as const;
const PAGINATION = { S: true, N: false } as const;
/** At most this many rows of a page, and lines of an answer. */
const MOST_ROWS = 10_000;

function readIdentity(element: XmlElement | undefined): InvoiceIdentity | null {
  const issuerNif = findText(findChild(element, 'IDEmisorFactura'), 'NIF');
  const number = findText(element, 'NumSerieFacturaEmisor');
  const [, day, month, year] = DATE.exec(findText(element, 'FechaExpedicionFacturaEmisor') ?? '') ?? [];
  if (issuerNif === null || number === null || day === undefined) return null;
  return { issuerNif, number, issueDate: `${year}-${month}-${day}` };
}

function readTimestamp(text: string | null): string | null {
  const [, day, month, year, time] = TIMESTAMP.exec(text ?? '') ?? [];
  return day === undefined ? null : `${year}-${month}-${day}T${time}`;
}

function readSubmissionAnswer(element: XmlElement): SubmissionAnswer {
  const rows = findChildren(element, 'RespuestaLinea');
  const lines = rows.map(readLine).filter((line) => line !== null);
  const presentation = findChild(element, 'DatosPresentacion');
  return {
    csv: readCsv(findText(element, 'CSV')),
    presenterNif: findText(presentation, 'NIFPresentador'),
    presentedAt: readTimestamp(findText(presentation, 'TimestampPresentacion')),
    lines,
    unreadableLines: rows.length - lines.length,
  };
}

function readLine(row: XmlElement): AnswerLine | null {
  const identity = readIdentity(findChild(row, 'IDFactura'));
  const status = readWord(STATUSES, findText(row, 'EstadoRegistro'));
  if (identity === null || status === null) return null;
  const registered = findChild(row, 'RegistroDuplicado');
  const state = readWord(STATES, findText(registered, 'EstadoRegistro'));
  return {
    ...identity,
    externalReference: findText(row, 'RefExterna'),
    status,
    ...readError(row),
    duplicate: state === null ? null : { state, ...readError(registered) },
    csv: readCsv(findText(row, 'CSV')),
  };
}

function readConsultaAnswer(element: XmlElement): ConsultaAnswer {
  const rows = findChildren(element, 'RegistroRespuestaConsultaLRFacturasEmitidas');
  const entries = rows.map(readEntry).filter((entry) => entry !== null);
  const hasNextPage = readWord(PAGINATION, findText(element, 'IndicadorPaginacion'));
  const hasEntries = readWord(RESULTS, findText(element, 'ResultadoConsulta'));
  // The key of the next page is the last row.
  const nextPage = hasNextPage === true ? readIdentity(findChild(rows.at(-1), 'IDFactura')) : null;
  const isWhole =
    rows.length <= MOST_ROWS &&
    entries.length === rows.length &&
    hasEntries === rows.length > 0 &&
    hasNextPage === (nextPage !== null);
  return { entries, nextPage, isWhole };
}

function readEntry(row: XmlElement): ConsultedEntry | null {
  const identity = readIdentity(findChild(row, 'IDFactura'));
  const data = findChild(row, 'DatosFacturaEmitida');
  const presentation = findChild(row, 'DatosPresentacion');
  const present = findChild(row, 'EstadoFactura');
  const state = readWord(STATES, findText(present, 'EstadoRegistro'));
  if (identity === null || state === null) return null;
  return {
    ...identity,
    externalReference: findText(data, 'RefExterna'),
    state,
    ...readError(present),
    csv: readCsv(findText(presentation, 'CSV')),
    presentedAt: readTimestamp(findText(presentation, 'TimestampPresentacion')),
    changedAt: readTimestamp(findText(present, 'TimestampUltimaModificacion')),
    type: findText(data, 'TipoFactura'),
    total: findText(data, 'ImporteTotal'),
    matchingState: readWord(MATCHING, findText(present, 'EstadoCuadre')),
    matchingAt: readTimestamp(findText(present, 'TimestampEstadoCuadre')),
    mismatch: readMismatch(findChild(row, 'DatosDescuadreContraparte')),
  };
}

function readMismatch(element: XmlElement | undefined): ConsultedEntry['mismatch'] {
  if (element === undefined) return null;
  return {
    reverseChargeBase: findText(element, 'SumBaseImponibleISP'),
    base: findText(element, 'SumBaseImponible'),
    tax: findText(element, 'SumCuota'),
    surcharge: findText(element, 'SumCuotaRecargoEquivalencia'),
    total: findText(element, 'ImporteTotal'),
  };
}

const MIB = 1024 * 1024;

/** An answer to 10,000 records has about 10 MB and 400,000 tags. The limits are four times that. */
function readSubmission(name: string): Reading<SubmissionAnswer> {
  return {
    expected: { namespace: RESPUESTA_SUMINISTRO, name },
    read: readSubmissionAnswer,
    maxMarkup: 2_000_000,
    maxBytes: 40 * MIB,
  };
}

/** How the answer to each kind of message is read. */
export const SII_READINGS: Readonly<Record<SiiMessageKind, Reading<SubmissionAnswer>>> & {
  readonly consulta: Reading<ConsultaAnswer>;
} = {
  A0: readSubmission('RespuestaLRFacturasEmitidas'),
  A1: readSubmission('RespuestaLRFacturasEmitidas'),
  baja: readSubmission('RespuestaLRBajaFacturasEmitidas'),
  cobros: readSubmission('RespuestaLRCobrosEmitidas'),
  // A page contains up to 10,000 invoices, of about 3 KB and 120 tags each.
  consulta: {
    expected: { namespace: RESPUESTA_CONSULTA, name: 'RespuestaConsultaLRFacturasEmitidas' },
    read: readConsultaAnswer,
    maxMarkup: 4_000_000,
    maxBytes: 80 * MIB,
    module: { url: import.meta.url, exported: 'SII_READINGS', key: 'consulta' },
  },
};
