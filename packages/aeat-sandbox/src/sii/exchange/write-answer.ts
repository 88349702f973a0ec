import { summariseStates } from '../../exchange/summarise-states.ts';
import { formatSiiTimestamp } from '../../records/calendar.ts';
import { SII_INFORMACION, SII_RESPUESTA } from '../../xml/namespaces.ts';
import { wrapAnswer } from '../../xml/write-envelope.ts';
import { branch, leaf } from '../../xml/write-xml.ts';
import type { BookEntry } from '../book/book.ts';
import type { BookId } from '../records/invoice.ts';
import type { SiiOperation } from '../schema/messages.ts';
import type { SiiHeader } from './read-header.ts';
import type { SiiLine } from './register.ts';

export type SiiAnswer = {
  readonly operation: SiiOperation;
  readonly header: SiiHeader;
  readonly lines: readonly SiiLine[];
  /** The lines that the answer shows, in its order. */
  readonly shown: readonly SiiLine[];
  /** null if nothing was registered. */
  readonly csv: string | null;
  readonly presenter: string;
  /** AEAT's time in milliseconds. */
  readonly at: number;
};

const ROOTS: Readonly<Partial<Record<SiiOperation, string>>> = {
  SuministroLRFacturasEmitidas: 'RespuestaLRFacturasEmitidas',
  BajaLRFacturasEmitidas: 'RespuestaLRBajaFacturasEmitidas',
  SuministroLRCobrosEmitidas: 'RespuestaLRCobrosEmitidas',
};

/** Writes the answer to a message that changes the book. */
export function writeSiiAnswer({ operation, header, lines, shown, csv, presenter, at }: SiiAnswer): string {
  const root = ROOTS[operation]!;
  const presentation =
    csv === null
      ? ''
      : leaf('siiR:CSV', csv) +
        branch(
          'siiR:DatosPresentacion',
          leaf('sii:NIFPresentador', presenter),
          leaf('sii:TimestampPresentacion', formatSiiTimestamp(at)),
        );
  return wrapAnswer(
    `<siiR:${root} xmlns:siiR="${SII_RESPUESTA}" xmlns:sii="${SII_INFORMACION}">` +
      presentation +
      branch('siiR:Cabecera', writeSiiHeader(header)) +
      leaf('siiR:EstadoEnvio', summariseStates(lines)) +
      shown.map((line) => writeLine(line, operation)).join('') +
      `</siiR:${root}>`,
  );
}

/** Writes the content of a Cabecera. */
export function writeSiiHeader({ name, nif, representative, communication }: SiiHeader): string {
  return (
    leaf('sii:IDVersionSii', '1.1') +
    branch(
      'sii:Titular',
      leaf('sii:NombreRazon', name),
      leaf('sii:NIFRepresentante', representative),
      leaf('sii:NIF', nif),
    ) +
    leaf('sii:TipoComunicacion', communication)
  );
}

/** Writes the content of an IDFactura. */
export function writeBookId({ nif, number, date }: BookId, lastNumber: string | null = null): string {
  return (
    branch('sii:IDEmisorFactura', leaf('sii:NIF', nif)) +
    leaf('sii:NumSerieFacturaEmisor', number) +
    leaf('sii:NumSerieFacturaEmisorResumenFin', lastNumber) +
    leaf('sii:FechaExpedicionFacturaEmisor', date)
  );
}

function writeLine(
  { id, lastNumber, reference, state, objection, duplicate }: SiiLine,
  operation: SiiOperation,
): string {
  return branch(
    'siiR:RespuestaLinea',
    branch('siiR:IDFactura', writeBookId(id, lastNumber)),
    leaf('siiR:RefExterna', operation === 'SuministroLRCobrosEmitidas' ? null : reference),
    leaf('siiR:EstadoRegistro', state),
    leaf('siiR:CodigoErrorRegistro', objection?.code ?? null),
    leaf('siiR:DescripcionErrorRegistro', objection?.text ?? null),
    duplicate ? writeDuplicate(duplicate) : '',
  );
}

function writeDuplicate({ status, code, text }: BookEntry): string {
  return branch(
    'siiR:RegistroDuplicado',
    leaf('sii:EstadoRegistro', status),
    leaf('sii:CodigoErrorRegistro', code),
    leaf('sii:DescripcionErrorRegistro', text),
  );
}
