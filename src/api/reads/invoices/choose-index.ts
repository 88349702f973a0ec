import type { ShownSpfeState } from '../../../contracts/spfe.ts';

/**
 * Criteria for invoices; null matches any value. Criteria that a release added are absent instead,
 * so that the cursors of the release before remain valid.
 */
export type InvoiceFilter = {
  readonly processingStatus: string | null;
  readonly verifactuState: string | null;
  readonly externalInvoiceId: string | null;
  readonly issuerNif: string | null;
  readonly numberSerie: string | null;
  /** Bounds of the issue date, YYYY-MM-DD, both inclusive. */
  readonly issueDateFrom: string | null;
  readonly issueDateTo: string | null;
  readonly recipientDocument: string | null;
  /** One pair of metadata. */
  readonly metadata: { readonly key: string; readonly value: string } | null;
  readonly updatedSince: Date | null;
  readonly invoiceType?: string;
  /** Whether the invoice is annulled; an invoice that is not issued is neither. */
  readonly annulled?: boolean;
  /** Bounds of the total in euros, both inclusive. */
  readonly totalFrom?: string;
  readonly totalTo?: string;
  readonly register?: string;
  readonly siiState?: string;
  readonly siiMatching?: string;
  readonly spfeState?: ShownSpfeState;
  readonly isSpfeOverdue?: true;
};

/** What the index that answers a combination of filters is ordered by. */
export type InvoiceIndex =
  | 'externalId'
  | 'number'
  | 'recipient'
  | 'metadata'
  | 'failed'
  | 'unprocessed'
  | 'answered'
  | 'unanswered'
  | 'siiState'
  | 'spfeState'
  | 'updated'
  | 'issuer'
  | 'newest';

/**
 * Chooses the index that answers a combination of filters: the one with the fewest candidates. The
 * other filters are checked on the candidates (ops/adr/0057).
 * @returns null if no index answers the combination: a number or an issue date without the NIF of
 *   the issuer and without a filter that finds few invoices.
 */
export function chooseIndex(filter: InvoiceFilter): InvoiceIndex | null {
  const {
    processingStatus,
    verifactuState,
    issuerNif,
    numberSerie,
    issueDateFrom,
    issueDateTo,
    siiState,
    spfeState,
  } = filter;
  if (filter.externalInvoiceId !== null) return 'externalId';
  if (issuerNif !== null && numberSerie !== null) return 'number';
  if (filter.recipientDocument !== null) return 'recipient';
  if (filter.metadata !== null) return 'metadata';
  if (numberSerie !== null) return null;
  if (issuerNif === null && (issueDateFrom !== null || issueDateTo !== null)) return null;
  if (processingStatus === 'failed') return 'failed';
  if (processingStatus === 'pending' || processingStatus === 'processing') return 'unprocessed';
  if (verifactuState === 'rejected' || verifactuState === 'accepted_with_errors') return 'answered';
  if (verifactuState === 'remission') return 'unanswered';
  if (siiState !== undefined && siiState !== 'accepted') return 'siiState';
  if (filter.isSpfeOverdue === true || (spfeState !== undefined && spfeState !== 'admitted'))
    return 'spfeState';
  if (issueDateFrom !== null || issueDateTo !== null) return 'issuer';
  if (filter.updatedSince !== null) return 'updated';
  return issuerNif === null ? 'newest' : 'issuer';
}
