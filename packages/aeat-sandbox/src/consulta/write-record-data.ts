import { normaliseTimestamp } from '../records/calendar.ts';
import { normaliseDecimal } from '../records/decimal.ts';
import type { Alta, Detalle, InvoiceId, Party, SifRecord } from '../records/record.ts';
import type { StoredInvoice } from '../registry/registry.ts';
import { branch, leaf } from '../xml/write-xml.ts';
import { latestRecord } from './find-invoices.ts';
import type { Consulta } from './read-consulta.ts';

/**
 * Writes DatosRegistroFacturacion: amounts without trailing zeros, timestamps in UTC, the huella as
 * it was sent. For an annulled invoice the business data come from the alta; link, timestamp and
 * huella come from the annulment.
 */
export function writeRecordData(invoice: StoredInvoice, query: Consulta): string {
  const { alta, annulment, hasIncident } = invoice;
  const latest = latestRecord(invoice);
  return branch(
    'tikLRRC:DatosRegistroFacturacion',
    leaf('tikLRRC:NombreRazonEmisor', query.showIssuerName ? (alta?.issuerName ?? null) : null),
    leaf('tikLRRC:RefExterna', latest.refExterna),
    leaf('tikLRRC:Subsanacion', latest.kind === 'Alta' ? latest.subsanacion : null),
    leaf('tikLRRC:RechazoPrevio', latest.rechazoPrevio),
    leaf('tikLRRC:SinRegistroPrevio', annulment?.sinRegistroPrevio ?? null),
    leaf('tikLRRC:GeneradoPor', annulment?.generatedBy ?? null),
    annulment?.generator ? writeParty('tikLRRC:Generador', annulment.generator) : '',
    alta ? writeAlta(alta) : '',
    writeLink(latest),
    query.showSistema ? writeSistema(latest) : '',
    leaf('tikLRRC:FechaHoraHusoGenRegistro', normaliseTimestamp(latest.generatedAt)),
    leaf('tikLRRC:NumRegistroAcuerdoFacturacion', alta?.agreement ?? null),
    leaf('tikLRRC:IdAcuerdoSistemaInformatico', alta?.systemAgreement ?? null),
    leaf('tikLRRC:TipoHuella', '01'),
    leaf('tikLRRC:Huella', latest.huella),
    leaf('tikLRRC:Incidencia', hasIncident ? 'S' : null),
  );
}

function writeAlta(alta: Alta): string {
  return [
    leaf('tikLRRC:TipoFactura', alta.type),
    leaf('tikLRRC:TipoRectificativa', alta.rectification),
    writeInvoiceIds('FacturasRectificadas', 'IDFacturaRectificada', alta.rectified),
    writeInvoiceIds('FacturasSustituidas', 'IDFacturaSustituida', alta.substituted),
    writeRectifiedAmount(alta.rectifiedAmount),
    leaf('tikLRRC:FechaOperacion', alta.operationDate),
    leaf('tikLRRC:DescripcionOperacion', alta.description),
    leaf('tikLRRC:FacturaSimplificadaArt7273', alta.simplified7273),
    leaf('tikLRRC:FacturaSinIdentifDestinatarioArt61d', alta.unidentified61d),
    leaf('tikLRRC:Macrodato', alta.macrodato),
    leaf('tikLRRC:EmitidaPorTerceroODestinatario', alta.issuedBy),
    alta.third ? writeParty('tikLRRC:Tercero', alta.third) : '',
    alta.recipients
      ? branch(
          'tikLRRC:Destinatarios',
          alta.recipients.map((party) => writeParty('tikLRRC:IDDestinatario', party)).join(''),
        )
      : '',
    leaf('tikLRRC:Cupon', alta.coupon),
    branch('tikLRRC:Desglose', alta.lines.map(writeDetalle).join('')),
    leaf('tikLRRC:CuotaTotal', normaliseDecimal(alta.taxTotal)),
    leaf('tikLRRC:ImporteTotal', normaliseDecimal(alta.total)),
  ].join('');
}

function writeRectifiedAmount(amount: Alta['rectifiedAmount']): string {
  if (!amount) return '';
  return branch(
    'tikLRRC:ImporteRectificacion',
    leaf('tik:BaseRectificada', normaliseDecimal(amount.base)),
    leaf('tik:CuotaRectificada', normaliseDecimal(amount.tax)),
    writeDecimal('CuotaRecargoRectificado', amount.surcharge),
  );
}

function writeDetalle(line: Detalle): string {
  return branch(
    'tik:DetalleDesglose',
    leaf('tik:Impuesto', line.impuesto),
    leaf('tik:ClaveRegimen', line.regimen),
    leaf('tik:CalificacionOperacion', line.calificacion),
    leaf('tik:OperacionExenta', line.exenta),
    writeDecimal('TipoImpositivo', line.rate),
    writeDecimal('BaseImponibleOimporteNoSujeto', line.base),
    writeDecimal('BaseImponibleACoste', line.baseAtCost),
    writeDecimal('CuotaRepercutida', line.tax),
    writeDecimal('TipoRecargoEquivalencia', line.surchargeRate),
    writeDecimal('CuotaRecargoEquivalencia', line.surcharge),
  );
}

function writeLink({ previous }: SifRecord): string {
  return branch(
    'tikLRRC:Encadenamiento',
    previous
      ? branch('tikLRRC:RegistroAnterior', writeId(previous.id), leaf('tik:Huella', previous.huella))
      : leaf('tikLRRC:PrimerRegistro', 'S'),
  );
}

function writeSistema({ sistema }: SifRecord): string {
  return branch(
    'tikLRRC:SistemaInformatico',
    leaf('tik:NombreRazon', sistema.producer.name),
    writeIdentification(sistema.producer),
    leaf('tik:NombreSistemaInformatico', sistema.name),
    leaf('tik:IdSistemaInformatico', sistema.id),
    leaf('tik:Version', sistema.version),
    leaf('tik:NumeroInstalacion', sistema.installation),
    leaf('tik:TipoUsoPosibleSoloVerifactu', sistema.onlyVerifactu),
    leaf('tik:TipoUsoPosibleMultiOT', sistema.multiplePossible),
    leaf('tik:IndicadorMultiplesOT', sistema.multiple),
  );
}

function writeInvoiceIds(block: string, name: string, ids: readonly InvoiceId[] | null): string {
  if (!ids) return '';
  return branch(`tikLRRC:${block}`, ids.map((id) => branch(`tikLRRC:${name}`, writeId(id))).join(''));
}

function writeId({ nif, number, date }: InvoiceId): string {
  return (
    leaf('tik:IDEmisorFactura', nif) +
    leaf('tik:NumSerieFactura', number) +
    leaf('tik:FechaExpedicionFactura', date)
  );
}

function writeParty(name: string, party: Party): string {
  return branch(name, leaf('tik:NombreRazon', party.name), writeIdentification(party));
}

function writeIdentification({ nif, other }: Party): string {
  if (!other) return leaf('tik:NIF', nif);
  return branch(
    'tik:IDOtro',
    leaf('tik:CodigoPais', other.country),
    leaf('tik:IDType', other.idType),
    leaf('tik:ID', other.id),
  );
}

function writeDecimal(name: string, literal: string | null): string {
  return leaf(`tik:${name}`, literal === null ? null : normaliseDecimal(literal));
}
