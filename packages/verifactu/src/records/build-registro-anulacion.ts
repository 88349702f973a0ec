import { buildEncadenamiento, type ChainLink, element, formatRecordDate, parent } from './xml.ts';
import { hashAnulacion } from './hash-record.ts';
import { buildSistemaInformatico, type SistemaInformatico } from './sistema-informatico.ts';

export type RegistroAnulacionInput = {
  readonly issuerNif: string;
  /** The annulled invoice. */
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly externalReference: string;
  readonly system: SistemaInformatico;
  readonly previous: ChainLink | null;
  readonly generatedAt: string;
  /** SinRegistroPrevio: AEAT has no alta of the invoice, because it was rejected. */
  readonly withoutPriorRecord?: boolean;
  /** RechazoPrevio: an earlier anulación of the invoice was rejected. */
  readonly afterRejection?: boolean;
};

/**
 * Builds the registro de facturación de anulación of an invoice, annulled by its issuer.
 * @returns one RegistroAnulacion element with prefix `si`, undeclared, and the huella over the
 *   literals in it.
 */
export function buildRegistroAnulacion(input: RegistroAnulacionInput): { xml: string; hash: string } {
  const { issuerNif, number, previous, generatedAt } = input;
  const issueDate = formatRecordDate(input.issueDate);
  const hash = hashAnulacion({
    issuerNif,
    number,
    issueDate,
    previousHash: previous?.hash ?? '',
    generatedAt,
  });
  const xml = parent(
    'RegistroAnulacion',
    element('IDVersion', '1.0'),
    parent(
      'IDFactura',
      element('IDEmisorFacturaAnulada', issuerNif),
      element('NumSerieFacturaAnulada', number),
      element('FechaExpedicionFacturaAnulada', issueDate),
    ),
    element('RefExterna', input.externalReference),
    input.withoutPriorRecord ? element('SinRegistroPrevio', 'S') : '',
    input.afterRejection ? element('RechazoPrevio', 'S') : '',
    buildEncadenamiento(previous),
    buildSistemaInformatico(input.system),
    element('FechaHoraHusoGenRegistro', generatedAt),
    element('TipoHuella', '01'),
    element('Huella', hash),
  );
  return { xml, hash };
}
