import { buildCsv } from '../../exchange/identifiers.ts';
import { arrangeLines } from '../../faults/arrange-lines.ts';
import type { FaultRequest } from '../../faults/fault.ts';
import { type Outcome, withoutEffect } from '../../http/logged-reception.ts';
import type { Sandbox } from '../../http/sandbox.ts';
import type { RawMessage } from '../../http/soap-service.ts';
import { findToday } from '../../records/calendar.ts';
import { hashBytes } from '../../registry/hash-bytes.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import { answerInvoiceQuery } from '../consulta/answer-invoice-query.ts';
import { answerPaymentQuery } from '../consulta/answer-payment-query.ts';
import { describeSiiCode } from '../rules/code-texts.ts';
import type { SiiMessage } from '../schema/read-message.ts';
import { readSiiHeader, type SiiHeader } from './read-header.ts';
import { isRemission, registerRecords, type SiiLine } from './register.ts';
import { writeSiiAnswer } from './write-answer.ts';
import { writeSiiFault } from './write-sii-fault.ts';

type Task = {
  /** null if it is no message of this service. */
  readonly message: SiiMessage | null;
  readonly refusal: MessageFault | null;
  /** The fault on demand. */
  readonly fault: FaultRequest | null;
  readonly sequence: number;
  readonly raw: RawMessage;
  readonly sandbox: Sandbox;
};
/** The NIF and the name do not belong together: SII's most frequent error. */
const DEMANDED = 1117;

/** Processes a message and builds the answer. */
export function answerSiiMessage(task: Task): Outcome {
  try {
    return perform(task);
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    const { code, detail } = error;
    const reply = { status: task.sandbox.settings.faultStatus, body: writeSiiFault(code, detail) };
    return withoutEffect(reply, { fault: { code, text: describeSiiCode(code, detail) } });
  }
}

function perform(task: Task): Outcome {
  const { message, refusal, raw, sandbox } = task;
  if (refusal) throw refusal;
  const { operation, body } = message!;
  const { settings, census, book } = sandbox;
  const now = sandbox.now() + settings.clockOffsetSeconds * 1000;
  const header = readSiiHeader(body, { census, settings, today: findToday(now), presenter: raw.presenter });
  if (isRemission(operation)) return register(task, header, now);
  const answer = operation === 'ConsultaCobros' ? answerPaymentQuery : answerInvoiceQuery;
  return withoutEffect({ status: 200, body: answer(body, { header, book, pageSize: settings.pageSize }) });
}

function register(task: Task, header: SiiHeader, now: number): Outcome {
  const { message, fault, sequence, raw, sandbox } = task;
  const { operation, body } = message!;
  const drawn = buildCsv({ sequence, sha256: hashBytes(raw.bytes), now });
  const presenter = raw.presenter ?? header.nif;
  const { lines, changes } = registerRecords(operation, {
    body,
    header,
    book: sandbox.book,
    census: sandbox.census,
    settings: sandbox.settings,
    now,
    movement: { message: sequence, csv: drawn, presenter, at: now },
    demand: (position) => demandError(fault, position, countRecords(message!)),
  });
  const csv = changes.length > 0 ? drawn : null;
  return {
    status: 200,
    body: writeSiiAnswer({
      operation,
      header,
      lines,
      shown: arrangeLines(lines, fault),
      csv,
      presenter,
      at: now,
    }),
    fault: null,
    csv,
    lines: lines.map(describeLine),
    changes,
  };
}

function countRecords({ body }: SiiMessage): number {
  return body.children.length - 1;
}

function demandError(fault: FaultRequest | null, position: number, count: number): number | null {
  if (fault?.kind !== 'record-error') return null;
  return position >= count - (fault.records ?? count) ? (fault.code ?? DEMANDED) : null;
}

function describeLine({ id, state, objection }: SiiLine) {
  return {
    about: `${id.number} ${id.date}`,
    state,
    code: objection?.code ?? null,
    text: objection?.text ?? null,
  };
}
