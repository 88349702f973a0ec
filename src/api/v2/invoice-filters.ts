import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { InvoiceFilter } from '../reads/invoices/choose-index.ts';
import { describeBatchInvoiceFilters, readBatchInvoiceFilter } from '../batch-filters.ts';
import { readDate, readExactText, readInstant } from '../filters.ts';
import type { Query } from '../ids-and-pages.ts';

const { processing_status, verifactu_state } = describeBatchInvoiceFilters();

/** The filters of the list of invoices, for the documentation. */
export const InvoiceFilters = Type.Object({
  external_invoice_id: Type.Optional(
    Type.String({
      maxLength: MAX_LENGTHS.external_invoice_id,
      description: 'Only invoices with exactly this id of yours.',
    }),
  ),
  issuer_nif: Type.Optional(Type.String({ description: 'Only issued invoices of this issuer.' })),
  number_serie: Type.Optional(
    Type.String({ description: 'Only invoices with exactly this number, together with `issuer_nif`.' }),
  ),
  issue_date_from: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Only invoices issued on this day or later, together with `issuer_nif`.',
    }),
  ),
  issue_date_to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Only invoices issued on this day or earlier, together with `issuer_nif`.',
    }),
  ),
  processing_status,
  verifactu_state,
  recipient_document: Type.Optional(
    Type.String({
      description:
        'Only issued invoices with a recipient whose document has this number. Blanks, punctuation and case do not matter. Invoices that version 1.0.0 of the engine issued are found once the operator has indexed them.',
    }),
  ),
  updated_since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only invoices whose `updated_at` is this time or later.',
    }),
  ),
  metadata: Type.Optional(
    Type.Unsafe({
      type: 'object',
      additionalProperties: Type.String(),
      maxProperties: 1,
      style: 'deepObject',
      explode: true,
      description: 'Only invoices with this pair of metadata: `metadata[key]=value`.',
    }),
  ),
});

export type InvoiceFilterQuery = Query<Exclude<keyof typeof InvoiceFilters.properties, 'metadata'>>;

const METADATA = /^metadata\[(.+)\]$/s;

/**
 * Reads the filters of the list of invoices.
 * @throws 400 that names the wrong parameter.
 */
export function readInvoiceFilter(query: InvoiceFilterQuery): InvoiceFilter {
  return {
    ...readBatchInvoiceFilter(query),
    issuerNif: readExactText('issuer_nif', query.issuer_nif),
    numberSerie: readExactText('number_serie', query.number_serie),
    issueDateFrom: readDate('issue_date_from', query.issue_date_from),
    issueDateTo: readDate('issue_date_to', query.issue_date_to),
    recipientDocument: readExactText('recipient_document', query.recipient_document),
    metadata: readMetadata(query),
    updatedSince: readInstant('updated_since', query.updated_since),
  };
}

function readMetadata(query: object): InvoiceFilter['metadata'] {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const key = METADATA.exec(name)?.[1];
    return key === undefined ? [] : [{ name, key, value: value as unknown }];
  });
  const [pair, another] = pairs;
  if (pair === undefined) return null;
  if (another !== undefined) throw apiError('several_metadata', {});
  if (!pair.key.isWellFormed() || pair.key.includes('\0'))
    throw apiError('parameter_with_nul', { name: 'metadata' });
  return { key: pair.key, value: readExactText('metadata', pair.value)! };
}
