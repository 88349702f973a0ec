import type { SifRecord } from '../records/record.ts';
import type { StoredInvoice } from '../registry/registry.ts';
import { INFORMACION, RESPUESTA_SUMINISTRO } from '../xml/namespaces.ts';
import { wrapAnswer } from '../xml/write-envelope.ts';
import { branch, leaf } from '../xml/write-xml.ts';
import type { Header } from './read-header.ts';
import type { Remission, RemissionLine } from './remit.ts';
import { summariseStates } from './summarise-states.ts';

export type RemissionAnswer = {
  readonly remission: Remission;
  /** null if nothing was accepted. */
  readonly csv: string | null;
  /** null for the empty element that the schema allows. */
  readonly waitSeconds: number | null;
  /** The number of lines at the end that are omitted. */
  readonly withoutLast: number;
};

/** Writes RespuestaRegFactuSistemaFacturacion as AEAT does. */
export function writeRemissionAnswer({ remission, csv, waitSeconds, withoutLast }: RemissionAnswer): string {
  const { header, presenter, presentedAt, lines } = remission;
  const presentation =
    csv === null
      ? ''
      : leaf('tikR:CSV', csv) +
        branch(
          'tikR:DatosPresentacion',
          leaf('tik:NIFPresentador', presenter),
          leaf('tik:TimestampPresentacion', presentedAt),
        );
  const shown = lines.slice(0, Math.max(0, lines.length - withoutLast));
  return wrapAnswer(
    `<tikR:RespuestaRegFactuSistemaFacturacion xmlns:tikR="${RESPUESTA_SUMINISTRO}" xmlns:tik="${INFORMACION}">` +
      presentation +
      writeHeader(header) +
      leaf('tikR:TiempoEsperaEnvio', waitSeconds ?? '') +
      leaf('tikR:EstadoEnvio', summariseStates(lines)) +
      shown.map(writeLine).join('') +
      '</tikR:RespuestaRegFactuSistemaFacturacion>',
  );
}

function writeHeader({ obligado, representative, lastDayOfVerifactu, incident }: Header): string {
  const voluntary = leaf('tik:FechaFinVeriFactu', lastDayOfVerifactu) + leaf('tik:Incidencia', incident);
  return branch(
    'tikR:Cabecera',
    writePerson('tik:ObligadoEmision', obligado),
    representative ? writePerson('tik:Representante', representative) : '',
    voluntary === '' ? '' : branch('tik:RemisionVoluntaria', voluntary),
  );
}

function writePerson(name: string, person: Header['obligado']): string {
  return branch(name, leaf('tik:NombreRazon', person.name), leaf('tik:NIF', person.nif));
}

function writeLine({ record, state, objection, duplicate }: RemissionLine): string {
  return branch(
    'tikR:RespuestaLinea',
    branch(
      'tikR:IDFactura',
      leaf('tik:IDEmisorFactura', record.id.nif),
      leaf('tik:NumSerieFactura', record.id.number),
      leaf('tik:FechaExpedicionFactura', record.id.date),
    ),
    branch('tikR:Operacion', writeOperation(record).join('')),
    leaf('tikR:RefExterna', record.refExterna),
    leaf('tikR:EstadoRegistro', state),
    leaf('tikR:CodigoErrorRegistro', objection?.code ?? null),
    leaf('tikR:DescripcionErrorRegistro', objection?.text ?? null),
    duplicate ? writeDuplicate(duplicate) : '',
  );
}

function writeOperation(record: SifRecord): string[] {
  return [
    leaf('tik:TipoOperacion', record.kind),
    leaf('tik:Subsanacion', record.kind === 'Alta' ? record.subsanacion : null),
    leaf('tik:RechazoPrevio', record.rechazoPrevio),
    leaf('tik:SinRegistroPrevio', record.kind === 'Anulacion' ? record.sinRegistroPrevio : null),
  ];
}

function writeDuplicate({ idPeticion, isAnnulled, code, text }: StoredInvoice): string {
  const state = isAnnulled ? 'Anulada' : code === null ? 'Correcta' : 'AceptadaConErrores';
  return branch(
    'tikR:RegistroDuplicado',
    leaf('tik:IdPeticionRegistroDuplicado', idPeticion),
    leaf('tik:EstadoRegistroDuplicado', state),
    leaf('tik:CodigoErrorRegistro', code),
    leaf('tik:DescripcionErrorRegistro', text),
  );
}
