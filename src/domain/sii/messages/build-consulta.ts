import { formatRecordDate } from 'verifactu-protocol/records/xml';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { leaf, of, parent, type Part } from '../../xml/parts.ts';
import type { BookPeriod } from '../entry.ts';
import { type Holder, wrap, writeHeader } from './build-message.ts';
import { CONSULTA_LR } from './namespaces.ts';

/** A query of the book of issued invoices that AEAT keeps for an issuer. */
export type ConsultaInput = BookPeriod & {
  readonly issuer: Holder;
  readonly number?: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate?: string;
  /** EstadoCuadre: only invoices in this state of the comparison with their recipients' books. */
  readonly matchingState?: '1' | '2' | '3' | '4' | '5';
  /** `nextPage` of the previous answer. */
  readonly page?: InvoiceIdentity;
};

const FILTER: Part<ConsultaInput> = parent(
  'siiLRC:FiltroConsulta',
  parent(
    'sii:PeriodoLiquidacion',
    leaf('sii:Ejercicio', ({ fiscalYear }) => String(fiscalYear)),
    leaf('sii:Periodo', ({ period }) => period),
  ),
  parent(
    'siiLRC:IDFactura',
    leaf('sii:NumSerieFacturaEmisor', ({ number }) => number),
    leaf('sii:FechaExpedicionFacturaEmisor', ({ issueDate }) => issueDate && formatRecordDate(issueDate)),
  ),
  leaf('siiLRC:EstadoCuadre', ({ matchingState }) => matchingState),
  of(
    ({ page }) => page,
    parent(
      'siiLRC:ClavePaginacion',
      parent(
        'sii:IDEmisorFactura',
        leaf('sii:NIF', ({ issuerNif }) => issuerNif),
      ),
      leaf('sii:NumSerieFacturaEmisor', ({ number }) => number),
      leaf('sii:FechaExpedicionFacturaEmisor', ({ issueDate }) => formatRecordDate(issueDate)),
    ),
  ),
);

/** A query of the collections of an invoice that AEAT has. */
export type CollectionsQuery = InvoiceIdentity & {
  readonly issuer: Holder;
  /** `nextPage` of the previous answer. */
  readonly page?: string;
};

const COLLECTIONS_FILTER: Part<CollectionsQuery> = parent(
  'siiLRC:FiltroConsultaCobros',
  parent(
    'siiLRC:IDFactura',
    parent(
      'sii:IDEmisorFactura',
      leaf('sii:NIF', ({ issuerNif }) => issuerNif),
    ),
    leaf('sii:NumSerieFacturaEmisor', ({ number }) => number),
    leaf('sii:FechaExpedicionFacturaEmisor', ({ issueDate }) => formatRecordDate(issueDate)),
  ),
  leaf('siiLRC:ClavePaginacion', ({ page }) => page),
);

/** Builds the SOAP 1.1 message ConsultaCobros. */
export function buildCollectionsQuery(input: CollectionsQuery): string {
  const root = 'siiLRC:ConsultaCobros';
  const content = `<${root}>${writeHeader(input.issuer, null)}${COLLECTIONS_FILTER(input, 'EUR')}</${root}>`;
  return wrap({ siiLRC: CONSULTA_LR }, content);
}

/** Builds the SOAP 1.1 message ConsultaLRFacturasEmitidas. */
export function buildConsulta(input: ConsultaInput): string {
  const root = 'siiLRC:ConsultaLRFacturasEmitidas';
  const content = `<${root}>${writeHeader(input.issuer, null)}${FILTER(input, 'EUR')}</${root}>`;
  return wrap({ siiLRC: CONSULTA_LR }, content);
}
