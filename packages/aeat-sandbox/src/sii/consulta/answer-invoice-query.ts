import { formatSiiTimestamp } from '../../records/calendar.ts';
import { normaliseDecimal } from '../../records/decimal.ts';
import { findChild, type XmlElement } from '../../xml/element.ts';
import { SII_INFORMACION, SII_RESPUESTA_CONSULTA } from '../../xml/namespaces.ts';
import { wrapAnswer } from '../../xml/write-envelope.ts';
import { branch, leaf } from '../../xml/write-xml.ts';
import type { Book, BookEntry } from '../book/book.ts';
import { MATCHED_SUMS, type Matching } from '../book/book-change.ts';
import type { SiiHeader } from '../exchange/read-header.ts';
import { writeBookId, writeSiiHeader } from '../exchange/write-answer.ts';
import { findEntries, matchingOf, readFilter } from './find-entries.ts';
import { writeInvoiceData } from './write-invoice-data.ts';

export type QueryInput = {
  readonly header: SiiHeader;
  readonly book: Book;
  readonly pageSize: number;
};

/** Answers ConsultaLRFacturasEmitidas with the entries of a period. */
export function answerInvoiceQuery(body: XmlElement, { header, book, pageSize }: QueryInput): string {
  const filter = readFilter(findChild(body, 'FiltroConsulta'));
  const { entries, hasMore } = findEntries(book, header.nif, filter, pageSize);
  return writeQueryAnswer('RespuestaConsultaLRFacturasEmitidas', [
    branch('sii:Cabecera', writeSiiHeader(header)),
    branch(
      'siiLRRC:PeriodoLiquidacion',
      leaf('siiLRRC:Ejercicio', filter.period.year),
      leaf('siiLRRC:Periodo', filter.period.period),
    ),
    leaf('siiLRRC:IndicadorPaginacion', hasMore ? 'S' : 'N'),
    leaf('siiLRRC:ResultadoConsulta', entries.length > 0 ? 'ConDatos' : 'SinDatos'),
    ...entries.map(writeEntry),
  ]);
}

/** Writes the answer to a query from its parts. */
export function writeQueryAnswer(root: string, parts: readonly string[]): string {
  return wrapAnswer(
    `<siiLRRC:${root} xmlns:siiLRRC="${SII_RESPUESTA_CONSULTA}" xmlns:sii="${SII_INFORMACION}">` +
      `${parts.join('')}</siiLRRC:${root}>`,
  );
}

/** Writes DatosPresentacion of an answer to a query. */
export function writePresentation(presenter: string, at: number, csv: string): string {
  return branch(
    'siiLRRC:DatosPresentacion',
    leaf('sii:NIFPresentador', presenter),
    leaf('sii:TimestampPresentacion', formatSiiTimestamp(at)),
    leaf('sii:CSV', csv),
  );
}

function writeEntry(entry: BookEntry): string {
  const { id, lastNumber, presenter, presentedAt, changedAt, csv, status, code, text } = entry;
  const matching = matchingOf(entry);
  return branch(
    'siiLRRC:RegistroRespuestaConsultaLRFacturasEmitidas',
    branch('siiLRRC:IDFactura', writeBookId(id, lastNumber)),
    writeInvoiceData(entry),
    writePresentation(presenter, presentedAt, csv),
    branch(
      'siiLRRC:EstadoFactura',
      leaf('siiLRRC:EstadoCuadre', matching.state),
      leaf('siiLRRC:TimestampEstadoCuadre', formatSiiTimestamp(matching.at)),
      leaf('siiLRRC:TimestampUltimaModificacion', formatSiiTimestamp(changedAt)),
      leaf('siiLRRC:EstadoRegistro', status),
      leaf('siiLRRC:CodigoErrorRegistro', code),
      leaf('siiLRRC:DescripcionErrorRegistro', text),
    ),
    writeOther(matching),
  );
}

function writeOther({ other }: Matching): string {
  if (!other) return '';
  return branch(
    'siiLRRC:DatosDescuadreContraparte',
    ...MATCHED_SUMS.map((name) => leaf(`siiLRRC:${name}`, normalise(other[name]))),
  );
}

function normalise(amount: string | undefined): string | null {
  return amount === undefined ? null : normaliseDecimal(amount);
}
