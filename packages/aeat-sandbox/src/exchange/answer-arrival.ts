import { findInvoices } from '../consulta/find-invoices.ts';
import { readConsulta } from '../consulta/read-consulta.ts';
import { writeConsultaAnswer } from '../consulta/answer-consulta.ts';
import type { FaultRequest } from '../faults/fault.ts';
import { findToday } from '../records/calendar.ts';
import { describeCode } from '../rules/code-texts.ts';
import type { LogEntry } from '../registry/log-entry.ts';
import type { StoredRecord } from '../registry/registry.ts';
import type { Office } from '../registry/office.ts';
import type { Census } from '../taxpayers/census.ts';
import { MessageFault } from '../xml/message-fault.ts';
import { writeFault } from './answer-fault.ts';
import { writeRemissionAnswer } from './answer-remission.ts';
import { buildCsv } from './identifiers.ts';
import { buildLoggedRecord } from './log-record.ts';
import type { Arrival } from './read-arrival.ts';
import { checkObligado, readHeader, type HeaderCheck } from './read-header.ts';
import { remit, type Remission } from './remit.ts';
import type { OfficeSettings } from './settings.ts';
import { summariseStates } from './summarise-states.ts';

export type Desk = {
  readonly office: Office;
  readonly settings: OfficeSettings;
  readonly census: Census;
  /** This machine's clock, which determines the waits. */
  readonly now: number;
};
export type Answer = {
  readonly status: number;
  readonly body: string;
  /** The wait in seconds that the answer requests from the client. */
  readonly waitSeconds: number | null;
};

type Outcome = Answer &
  Pick<LogEntry, 'csv' | 'fault' | 'records'> & { readonly stored: readonly StoredRecord[] };
type Task = {
  readonly arrival: Arrival;
  readonly injected: FaultRequest | null;
  readonly sequence: number;
} & Desk;

const SUSPENDED = 4141;
const MISSING_LINES = 1;
/** A technical error in AEAT's catalogue, after which a message may be sent again. */
const TECHNICAL_ERROR = 1241;

/**
 * Logs an arrival to which a fault was applied before anything was registered.
 * @returns its number in the log.
 */
export function recordArrival(arrival: Arrival, injected: FaultRequest | null, desk: Desk): number {
  const sequence = desk.office.nextSequence();
  const records = arrival.records.map((record) => buildLoggedRecord(record, null));
  desk.office.recordArrival(buildEntry({ arrival, injected, sequence, ...desk }, { records }), []);
  return sequence;
}

/** Processes a message, logs it, and builds the answer. */
export function answerArrival(
  arrival: Arrival,
  injected: FaultRequest | null,
  desk: Desk,
): Answer & { readonly sequence: number } {
  const sequence = desk.office.nextSequence();
  const task = { arrival, injected, sequence, ...desk };
  const { stored, records, csv, fault, ...answer } = attempt(task);
  desk.office.recordArrival(buildEntry(task, { records, csv, fault }), stored);
  return { ...answer, sequence };
}

function attempt(task: Task): Outcome {
  try {
    return perform(task);
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    const { code, detail } = error;
    return {
      status: task.settings.faultStatus,
      body: writeFault(code, detail),
      waitSeconds: null,
      csv: null,
      fault: { code, text: describeCode(code, detail) },
      records: task.arrival.records.map((record) => buildLoggedRecord(record, null)),
      stored: [],
    };
  }
}

function perform(task: Task): Outcome {
  const { arrival, settings, office, now } = task;
  if (arrival.refusal) throw arrival.refusal;
  const opened = arrival.opened!;
  const aeatNow = now + settings.clockOffsetSeconds * 1000;
  const check: HeaderCheck = {
    census: task.census,
    today: findToday(aeatNow),
    settings,
    presenter: arrival.presenter,
  };
  if (opened.operation === 'ConsultaFactuSistemaFacturacion') return consult(task, check);
  const header = readHeader(opened.body, check);
  if (settings.earlyEnvelopes === 'refuse' && measureEarliness(task) > 0) throw new MessageFault(SUSPENDED);
  const remission = remit({
    opened,
    header,
    registry: office.registry,
    settings,
    census: task.census,
    now: aeatNow,
    presenter: arrival.presenter,
    sequence: task.sequence,
    refuse: (position) => refuseOnDemand(task, position),
  });
  return answerRemission(task, remission, aeatNow);
}

function consult({ arrival, office, settings }: Task, check: HeaderCheck): Outcome {
  const query = readConsulta(arrival.opened!.body);
  if (query.asker.role === 'ObligadoEmision') checkObligado(query.asker, check);
  const page = findInvoices(office.registry, query, settings.pageSize);
  return {
    status: 200,
    body: writeConsultaAnswer(query, page),
    waitSeconds: null,
    csv: null,
    fault: null,
    records: [],
    stored: [],
  };
}

function answerRemission(task: Task, remission: Remission, now: number): Outcome {
  const { arrival, injected, settings, sequence } = task;
  const isRefused = summariseStates(remission.lines) === 'Incorrecto';
  const csv = isRefused ? null : buildCsv({ sequence, sha256: arrival.sha256, now });
  const told = injected?.kind === 'raised-wait' ? (injected.seconds ?? 600) : settings.waitSeconds;
  const waitSeconds = injected?.kind === 'empty-wait' ? null : told;
  const withoutLast = injected?.kind === 'partial' ? (injected.records ?? MISSING_LINES) : 0;
  return {
    status: 200,
    body: writeRemissionAnswer({ remission, csv, waitSeconds, withoutLast }),
    waitSeconds,
    csv,
    fault: null,
    records: remission.lines.map((line) => buildLoggedRecord(line.record, line)),
    stored: remission.stored,
  };
}

function refuseOnDemand({ arrival, injected }: Task, position: number): number | null {
  if (injected?.kind !== 'record-error') return null;
  const first = arrival.records.length - (injected.records ?? arrival.records.length);
  return position >= first ? (injected.code ?? TECHNICAL_ERROR) : null;
}

function measureEarliness({ arrival, office, now }: Task): number {
  return office.measureEarliness(arrival.chains, arrival.records.length, now);
}

function buildEntry(
  task: Task,
  outcome: Pick<LogEntry, 'records'> & Partial<Pick<LogEntry, 'csv' | 'fault'>>,
): LogEntry {
  const { arrival, injected, sequence, office, now } = task;
  return {
    sequence,
    receivedAt: new Date(now).toISOString(),
    operation: arrival.opened?.operation ?? null,
    bytes: arrival.bytes,
    sha256: arrival.sha256,
    obligado: arrival.nif,
    presenter: arrival.presenter,
    hasIncident: arrival.hasIncident,
    chains: arrival.chains,
    earlyBy: measureEarliness(task),
    overlaps: office.findOverlaps(arrival.chains),
    injected: injected?.kind ?? null,
    fault: null,
    csv: null,
    answer: null,
    ...outcome,
  };
}
