import { findChild, type XmlElement } from '../xml/element.ts';
import { MessageFault } from '../xml/message-fault.ts';
import { CONSULTA, SUMINISTRO } from '../xml/namespaces.ts';
import { openSoapBody } from '../xml/open-soap-body.ts';
import { checkElement, type Finding } from './check-element.ts';
import { CONSULTA_FACTU } from './consulta.ts';
import type { SequenceType } from './model.ts';
import { REG_FACTU } from './suministro.ts';

export type Operation = 'RegFactuSistemaFacturacion' | 'ConsultaFactuSistemaFacturacion';
export type OpenedMessage = {
  readonly operation: Operation;
  readonly body: XmlElement;
  /** The violations of the schema; those without a record refuse the message. */
  readonly findings: readonly Finding[];
};

const OPERATIONS: Readonly<Record<Operation, { namespace: string; type: SequenceType }>> = {
  RegFactuSistemaFacturacion: { namespace: SUMINISTRO, type: REG_FACTU },
  ConsultaFactuSistemaFacturacion: { namespace: CONSULTA, type: CONSULTA_FACTU },
};

/**
 * Reads the body of a SOAP 1.1 envelope and compares it with the schema of its operation.
 * @throws MessageFault 4102 if it is not such an envelope, 4138 for an empty one, 4118 for a body
 *   of another service.
 */
export function readEnvelope(root: XmlElement): OpenedMessage {
  const body = openSoapBody(root);
  const name = body.name as Operation;
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (!operation) throw new MessageFault(4118, body.name);
  if (body.namespace !== operation.namespace) throw new MessageFault(4102, body.name);
  return { operation: name, body, findings: checkElement(body, operation.type) };
}

/** Returns the NIF of the party for which a message is sent, which may be invalid. */
export function readObligado({ body }: OpenedMessage): string | null {
  const header = findChild(body, 'Cabecera');
  const party = findChild(header, 'ObligadoEmision') ?? findChild(header, 'Destinatario');
  return findChild(party, 'NIF')?.text ?? null;
}
