import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAnswerless, type AnswerlessFault, type SpoilingFault } from '../faults/fault.ts';
import { performFault, sendSpoiled } from '../faults/perform-fault.ts';
import { readPresenter } from './client-certificate.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import type { Sandbox } from './sandbox.ts';
import { sendHtml, sendRedirect, sendXml } from './send.ts';
import type { Reception, SoapService } from './soap-service.ts';

const UNAVAILABLE = 503;

/**
 * Serves a SOAP service: only POST, with a certificate if the stand-in requires one, and only as
 * many messages at once as its settings allow.
 */
export async function serveSoap(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: Sandbox,
  service: SoapService,
): Promise<void> {
  const presenter = readPresenter(request, sandbox.asksForCertificate);
  if (presenter === 'none') {
    // The body is not read, as at AEAT's gateway.
    request.resume();
    sendRedirect(response);
    return;
  }
  if (!sandbox.admit(response)) {
    request.resume();
    sendHtml(response, UNAVAILABLE, 'Hay demasiadas conexiones simultáneas');
    return;
  }
  response.setHeader('date', new Date(sandbox.aeatNow()).toUTCString());
  if (request.method !== 'POST') {
    request.resume();
    const status = service.faultStatus ?? sandbox.settings.faultStatus;
    sendXml(response, { status, body: service.methodFault });
    return;
  }
  const bytes = await readBounded(request, response);
  if (!bytes) return;
  const reception = service.receive({
    bytes,
    contentType: request.headers['content-type'],
    presenter: presenter.nif,
  });
  const { kind, nif, operation = null, numbers = [] } = reception;
  const about = { service: service.name, kind, nif, operation, numbers };
  const fault = sandbox.faults.draw(about, sandbox.now());
  await answer(response, reception, fault, { sandbox, service });
}

async function answer(
  response: ServerResponse,
  reception: Reception,
  fault: AnswerlessFault | SpoilingFault | null,
  { sandbox, service }: { sandbox: Sandbox; service: SoapService },
): Promise<void> {
  const perform = async (answerless: AnswerlessFault) =>
    performFault(response, answerless, {
      faultStatus: service.faultStatus ?? sandbox.settings.faultStatus,
      signal: sandbox.whileOpen(response),
      writeFault: service.writeFault,
    });
  const answerless = fault !== null && isAnswerless(fault) ? fault : null;
  if (answerless && answerless.when !== 'after') {
    recordEnd(response, reception, { sequence: reception.drop(answerless), isAnswer: false }, sandbox);
    await perform(answerless);
    return;
  }
  const { sequence, ...reply } = reception.answer(fault);
  recordEnd(response, reception, { sequence, isAnswer: answerless === null }, sandbox);
  if (fault === null) sendXml(response, reply);
  else if (isAnswerless(fault)) await perform(fault);
  else {
    const signal = sandbox.whileOpen(response);
    await sendSpoiled(response, fault, reply, { signal, swap: sandbox.swap });
  }
}

/** Logs when the answer was sent, or that it never was. */
function recordEnd(
  response: ServerResponse,
  reception: Reception,
  { sequence, isAnswer }: { sequence: number; isAnswer: boolean },
  { now }: Sandbox,
): void {
  response.once('close', () => {
    const at = new Date(now()).toISOString();
    reception.end(sequence, { at, delivered: response.writableFinished, isAnswer });
  });
}

async function readBounded(request: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
  try {
    return await readBody(request);
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      response.setHeader('connection', 'close');
      sendHtml(response, 413, 'La petición es demasiado grande');
      return null;
    }
    throw error;
  }
}
