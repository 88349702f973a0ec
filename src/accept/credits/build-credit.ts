import { ApiError, apiError } from '../../contracts/api-error.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { CreditInput } from '../../contracts/v2/credit-members.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { addGroups, type GroupTotals, readGroups } from '../../domain/invoice/credit/credit-groups.ts';
import { creditInvoice } from '../../domain/invoice/credit/credit-invoice.ts';
import { isCorrective } from '../../domain/invoice/invoice-type.ts';
import type { PrepareContext } from '../../domain/invoice/prepare-invoice.ts';
import { readIssuedDocument, readIssuedDocuments } from '../../platform/literals/issued-documents.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { refuseFindings } from '../refuse-findings.ts';
import {
  addSteps,
  findCredited,
  listCredits,
  listUncredited,
  MAX_CREDITS,
  type NewCredit,
} from './stored-credits.ts';

/** A request to credit an invoice. */
export type CreditOrder = {
  readonly organizationId: number;
  /** Id of the invoice that is credited. */
  readonly id: number;
  readonly request: CreditInput;
  readonly requestSha256: Buffer;
  /** What the rectification is prepared with. */
  readonly context: PrepareContext;
};

/** The most rectifications of one invoice that were not made as credits. All of them are read. */
const MAX_OTHERS = 100;

/**
 * Builds the rectification that a request orders, from the issued invoice and what was rectified of
 * it before.
 * @returns the invoice to accept, and the credit to store with it.
 * @throws ApiError if the invoice cannot be credited in this way; MonthArchivedError if its document
 *   is archived.
 */
export async function buildCredit(
  connection: Connection,
  order: CreditOrder,
): Promise<{ readonly input: InvoiceInput; readonly credit: NewCredit }> {
  const { organizationId, id, request, requestSha256, context } = order;
  const original = await readCreditable(connection, organizationId, id);
  const credits = await listCredits(connection, organizationId, id);
  const ordinal = (credits.at(-1)?.ordinal ?? 0) + 1;
  if (ordinal > MAX_CREDITS) throw apiError('many_credits', { most: MAX_CREDITS });
  const counted = credits.filter(({ counts }) => counts);
  const others = await readOthers(connection, organizationId, id, original);
  const groups = [...counted.map((credit) => credit.groups), ...others].reduce<GroupTotals>(
    addGroups,
    new Map(),
  );
  const credited = creditInvoice(original, id, request, { lines: addSteps(counted), groups }, context);
  if (credited.kind === 'refused') throw new ApiError(refuseFindings(credited.findings));
  const { input, steps, groups: own } = credited;
  return { input, credit: { originalId: id, ordinal, requestSha256, steps, groups: own } };
}

/** Reads the document of an invoice that is issued and not annulled. */
async function readCreditable(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<InvoiceDocument> {
  const found = await findCredited(connection, organizationId, id);
  if (found === null) throw apiError('unknown_invoice', {});
  if (!found.isIssued)
    throw found.processingError === null
      ? apiError('invoice_pending', {})
      : apiError('invoice_failed', { reason: found.processingError });
  if (found.isAnnulled) throw apiError('credited_annulled', {});
  return readIssuedDocument(connection, organizationId, id);
}

/**
 * Reads what rectifications change that were not made as credits. One that states several invoices
 * counts in full, because what it changes of each is not known.
 * @throws ApiError if an invoice replaces or substitutes the original: that one can be credited.
 */
async function readOthers(
  connection: Connection,
  organizationId: number,
  id: number,
  { issuer, number, issueDate }: InvoiceDocument,
): Promise<GroupTotals[]> {
  const identity = { issuerNif: issuer.nif, number, issueDate };
  const others = await listUncredited(connection, organizationId, id, identity, MAX_OTHERS + 1);
  const replacing = others.find(({ type }) => !isCorrective(type));
  if (replacing !== undefined) throw apiError('credited_replaced', nameOther(replacing));
  if (others.length > MAX_OTHERS) throw apiError('many_rectifications', { most: MAX_OTHERS });
  const documents = await readIssuedDocuments(
    connection,
    organizationId,
    others.map((other) => other.id),
  );
  return others.map((other) => {
    const { rectification, groups } = documents.get(other.id)!;
    if (rectification?.method === 'substitution') throw apiError('credited_substituted', nameOther(other));
    return readGroups(groups);
  });
}

function nameOther({ id, number }: { readonly id: number; readonly number: string }) {
  return { id, number };
}
