import { readDay } from '../records/calendar.ts';
import type { Census } from '../taxpayers/census.ts';
import { findChild, findText, type XmlElement } from '../xml/element.ts';
import { MessageFault } from '../xml/message-fault.ts';
import type { OfficeSettings } from './settings.ts';

type Person = { readonly name: string; readonly nif: string };

/** The Cabecera of a remission. */
export type Header = {
  readonly obligado: Person;
  readonly representative: Person | null;
  readonly lastDayOfVerifactu: string | null;
  /** S, N or null; the answer repeats it. */
  readonly incident: string | null;
};

export type HeaderCheck = {
  readonly census: Census;
  readonly today: number;
  readonly settings: OfficeSettings;
  /** The NIF of the certificate's holder; null without mutual TLS. */
  readonly presenter: string | null;
};

/**
 * Reads the Cabecera of a message that the schema allows.
 * @throws MessageFault if AEAT refuses the message because of it.
 */
export function readHeader(body: XmlElement, check: HeaderCheck): Header {
  const element = findChild(body, 'Cabecera');
  if (findChild(element, 'RemisionRequerimiento')) throw new MessageFault(4126);
  const voluntary = findChild(element, 'RemisionVoluntaria');
  const lastDayOfVerifactu = findText(voluntary, 'FechaFinVeriFactu');
  if (lastDayOfVerifactu !== null) checkLastDay(lastDayOfVerifactu, check.today);
  const obligado = readPerson(findChild(element, 'ObligadoEmision'));
  checkObligado(obligado, check);
  const representative = findChild(element, 'Representante');
  return {
    obligado,
    representative: representative ? checkRepresentative(readPerson(representative), check.census) : null,
    lastDayOfVerifactu,
    incident: findText(voluntary, 'Incidencia'),
  };
}

/** Checks the obligado of a remission or a consulta. @throws MessageFault 4116, 4104, 4112 */
export function checkObligado({ nif, name }: Person, { census, settings, presenter }: HeaderCheck): void {
  if (!census.isWellFormed(nif)) throw new MessageFault(4116);
  if (!census.identifies(nif, name)) {
    throw new MessageFault(4104, `NIF:${nif}. NOMBRE_RAZON:${name}`);
  }
  if (settings.presenters === 'obligado' && presenter !== null && presenter !== nif) {
    throw new MessageFault(4112);
  }
}

/**
 * Reads the NombreRazon and NIF of a block; empty texts for absent ones, or if the block is absent.
 */
export function readPerson(element: XmlElement | undefined): Person {
  return { name: findText(element, 'NombreRazon') ?? '', nif: findText(element, 'NIF') ?? '' };
}

function checkRepresentative(person: Person, census: Census): Person {
  if (!census.isWellFormed(person.nif)) throw new MessageFault(4117);
  if (!census.knows(person.nif)) throw new MessageFault(4123);
  if (!census.identifies(person.nif, person.name)) throw new MessageFault(4124);
  return person;
}

/** Checks FechaFinVeriFactu: VERI*FACTU can be left at the end of this year or of the last one. */
function checkLastDay(literal: string, today: number): void {
  const endOfYear = Math.floor(today / 10_000) * 10_000 + 1231;
  if (![endOfYear, endOfYear - 10_000].includes(readDay(literal))) throw new MessageFault(4120);
}
