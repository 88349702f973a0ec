import type { StoredInvoice } from '../registry/registry.ts';
import { INFORMACION, RESPUESTA_CONSULTA } from '../xml/namespaces.ts';
import { wrapAnswer } from '../xml/write-envelope.ts';
import { branch, leaf } from '../xml/write-xml.ts';
import { latestRecord, type Page } from './find-invoices.ts';
import type { Consulta } from './read-consulta.ts';
import { writeRecordData } from './write-record-data.ts';

/** Writes RespuestaConsultaFactuSistemaFacturacion with the current state of each invoice. */
export function writeConsultaAnswer(query: Consulta, { invoices, hasMore }: Page): string {
  const last = invoices.at(-1);
  return wrapAnswer(
    `<tikLRRC:RespuestaConsultaFactuSistemaFacturacion xmlns:tik="${INFORMACION}" xmlns:tikLRRC="${RESPUESTA_CONSULTA}">` +
      writeHeader(query) +
      branch(
        'tikLRRC:PeriodoImputacion',
        leaf('tikLRRC:Ejercicio', query.year),
        leaf('tikLRRC:Periodo', query.month),
      ) +
      leaf('tikLRRC:IndicadorPaginacion', hasMore ? 'S' : 'N') +
      leaf('tikLRRC:ResultadoConsulta', invoices.length > 0 ? 'ConDatos' : 'SinDatos') +
      invoices.map((invoice) => writeInvoice(invoice, query)).join('') +
      (hasMore && last ? branch('tikLRRC:ClavePaginacion', writeId(last)) : '') +
      '</tikLRRC:RespuestaConsultaFactuSistemaFacturacion>',
  );
}

function writeHeader({ asker, isRepresentative }: Consulta): string {
  return branch(
    'tikLRRC:Cabecera',
    leaf('tik:IDVersion', '1.0'),
    branch(`tik:${asker.role}`, leaf('tik:NombreRazon', asker.name), leaf('tik:NIF', asker.nif)),
    leaf('tik:IndicadorRepresentante', isRepresentative ? 'S' : null),
  );
}

function writeInvoice(invoice: StoredInvoice, query: Consulta): string {
  const { presenter, presentedAt, idPeticion } = invoice;
  return branch(
    'tikLRRC:RegistroRespuestaConsultaFactuSistemaFacturacion',
    branch('tikLRRC:IDFactura', writeId(invoice)),
    writeRecordData(invoice, query),
    branch(
      'tikLRRC:DatosPresentacion',
      leaf('tik:NIFPresentador', presenter),
      leaf('tik:TimestampPresentacion', presentedAt),
      leaf('tik:IdPeticion', idPeticion),
    ),
    branch(
      'tikLRRC:EstadoRegistro',
      leaf('tikLRRC:TimestampUltimaModificacion', presentedAt),
      leaf('tikLRRC:EstadoRegistro', nameState(invoice)),
      leaf('tikLRRC:CodigoErrorRegistro', invoice.code),
      leaf('tikLRRC:DescripcionErrorRegistro', invoice.text),
    ),
  );
}

function nameState({ isAnnulled, code }: StoredInvoice): string {
  if (isAnnulled) return 'Anulado';
  return code === null ? 'Correcto' : 'AceptadoConErrores';
}

function writeId(invoice: StoredInvoice): string {
  const { nif, number, date } = latestRecord(invoice).id;
  return (
    leaf('tik:IDEmisorFactura', nif) +
    leaf('tik:NumSerieFactura', number) +
    leaf('tik:FechaExpedicionFactura', date)
  );
}
