import { describeForeign, showStart } from '../describe-foreign.ts';
import type { Exchange, HttpAnswer } from './exchange-message.ts';
import { fail, type Failure } from './failure.ts';
import type { AnswerFrame, Outcome, UnknownOutcome } from '../outcome.ts';
import { readHttpDate } from '../../remission/read-fields.ts';
import type { Reading } from '../../remission/reading.ts';
import { readSoapBody } from './read-soap-body.ts';
import { TextDecoder } from 'node:util';

/** Bytes that are decoded to describe how an answer begins. */
const SHOWN_BYTES = 1024;
const MAX_KEPT_BYTES = 64 * 1024;
const MAX_LOCATION = 200;
const OK = 200;

/**
 * Reads the result of an HTTP exchange. A SOAP fault is accepted with any status except a redirect,
 * and an answer only with status 200.
 */
export function readOutcome<Answer>(
  { answer, failure }: Exchange,
  { expected, read, maxMarkup }: Reading<Answer>,
): Outcome<Answer> {
  if (answer === null) return describeFailure(failure ?? fail('reset', 'no answer'), answer, true);
  if (failure !== null) {
    const came = describeForeign(answer, decodeText(answer.body.subarray(0, SHOWN_BYTES)));
    return describeFailure({ ...failure, detail: `${failure.detail}; ${came}` }, answer, true);
  }
  const { status } = answer;
  if (status >= 300 && status < 400) return describeFailure(explainRedirect(answer), answer, true);
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    return describeFailure(fail('not_xml', `compressed, ${encoding}`), answer, true);
  }
  const text = decodeAnswer(answer);
  const frame = buildFrame(answer, text);
  const body = readSoapBody(text, expected, maxMarkup);
  if (body.kind === 'fault') return { kind: 'fault', fault: body.fault, ...frame };
  if (status !== OK) return describeFailure(fail('http_status', `HTTP status ${status}`), answer, true);
  if (body.kind === 'content') return { kind: 'answered', answer: read(body.element), ...frame };
  const came = describeForeign(answer, text.slice(0, SHOWN_BYTES));
  return describeFailure(fail(body.reason, `${came}: ${body.detail}`), answer, true);
}

/**
 * Builds the outcome of an exchange whose result is unknown. Keeps at most 64 KiB of the answer.
 * @param answer null when none arrived.
 * @param sent false only when it is certain that the message was not sent completely.
 */
export function describeFailure(
  { reason, detail }: Failure,
  answer: HttpAnswer | null,
  sent: boolean,
): UnknownOutcome {
  if (answer === null) {
    return { kind: 'unknown', reason, detail, sent, status: null, serverDate: null, raw: null };
  }
  const beginning = { ...answer, body: answer.body.subarray(0, MAX_KEPT_BYTES) };
  return { kind: 'unknown', reason, detail, sent, ...buildFrame(beginning, decodeAnswer(beginning)) };
}

function explainRedirect({ status, headers }: HttpAnswer): Failure {
  const location = showStart(headers.location ?? 'nowhere', MAX_LOCATION);
  return fail('redirected', `HTTP status ${status} to ${location}`);
}

function decodeAnswer({ headers, body }: HttpAnswer): string {
  return decodeText(body, headers['content-type']);
}

/** PostgreSQL cannot store U+0000. */
function buildFrame({ status, headers }: HttpAnswer, text: string): AnswerFrame {
  return {
    status,
    serverDate: readHttpDate(headers.date ?? null),
    raw: text.replaceAll('\0', '\uFFFD'),
  };
}

const CHARSET = /charset\s*=\s*"?([\w.:-]+)/i;

/**
 * Decodes an answer. AEAT writes UTF-8; another charset is used when the answer declares it.
 * Invalid bytes become U+FFFD, because one letter in a description must not make the outcome
 * unknown.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  return openDecoder(charset).decode(bytes);
}

function openDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
