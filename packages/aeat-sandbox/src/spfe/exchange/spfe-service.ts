import { buildCsv } from '../../exchange/identifiers.ts';
import type { FaultRequest } from '../../faults/fault.ts';
import { receiveLogged, withoutEffect, type Outcome } from '../../http/logged-reception.ts';
import type { Sandbox } from '../../http/sandbox.ts';
import type { RawMessage, Reception, SoapService } from '../../http/soap-service.ts';
import { hashBytes } from '../../registry/hash-bytes.ts';
import type { LoggedMember } from '../../registry/logged-message.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import { nameInvoice } from '../book/change.ts';
import { isCopy } from '../rules/invoice-case.ts';
import { describeFault, FAULTS, writeSpfeFault } from '../wire/refusals.ts';
import { textAt } from '../wire/select.ts';
import { SPFE_SERVICE_NAMES, SPFE_SERVICES, type SpfeServiceName } from '../wire/service-actions.ts';
import { writeAnswer, type AnswerPart } from '../wire/write-answer.ts';
import { answerQuery } from './answer-query.ts';
import { isSubmission, readSpfeMessage, type SpfeMessage } from './message.ts';
import { registerDocuments } from './register-documents.ts';
import { registerEvents } from './register-events.ts';
import { arrangeVerdicts, nameVerdict, textOf, type Verdict } from './verdict.ts';
import { NOTICE, writeStatus, writeVerdicts } from './write-status.ts';

/** The path below which the services are. AEAT's were unpublished on 9 October 2026. */
export const SPFE_PATH = '/spfe';
const FAULT_STATUS = 500;
/** What the answer to a submission says it is. */
const SUBMISSION = { service: 'invoice', action: 'SUBMITINVOICE' };

type Task = {
  readonly message: SpfeMessage;
  readonly fault: FaultRequest | null;
  readonly sequence: number;
  readonly raw: RawMessage;
  readonly sandbox: Sandbox;
};

/** Opens the services of the SPFE, by path. */
export function openSpfeServices(sandbox: Sandbox): readonly [path: string, service: SoapService][] {
  return SPFE_SERVICE_NAMES.map((name) => [
    `${SPFE_PATH}/${name}`,
    {
      name: 'spfe',
      receive: (raw) => receive(raw, name, sandbox),
      writeFault: writeSpfeFault,
      methodFault: writeSpfeFault(FAULTS.malformed, 'POST'),
      faultStatus: FAULT_STATUS,
    },
  ]);
}

function receive(raw: RawMessage, name: SpfeServiceName, sandbox: Sandbox): Reception {
  const { message, refusal } = read(raw, name);
  return receiveLogged(
    {
      raw,
      kind: message && SPFE_SERVICES[name].kind,
      service: 'spfe',
      operation: name,
      communication: null,
      nif: message?.header.from ?? null,
      members: message ? listMembers(message) : [],
      process: (fault, sequence) => {
        try {
          if (!message) throw refusal!;
          return perform({ message, fault, sequence, raw, sandbox });
        } catch (error) {
          if (!(error instanceof MessageFault)) throw error;
          const { code, detail } = error;
          const reply = { status: FAULT_STATUS, body: writeSpfeFault(code, detail) };
          return withoutEffect(reply, { fault: { code, text: describeFault(code, detail) } });
        }
      },
    },
    sandbox,
  );
}

function read(
  raw: RawMessage,
  name: SpfeServiceName,
): { readonly message: SpfeMessage | null; readonly refusal: MessageFault | null } {
  try {
    return { message: readSpfeMessage(raw, name), refusal: null };
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    return { message: null, refusal: error };
  }
}

function perform(task: Task): Outcome {
  const { message, fault, raw, sandbox } = task;
  const { settings } = sandbox;
  const { from } = message.header;
  if (settings.presenters === 'obligado' && raw.presenter !== null && raw.presenter !== from)
    throw new MessageFault(FAULTS.certificate, from);
  if (!sandbox.census.isWellFormed(from)) throw new MessageFault(FAULTS.malformed, 'PartyInfo/From/PartyId');
  const now = sandbox.aeatNow();
  if (isSubmission(message.name)) return submit(task, now);
  const behind = fault?.kind === 'stale' ? (fault.seconds ?? 60) * 1000 : 0;
  const query = { message, book: sandbox.spfe, settings, now, at: now - behind, fault };
  const { parts, lines } = answerQuery({ ...query, id: `SANDBOX-CONSULTA-${task.sequence}` });
  return withoutEffect(
    { status: 200, ...write(task, now, parts) },
    {
      lines: lines.map(({ code, status }) => ({
        about: nameInvoice(code),
        state: status,
        code: null,
        text: null,
      })),
    },
  );
}

function submit(task: Task, now: number): Outcome {
  const { message, fault, sequence, raw, sandbox } = task;
  const csv = `SANDBOX-${buildCsv({ sequence, sha256: hashBytes(raw.bytes), now })}`;
  const { spfe: book, census, settings } = sandbox;
  const registration = { from: message.header.from, book, census, settings, fault, sequence, csv, now };
  const { verdicts, changes } =
    message.name === 'SendInvoiceSOAP'
      ? registerDocuments(message.documents, registration)
      : registerEvents(message.name, message.invoices, registration);
  const shown = arrangeVerdicts(verdicts, fault);
  const id = fault?.kind === 'no-csv' ? '' : csv;
  const status = writeStatus(id, now, writeVerdicts(shown, verdicts));
  return {
    status: 200,
    ...write(task, now, [{ text: status }], SUBMISSION),
    fault: null,
    csv,
    lines: verdicts.map(describeLine),
    changes,
  };
}

function write(
  { message, sequence }: Task,
  now: number,
  parts: readonly AnswerPart[],
  { service, action }: { service: string; action: string } = SPFE_SERVICES[message.name],
) {
  return writeAnswer({ request: message.header, service, action, sequence, now, notice: NOTICE, parts });
}

function describeLine(verdict: Verdict) {
  const { code, id, refusal } = verdict;
  return {
    about: code ? nameInvoice(code) : id,
    state: nameVerdict(verdict),
    code: refusal,
    text: textOf(verdict),
  };
}

/** Lists the documents and invoices of a message for the log. */
function listMembers({ name, documents, invoices }: SpfeMessage): LoggedMember[] {
  const sent = documents.flatMap(({ code, read: document, sha256 }) =>
    code && document ? { code, act: name, sha256, isCopy: isCopy(document.root) } : [],
  );
  const named = invoices.flatMap(({ code, response }) =>
    code ? { code, act: textAt(response, 'ResponseCode') ?? '', sha256: null, isCopy: false } : [],
  );
  return [...sent, ...named];
}
