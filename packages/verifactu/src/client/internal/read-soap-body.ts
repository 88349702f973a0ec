import type { Fault } from '../../remission/answer.ts';
import { SOAP } from '../../records/xml.ts';
import { showStart } from '../describe-foreign.ts';
import type { UnknownReason } from '../outcome.ts';
import type { ExpectedName } from '../../remission/reading.ts';
import { findText, isNamed, type XmlElement } from '../../remission/xml-element.ts';
import { parseXml } from './parse-xml.ts';
import { limitText } from '../../remission/read-fields.ts';
import { XmlError } from './read-markup.ts';

/** The content of a SOAP 1.1 message, or the reason why it is not one. */
export type SoapBody =
  | { readonly kind: 'content'; readonly element: XmlElement }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'unreadable'; readonly reason: UnknownReason; readonly detail: string };

const BEGINS_AS_XML = /^\s*<(?:\?xml|(?:[\w.-]+:)?Envelope[\s>])/;
const ENDS_AS_ENVELOPE = /<\/(?:[\w.-]+:)?Envelope\s*>\s*$/;
const TAIL_LENGTH = 200;
const HTML = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html[\s>])/i;
/** `Codigo[4104].Error en la cabecera…` */
const FAULT_STRING = /^Codigo\[(\d{1,9})\]\.?\s*([\s\S]*)$/;
/**
 * SOAP 1.1, 4.4.1: these codes blame the message. With any other code the message may have been
 * accepted, so it is not treated as refused.
 */
const CLIENT_FAULTS = new Set(['Client', 'VersionMismatch', 'MustUnderstand']);

/**
 * Reads the text of an answer.
 * @param expected the only element of the SOAP body.
 * @param maxMarkup see `parseXml`.
 */
export function readSoapBody(text: string, expected: ExpectedName, maxMarkup: number): SoapBody {
  if (HTML.test(text)) return unreadable('not_xml', 'it is a web page');
  try {
    return readEnvelope(parseXml(text, maxMarkup), expected);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const reason = explain(text, error);
    return unreadable(reason, describeReason(reason, error));
  }
}

/** The position at which saxes stopped is meaningless for a text that is not XML at all. */
function describeReason(reason: UnknownReason, { message }: XmlError): string {
  if (reason === 'too_large') return message;
  return reason === 'truncated'
    ? `it is incomplete XML (${message})`
    : `it is not well-formed XML (line:column and fault: ${message})`;
}

function explain(text: string, error: XmlError): UnknownReason {
  if (error.isTooLarge) return 'too_large';
  const brokeOff = BEGINS_AS_XML.test(text) && !ENDS_AS_ENVELOPE.test(text.slice(-TAIL_LENGTH));
  return brokeOff ? 'truncated' : 'not_xml';
}

function readEnvelope(envelope: XmlElement, expected: ExpectedName): SoapBody {
  const body = envelope.children.find((child) => isNamed(child, { namespace: SOAP, name: 'Body' }));
  if (!isNamed(envelope, { namespace: SOAP, name: 'Envelope' }) || body === undefined) {
    return unreadable('wrong_namespace', `${describe(envelope)} is not a SOAP 1.1 envelope with a body`);
  }
  const [element, ...others] = body.children;
  if (element === undefined || others.length > 0) {
    return unreadable('wrong_namespace', `a body of ${body.children.length} elements`);
  }
  if (isNamed(element, { namespace: SOAP, name: 'Fault' }))
    return { kind: 'fault', fault: readFault(element) };
  if (isNamed(element, { namespace: element.namespace, ...expected })) return { kind: 'content', element };
  return unreadable('wrong_namespace', `${describe(element)} where ${expected.name} was expected`);
}

function readFault(element: XmlElement): Fault {
  const faultCode = findText(element, 'faultcode') ?? '';
  const [mainCode = ''] = faultCode.slice(faultCode.indexOf(':') + 1).split('.');
  const faultString = findText(element, 'faultstring');
  const [, code, text] = FAULT_STRING.exec(faultString ?? '') ?? [];
  return {
    side: CLIENT_FAULTS.has(mainCode) ? 'client' : 'server',
    code: code === undefined ? null : Number(code),
    text: limitText(text ?? faultString),
  };
}

function describe({ name, namespace }: XmlElement): string {
  return showStart(`{${namespace}}${name}`, TAIL_LENGTH);
}

function unreadable(reason: UnknownReason, detail: string): SoapBody {
  return { kind: 'unreadable', reason, detail };
}
