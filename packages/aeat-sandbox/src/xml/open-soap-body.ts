import type { XmlElement } from './element.ts';
import { MessageFault } from './message-fault.ts';
import { SOAP } from './namespaces.ts';

const BLANK = /^[ \t\r\n]*$/;

/**
 * Returns the element in the body of a SOAP 1.1 envelope.
 * @throws MessageFault 4102 if the document is not such an envelope, 4138 if its body is empty.
 */
export function openSoapBody(root: XmlElement): XmlElement {
  const isEnvelope = root.name === 'Envelope' && root.namespace === SOAP && root.attributes.length === 0;
  if (!isEnvelope || !BLANK.test(root.text)) throw new MessageFault(4102, 'Envelope');
  const [header] = root.children;
  const rest = isSoap(header, 'Header') ? root.children.slice(1) : root.children;
  const [body, extra] = rest;
  if (!body || !isSoap(body, 'Body') || extra) throw new MessageFault(4102, 'Body');
  if (isSoap(header, 'Header') && (header!.attributes.length > 0 || !BLANK.test(header!.text))) {
    throw new MessageFault(4102, 'Header');
  }
  if (body.children.length === 0) throw new MessageFault(4138);
  if (body.children.length > 1 || !BLANK.test(body.text)) throw new MessageFault(4102, 'Body');
  return body.children[0]!;
}

function isSoap(element: XmlElement | undefined, name: string): boolean {
  return element?.name === name && element.namespace === SOAP;
}
