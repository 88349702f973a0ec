import { formatRecordDate } from './record-date.ts';
import { element, parent } from './xml.ts';

/** The last record of a chain: the invoice that it registers (or annuls) and its huella. */
export type ChainLink = {
  readonly issuerNif: string;
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly hash: string;
};

/** @param previous null in the first record of a chain. */
export function buildEncadenamiento(previous: ChainLink | null): string {
  if (previous === null) return parent('Encadenamiento', element('PrimerRegistro', 'S'));
  return parent(
    'Encadenamiento',
    parent('RegistroAnterior', buildIdFactura(previous), element('Huella', previous.hash)),
  );
}

/** The three elements that name an invoice wherever AEAT asks for one. */
export function buildIdFactura({ issuerNif, number, issueDate }: Omit<ChainLink, 'hash'>): string {
  return (
    element('IDEmisorFactura', issuerNif) +
    element('NumSerieFactura', number) +
    element('FechaExpedicionFactura', formatRecordDate(issueDate))
  );
}
