import { findChild, findText, type XmlElement } from '../../xml/element.ts';
import { branch, leaf } from '../../xml/write-xml.ts';
import { writeBookId, writeSiiHeader } from '../exchange/write-answer.ts';
import { readBookId } from '../records/read-invoice.ts';
import { type QueryInput, writePresentation, writeQueryAnswer } from './answer-invoice-query.ts';
import { writePaymentData } from './write-invoice-data.ts';

/**
 * Answers ConsultaCobros with the payments of an invoice. The key of a page is the position of its
 * last payment.
 */
export function answerPaymentQuery(body: XmlElement, { header, book, pageSize }: QueryInput): string {
  const filter = findChild(body, 'FiltroConsultaCobros')!;
  const id = readBookId(filter);
  const from = Number(findText(filter, 'ClavePaginacion') ?? 0);
  const all = id.nif === header.nif ? (book.find(id)?.payments ?? []) : [];
  const payments = all.slice(from, from + pageSize);
  const next = from + payments.length;
  return writeQueryAnswer('RespuestaConsultaCobros', [
    branch('sii:Cabecera', writeSiiHeader(header)),
    branch('siiLRRC:IDFactura', writeBookId(id)),
    leaf('siiLRRC:IndicadorPaginacion', next < all.length ? 'S' : 'N'),
    leaf('siiLRRC:ResultadoConsulta', payments.length > 0 ? 'ConDatos' : 'SinDatos'),
    ...payments.map(({ content, presenter, at, csv }) =>
      branch(
        'siiLRRC:RegistroRespuestaConsultaCobros',
        writePaymentData(content),
        writePresentation(presenter, at, csv),
      ),
    ),
    leaf('siiLRRC:ClavePaginacion', next < all.length ? next : null),
  ]);
}
