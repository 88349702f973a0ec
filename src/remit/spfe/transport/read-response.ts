import type { IncomingHttpHeaders } from 'node:http';
import { readXml } from 'verifactu-protocol/client/read-xml';
import { limitText } from 'verifactu-protocol/remission/read-fields';
import { readEnvelope } from '../../../domain/spfe/messages/envelope.ts';
import { MultipartError, type Part, readMultipart } from '../../../domain/spfe/messages/multipart.ts';
import type { SpfeOutcome } from './spfe-transport.ts';

/** A response of HTTP. */
export type Response = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

const OK = 200;
/** Statuses of requests that no program of the SPFE has processed. */
const REFUSED = new Set([400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 429, 431]);
const MARKUP_OF_ENVELOPE = 20_000;
const MOST_TEXT = 300;

/**
 * Reads the response to a request. A fault that blames the message refuses it, as do most statuses
 * 4xx. Whatever cannot be read leaves the outcome unknown, because the request may have been taken.
 * @param messageId to which the answer must refer.
 * @param mostParts of the answer, beside its root.
 * @param read reads the parts; null if they are no answer to the request.
 */
export function readResponse<Answer>(
  { status, headers, body }: Response,
  { messageId, mostParts }: { readonly messageId: string; readonly mostParts: number },
  read: (parts: readonly Part[]) => Answer | null,
): SpfeOutcome<Answer> {
  const unknown = (reason: string, detail: string): SpfeOutcome<Answer> => ({
    kind: 'unknown',
    reason,
    detail: detail.slice(0, MOST_TEXT),
    raw: body,
  });
  const type = headers['content-type'] ?? '';
  const isMultipart = /^\s*multipart\//i.test(type);
  try {
    const message = isMultipart ? readMultipart(type, body, mostParts) : null;
    const root = readXml(message?.root.body ?? body, message?.root.contentType ?? type, {
      maxMarkup: MARKUP_OF_ENVELOPE,
    });
    const envelope = typeof root === 'string' ? null : readEnvelope(root);
    if (envelope?.kind === 'fault') {
      const { code, text, isRefusal } = envelope;
      if (isRefusal) return { kind: 'fault', code, text, raw: body };
      return unknown('server_fault', `${code ?? 'a fault without code'}: ${text ?? 'no text'}`);
    }
    if (REFUSED.has(status)) return { kind: 'fault', code: `HTTP ${status}`, text: null, raw: body };
    if (status !== OK) return unknown('http_status', `HTTP status ${status}`);
    if (message === null)
      return unknown('not_multipart', `the type of the answer is ${type || 'not stated'}`);
    if (typeof root === 'string') return unknown('not_xml', `its envelope: ${root}`);
    if (envelope === null) return unknown('not_soap', 'its root is no envelope with a head of ebMS');
    if (envelope.refersTo !== messageId)
      return unknown('other_message', 'it answers another message than the one that was sent');
    const answer = read([...message.parts.values()]);
    if (answer === null) return unknown('no_answer', 'its parts are no answer to this request');
    return { kind: 'answered', answer, raw: body };
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    return unknown(error.isTruncated ? 'truncated' : 'not_multipart', limitText(error.message) ?? '');
  }
}
