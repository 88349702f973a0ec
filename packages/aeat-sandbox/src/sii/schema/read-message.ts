import { checkElement, type Finding } from '../../schema/check-element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import { openSoapBody } from '../../xml/open-soap-body.ts';
import { OPERATIONS, type SiiOperation } from './messages.ts';

export type SiiMessage = {
  readonly operation: SiiOperation;
  readonly body: XmlElement;
  /** The violations of the schema, each of which refuses the whole message. */
  readonly findings: readonly Finding[];
};

/** The address of the service: of invoices (FE) or of payments (COB). */
export type SiiAddress = 'invoices' | 'payments';

/**
 * Reads the body of an envelope and compares it with the schema of its operation.
 * @throws MessageFault 4102 if it is no envelope or in another namespace, 4108 for an element that
 *   the service does not know, 4124 for one of the other address.
 */
export function readSiiMessage(root: XmlElement, address: SiiAddress): SiiMessage {
  const body = openSoapBody(root);
  const operation = body.name as SiiOperation;
  if (!Object.hasOwn(OPERATIONS, operation)) throw new MessageFault(4108, body.name);
  const { namespace, type, isOfPayments } = OPERATIONS[operation];
  if (body.namespace !== namespace) throw new MessageFault(4102, body.name);
  if (isOfPayments !== (address === 'payments')) throw new MessageFault(4124);
  return { operation, body, findings: checkElement(body, type) };
}
