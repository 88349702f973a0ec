import { readFileSync } from 'node:fs';
import { INFORMACION, RESPUESTA_CONSULTA, RESPUESTA_SUMINISTRO, SOAP } from 'verifactu-protocol/records/xml';
import type { Pkcs12 } from 'verifactu-protocol/client/certificate';

/** Wraps a body in a SOAP 1.1 envelope with the given namespace prefix. */
export function wrapInEnvelope(body: string, prefix = 'env'): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><${prefix}:Envelope xmlns:${prefix}="${SOAP}">` +
    `<${prefix}:Header/><${prefix}:Body Id="Body">${body}</${prefix}:Body></${prefix}:Envelope>`
  );
}

export type LineInput = {
  readonly number?: string;
  readonly date?: string;
  readonly operation?: string;
  readonly reference?: string | null;
  readonly state?: string;
  /** XML after EstadoRegistro. */
  readonly rest?: string;
};

export function writeLine(input: LineInput = {}): string {
  const { number = 'A/1', date = '20-11-2026', operation = 'Alta', reference = '1', rest = '' } = input;
  return (
    `<R:RespuestaLinea><R:IDFactura><i:IDEmisorFactura>B12345674</i:IDEmisorFactura>` +
    `<i:NumSerieFactura>${number}</i:NumSerieFactura>` +
    `<i:FechaExpedicionFactura>${date}</i:FechaExpedicionFactura></R:IDFactura>` +
    `<R:Operacion><i:TipoOperacion>${operation}</i:TipoOperacion></R:Operacion>` +
    (reference === null ? '' : `<R:RefExterna>${reference}</R:RefExterna>`) +
    `<R:EstadoRegistro>${input.state ?? 'Correcto'}</R:EstadoRegistro>${rest}</R:RespuestaLinea>`
  );
}

/** Builds AEAT's answer to a submission from its lines. */
export function writeAnswer(lines: readonly string[], { wait = '60' } = {}): string {
  return wrapInEnvelope(
    `<R:RespuestaRegFactuSistemaFacturacion xmlns:R="${RESPUESTA_SUMINISTRO}" xmlns:i="${INFORMACION}">` +
      '<R:CSV>A-TEST000000001</R:CSV><R:DatosPresentacion><i:NIFPresentador>B12345674</i:NIFPresentador>' +
      '<i:TimestampPresentacion>2026-11-20T10:15:31+01:00</i:TimestampPresentacion></R:DatosPresentacion>' +
      '<R:Cabecera><i:ObligadoEmision><i:NombreRazon>Cañas</i:NombreRazon><i:NIF>B12345674</i:NIF></i:ObligadoEmision></R:Cabecera>' +
      `<R:TiempoEsperaEnvio>${wait}</R:TiempoEsperaEnvio><R:EstadoEnvio>Correcto</R:EstadoEnvio>` +
      `${lines.join('')}</R:RespuestaRegFactuSistemaFacturacion>`,
  );
}

/** Builds AEAT's answer to a query from its records; `next` is XML after them. */
export function writeConsultaAnswer(records: string, { hasMore = false, next = '' } = {}): string {
  return wrapInEnvelope(
    `<C:RespuestaConsultaFactuSistemaFacturacion xmlns:C="${RESPUESTA_CONSULTA}" xmlns:i="${INFORMACION}">` +
      '<C:Cabecera><i:IDVersion>1.0</i:IDVersion></C:Cabecera>' +
      `<C:IndicadorPaginacion>${hasMore ? 'S' : 'N'}</C:IndicadorPaginacion>` +
      `<C:ResultadoConsulta>${records === '' ? 'SinDatos' : 'ConDatos'}</C:ResultadoConsulta>` +
      `${records}${next}</C:RespuestaConsultaFactuSistemaFacturacion>`,
  );
}

export function writeFault(code: string, text: string): string {
  return wrapInEnvelope(
    `<env:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring></env:Fault>`,
  );
}

/** Reads a certificate that `fixtures/generate.sh` created. */
export function readTestCertificate(name: string): Pkcs12 {
  return {
    pkcs12: readFileSync(new URL(`../fixtures/test-only-${name}.p12`, import.meta.url)),
    passphrase: 'test-only',
  };
}

export function readTestAuthority(): string {
  return readFileSync(new URL('../fixtures/test-only-authority.pem', import.meta.url), 'utf8');
}
