import type { Detalle, InvoiceId, Party, SifRecord } from '../../src/records/record.ts';
import { CONSULTA, INFORMACION, SOAP, SUMINISTRO } from '../../src/xml/namespaces.ts';

/** Writes an element of SuministroInformacion; nothing if the text is null. */
function leaf(name: string, text: string | null): string {
  if (text === null) return '';
  return `<i:${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</i:${name}>`;
}

function branch(name: string, ...children: string[]): string {
  return `<i:${name}>${children.join('')}</i:${name}>`;
}

function wrap(body: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${SOAP}" xmlns:l="${SUMINISTRO}" xmlns:c="${CONSULTA}" xmlns:i="${INFORMACION}">` +
    `<s:Header/><s:Body>${body}</s:Body></s:Envelope>`
  );
}

export type MessageHeader = { readonly nif: string; readonly name?: string; readonly hasIncident?: boolean };

/** Writes a remission of records. */
export function writeRemission(
  { nif, name = 'Emisor SL', hasIncident = false }: MessageHeader,
  records: readonly SifRecord[],
): string {
  const incident = hasIncident ? branch('RemisionVoluntaria', leaf('Incidencia', 'S')) : '';
  const header = branch('ObligadoEmision', leaf('NombreRazon', name), leaf('NIF', nif)) + incident;
  const body = records.map((record) => `<l:RegistroFactura>${writeRecord(record)}</l:RegistroFactura>`);
  return wrap(
    `<l:RegFactuSistemaFacturacion><l:Cabecera>${header}</l:Cabecera>${body.join('')}</l:RegFactuSistemaFacturacion>`,
  );
}

export type ConsultaInput = {
  readonly nif: string;
  readonly role?: 'ObligadoEmision' | 'Destinatario';
  /** `MM-YYYY` */
  readonly period: string;
  /** The elements of FiltroConsulta after the period, with the prefixes `c` and `i`. */
  readonly filter?: string;
  readonly extras?: string;
  readonly isRepresentative?: boolean;
};

export function writeConsulta({
  nif,
  role = 'ObligadoEmision',
  period,
  filter = '',
  extras = '',
  isRepresentative = false,
}: ConsultaInput): string {
  const [month = '', year = ''] = period.split('-');
  return wrap(
    '<c:ConsultaFactuSistemaFacturacion><c:Cabecera>' +
      leaf('IDVersion', '1.0') +
      branch(role, leaf('NombreRazon', 'Quien pregunta'), leaf('NIF', nif)) +
      leaf('IndicadorRepresentante', isRepresentative ? 'S' : null) +
      '</c:Cabecera><c:FiltroConsulta><c:PeriodoImputacion>' +
      leaf('Ejercicio', year) +
      leaf('Periodo', month) +
      `</c:PeriodoImputacion>${filter}</c:FiltroConsulta>` +
      (extras === '' ? '' : `<c:DatosAdicionalesRespuesta>${extras}</c:DatosAdicionalesRespuesta>`) +
      '</c:ConsultaFactuSistemaFacturacion>',
  );
}

export function writeInvoiceId({ nif, number, date }: InvoiceId, suffix = ''): string {
  return (
    leaf(`IDEmisorFactura${suffix}`, nif) +
    leaf(`NumSerieFactura${suffix}`, number) +
    leaf(`FechaExpedicionFactura${suffix}`, date)
  );
}

function writeRecord(record: SifRecord): string {
  return record.kind === 'Alta'
    ? branch('RegistroAlta', ...writeAlta(record), ...writeEnd(record))
    : branch('RegistroAnulacion', ...writeAnulacion(record), ...writeEnd(record));
}

