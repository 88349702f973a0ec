import { readDay } from '../records/calendar.ts';
import { readInvoiceId } from '../records/read-record.ts';
import type { InvoiceId } from '../records/record.ts';
import { readPerson } from '../exchange/read-header.ts';
import { findChild, findText, type XmlElement } from '../xml/element.ts';
import { MessageFault } from '../xml/message-fault.ts';

export type Consulta = {
  readonly asker: {
    readonly role: 'ObligadoEmision' | 'Destinatario';
    readonly name: string;
    readonly nif: string;
  };
  readonly isRepresentative: boolean;
  readonly year: string;
  readonly month: string;
  readonly number: string | null;
  /** The NIF or other identifier of the counterpart. */
  readonly counterpart: string | null;
  /** The first and the last day of issue, as comparable numbers. */
  readonly issued: { readonly from: number; readonly to: number } | null;
  readonly sistema: { readonly producer: string; readonly id: string; readonly installation: string } | null;
  readonly refExterna: string | null;
  /** The last invoice of the previous page. */
  readonly after: InvoiceId | null;
  readonly showIssuerName: boolean;
  readonly showSistema: boolean;
};

/** Reads a query that the schema allows. @throws MessageFault if AEAT refuses it. */
export function readConsulta(body: XmlElement): Consulta {
  const header = findChild(body, 'Cabecera');
  const filter = findChild(body, 'FiltroConsulta');
  const period = findChild(filter, 'PeriodoImputacion');
  const extras = findChild(body, 'DatosAdicionalesRespuesta');
  const asker = readAsker(header);
  const isRepresentative = findText(header, 'IndicadorRepresentante') === 'S';
  const showSistema = findText(extras, 'MostrarSistemaInformatico') === 'S';
  if (isRepresentative && asker.role === 'Destinatario') throw new MessageFault(1261);
  if (showSistema && asker.role === 'Destinatario') throw new MessageFault(1272);
  const page = findChild(filter, 'ClavePaginacion');
  return {
    asker,
    isRepresentative,
    year: findText(period, 'Ejercicio') ?? '',
    month: findText(period, 'Periodo') ?? '',
    number: findText(filter, 'NumSerieFactura'),
    counterpart: readIdentifier(findChild(filter, 'Contraparte')),
    issued: readIssued(findChild(filter, 'FechaExpedicionFactura')),
    sistema: readSistema(findChild(filter, 'SistemaInformatico')),
    refExterna: findText(filter, 'RefExterna'),
    after: page ? readInvoiceId(page) : null,
    showIssuerName: findText(extras, 'MostrarNombreRazonEmisor') === 'S',
    showSistema,
  };
}

function readAsker(header: XmlElement | undefined): Consulta['asker'] {
  const obligado = findChild(header, 'ObligadoEmision');
  if (obligado) return { role: 'ObligadoEmision', ...readPerson(obligado) };
  const recipient = findChild(header, 'Destinatario');
  // The schema allows both to be missing, but then the query has no sender.
  if (!recipient) throw new MessageFault(4102, 'ObligadoEmision');
  return { role: 'Destinatario', ...readPerson(recipient) };
}

function readIdentifier(party: XmlElement | undefined): string | null {
  return findText(party, 'NIF') ?? findText(findChild(party, 'IDOtro'), 'ID');
}

function readSistema(element: XmlElement | undefined): Consulta['sistema'] {
  if (!element) return null;
  return {
    producer: readIdentifier(element) ?? '',
    id: findText(element, 'IdSistemaInformatico') ?? '',
    installation: findText(element, 'NumeroInstalacion') ?? '',
  };
}

function readIssued(element: XmlElement | undefined): Consulta['issued'] {
  const day = findText(element, 'FechaExpedicionFactura');
  if (day !== null) return { from: readDay(day), to: readDay(day) };
  const range = findChild(element, 'RangoFechaExpedicion');
  if (!range) return null;
  const from = readDay(findText(range, 'Desde') ?? '');
  const to = readDay(findText(range, 'Hasta') ?? '') || Number.POSITIVE_INFINITY;
  if (from > to) throw new MessageFault(1250);
  return { from, to };
}
