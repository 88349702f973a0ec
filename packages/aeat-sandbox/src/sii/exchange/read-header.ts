import type { OfficeSettings } from '../../exchange/settings.ts';
import { readDay } from '../../records/calendar.ts';
import type { Census } from '../../taxpayers/census.ts';
import { findChild, findText, type XmlElement } from '../../xml/element.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import { isMinor } from '../rules/party-rules.ts';

/** Cabecera: the taxpayer whose book it is, and what the message communicates. */
export type SiiHeader = {
  readonly name: string;
  readonly nif: string;
  readonly representative: string | null;
  /** TipoComunicacion; null in messages that have none. */
  readonly communication: string | null;
};

export type SiiHeaderCheck = {
  readonly census: Census;
  /** The day as a number such as 20261120. */
  readonly today: number;
  readonly settings: OfficeSettings;
  /** The NIF of the certificate's holder; null without mutual TLS. */
  readonly presenter: string | null;
};

/**
 * Reads the Cabecera of a message that the schema allows.
 * @throws MessageFault 4122, 4123, 4104, 4105 for the taxpayer and the representative, 4114 if the
 *   certificate is not the taxpayer's, 4118 if the taxpayer is not in SII.
 */
export function readSiiHeader(body: XmlElement, check: SiiHeaderCheck): SiiHeader {
  const header = findChild(body, 'Cabecera');
  const taxpayer = findChild(header, 'Titular');
  const name = findText(taxpayer, 'NombreRazon') ?? '';
  const nif = findText(taxpayer, 'NIF') ?? '';
  const representative = findText(taxpayer, 'NIFRepresentante');
  const { census, settings, presenter } = check;
  if (!census.isWellFormed(nif)) throw new MessageFault(4122);
  if (!census.identifies(nif, name)) throw new MessageFault(4104);
  if (representative !== null && !census.isWellFormed(representative)) throw new MessageFault(4123);
  // A minor has a representative.
  if (representative === null ? isMinor(nif) : !census.knows(representative)) throw new MessageFault(4105);
  if (settings.presenters === 'obligado' && presenter !== null && presenter !== nif) {
    throw new MessageFault(4114);
  }
  if (!isInSii(nif, check)) throw new MessageFault(4118);
  return { name, nif, representative, communication: findText(header, 'TipoComunicacion') };
}

/** Who has left SII may still correct the records of the time before. */
function isInSii(nif: string, { census, today }: SiiHeaderCheck): boolean {
  const stays = census.staysInSii(nif);
  return stays === null || stays.some(({ from }) => readDay(from.split('-').toReversed().join('-')) <= today);
}