function writeAlta(record: SifRecord & { kind: 'Alta' }): string[] {
  return [
    leaf('IDVersion', '1.0'),
    branch('IDFactura', writeInvoiceId(record.id)),
    leaf('RefExterna', record.refExterna),
    leaf('NombreRazonEmisor', record.issuerName),
    leaf('Subsanacion', record.subsanacion),
    leaf('RechazoPrevio', record.rechazoPrevio),
    leaf('TipoFactura', record.type),
    leaf('TipoRectificativa', record.rectification),
    writeInvoiceIds('FacturasRectificadas', 'IDFacturaRectificada', record.rectified),
    writeInvoiceIds('FacturasSustituidas', 'IDFacturaSustituida', record.substituted),
    record.rectifiedAmount
      ? branch(
          'ImporteRectificacion',
          leaf('BaseRectificada', record.rectifiedAmount.base),
          leaf('CuotaRectificada', record.rectifiedAmount.tax),
          leaf('CuotaRecargoRectificado', record.rectifiedAmount.surcharge),
        )
      : '',
    leaf('FechaOperacion', record.operationDate),
    leaf('DescripcionOperacion', record.description),
    leaf('FacturaSimplificadaArt7273', record.simplified7273),
    leaf('FacturaSinIdentifDestinatarioArt61d', record.unidentified61d),
    leaf('Macrodato', record.macrodato),
    leaf('EmitidaPorTerceroODestinatario', record.issuedBy),
    record.third ? branch('Tercero', writeParty(record.third)) : '',
    record.recipients
      ? branch(
          'Destinatarios',
          ...record.recipients.map((party) => branch('IDDestinatario', writeParty(party))),
        )
      : '',
    leaf('Cupon', record.coupon),
    branch('Desglose', ...record.lines.map(writeLine)),
    leaf('CuotaTotal', record.taxTotal),
    leaf('ImporteTotal', record.total),
  ];
}

function writeAnulacion(record: SifRecord & { kind: 'Anulacion' }): string[] {
  return [
    leaf('IDVersion', '1.0'),
    branch('IDFactura', writeInvoiceId(record.id, 'Anulada')),
    leaf('RefExterna', record.refExterna),
    leaf('SinRegistroPrevio', record.sinRegistroPrevio),
    leaf('RechazoPrevio', record.rechazoPrevio),
    leaf('GeneradoPor', record.generatedBy),
    record.generator ? branch('Generador', writeParty(record.generator)) : '',
  ];
}

function writeInvoiceIds(block: string, name: string, ids: readonly InvoiceId[] | null): string {
  return ids ? branch(block, ...ids.map((id) => branch(name, writeInvoiceId(id)))) : '';
}

function writeEnd(record: SifRecord): string[] {
  const { previous, sistema, generatedAt, huella } = record;
  return [
    branch(
      'Encadenamiento',
      previous
        ? branch('RegistroAnterior', writeInvoiceId(previous.id), leaf('Huella', previous.huella))
        : leaf('PrimerRegistro', 'S'),
    ),
    branch(
      'SistemaInformatico',
      writeParty(sistema.producer),
      leaf('NombreSistemaInformatico', sistema.name),
      leaf('IdSistemaInformatico', sistema.id),
      leaf('Version', sistema.version),
      leaf('NumeroInstalacion', sistema.installation),
      leaf('TipoUsoPosibleSoloVerifactu', sistema.onlyVerifactu),
      leaf('TipoUsoPosibleMultiOT', sistema.multiplePossible),
      leaf('IndicadorMultiplesOT', sistema.multiple),
    ),
    leaf('FechaHoraHusoGenRegistro', generatedAt),
    ...(record.kind === 'Alta'
      ? [
          leaf('NumRegistroAcuerdoFacturacion', record.agreement),
          leaf('IdAcuerdoSistemaInformatico', record.systemAgreement),
        ]
      : []),
    leaf('TipoHuella', '01'),
    leaf('Huella', huella),
  ];
}

function writeParty({ name, nif, other }: Party): string {
  const identification = other
    ? branch('IDOtro', leaf('CodigoPais', other.country), leaf('IDType', other.idType), leaf('ID', other.id))
    : leaf('NIF', nif);
  return leaf('NombreRazon', name) + identification;
}

function writeLine(line: Detalle): string {
  return branch(
    'DetalleDesglose',
    leaf('Impuesto', line.impuesto),
    leaf('ClaveRegimen', line.regimen),
    leaf('CalificacionOperacion', line.calificacion),
    leaf('OperacionExenta', line.exenta),
    leaf('TipoImpositivo', line.rate),
    leaf('BaseImponibleOimporteNoSujeto', line.base),
    leaf('BaseImponibleACoste', line.baseAtCost),
    leaf('CuotaRepercutida', line.tax),
    leaf('TipoRecargoEquivalencia', line.surchargeRate),
    leaf('CuotaRecargoEquivalencia', line.surcharge),
  );
}
