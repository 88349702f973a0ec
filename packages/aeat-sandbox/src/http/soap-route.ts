import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAnswerless, type AnswerlessFault, type SpoilingFault } from '../faults/fault.ts';
import { performFault, sendSpoiled } from '../faults/perform-fault.ts';
import { answerArrival, recordArrival } from '../exchange/answer-arrival.ts';
import { writeFault } from '../exchange/answer-fault.ts';
import { readArrival, type Arrival } from '../exchange/read-arrival.ts';
import { readPresenter } from './client-certificate.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import type { Sandbox } from './sandbox.ts';
import { sendHtml, sendRedirect, sendXml } from './send.ts';

const NO_GET = 4135;

/** Serves the SOAP service: only POST, with a certificate if the stand-in requires one. */
export async function serveSoap(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: Sandbox,
): Promise<void> {
  const presenter = readPresenter(request, sandbox.asksForCertificate);
  if (presenter === 'none') {
    // The body is not read, as at AEAT's gateway.
    request.resume();
    sendRedirect(response);
    return;
  }
  response.setHeader(
    'date',
    new Date(sandbox.now() + sandbox.settings.clockOffsetSeconds * 1000).toUTCString(),
  );
  if (request.method !== 'POST') {
    request.resume();
    sendXml(response, { status: sandbox.settings.faultStatus, body: writeFault(NO_GET) });
    return;
  }
  const bytes = await readBounded(request, response);
  if (!bytes) return;
  const arrival = readArrival({
    bytes,
    contentType: request.headers['content-type'],
    presenter: presenter.nif,
  });
  const operation = arrival.opened?.operation ?? null;
  const fault = sandbox.faults.draw({ operation, nif: arrival.nif });
  await answer(response, arrival, fault, sandbox);
}

async function answer(
  response: ServerResponse,
  arrival: Arrival,
  fault: AnswerlessFault | SpoilingFault | null,
  sandbox: Sandbox,
): Promise<void> {
  const desk = sandbox.desk();
  const answerless = fault !== null && isAnswerless(fault) ? fault : null;
  if (answerless && answerless.when !== 'after') {
    recordEnd(response, recordArrival(arrival, answerless, desk), null, sandbox);
    await performFault(response, answerless, sandbox.whileOpen(response));
    return;
  }
  const { sequence, waitSeconds, ...reply } = answerArrival(arrival, fault, desk);
  recordEnd(response, sequence, answerless ? null : waitSeconds, sandbox);
  if (fault === null) sendXml(response, reply);
  else if (isAnswerless(fault)) await performFault(response, fault, sandbox.whileOpen(response));
  else await sendSpoiled(response, fault, reply, sandbox.whileOpen(response).signal);
}

/** Logs when the answer was sent, or that it never was. */
function recordEnd(
  response: ServerResponse,
  sequence: number,
  waitSeconds: number | null,
  { office, now }: Sandbox,
): void {
  response.once('close', () => {
    office.recordAnswer(sequence, {
      at: new Date(now()).toISOString(),
      delivered: response.writableFinished,
      waitSeconds,
    });
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
