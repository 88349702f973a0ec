import { findSentInvoice } from '../../accept/find-sent-invoice.ts';
import { readBodySlices } from '../../accept/statements/accept-statement.ts';
import { readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import { PERMITS } from '../../platform/admission/limits.ts';
import { createSemaphore } from '../../platform/admission/semaphore.ts';
import { decompressInPieces } from '../../platform/literals/stored-body.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceView, WholeInvoice } from '../../contracts/v2/invoice-answers.ts';
import { viewTaxGroups, viewTotals } from '../../contracts/v2/amounts.ts';
import { readIssuedDocument } from '../reads/issued-document.ts';
import { getInvoiceFacts, listConnectedInvoices } from '../reads/invoice-facts.ts';
import { getInvoice } from '../reads/invoices/list-invoices.ts';
import { getPdf } from '../reads/pdf-state.ts';
import { getRegistration } from '../reads/registration.ts';
import { viewDocument } from './view-document.ts';

/** Returns everything that is known about an invoice, or null if the organization has none with this id. */
export type InvoiceReader = (organizationId: number, id: number) => Promise<WholeInvoice | null>;

/** Creates the reader of whole invoices of a process. */
export function createInvoiceReader(connection: Connection): InvoiceReader {
  const withPermit = createSemaphore(PERMITS.sentInvoices);

  return async (organizationId, id) => {
    const facts = await getInvoiceFacts(connection, organizationId, id);
    if (facts === null) return null;
    const [invoice, sent, document, registration, pdf] = await Promise.all([
      getInvoice(connection, organizationId, id),
      withPermit(organizationId, () => readSentInvoice(connection, organizationId, id)),
      facts.isIssued ? unlessArchived(readIssuedDocument(connection, organizationId, id)) : null,
      getRegistration(connection, organizationId, id),
      facts.isIssued ? unlessArchived(getPdf(connection, organizationId, id)) : undefined,
    ]);
    const connected = await findConnected(connection, organizationId, invoice!, document);
    return {
      ...invoice!,
      received_at: facts.receivedAt,
      issued_at: facts.issuedAt,
      api_version: facts.version,
      sent,
      document: document === null ? null : viewDocument(document),
      tax_groups: document === null ? null : viewTaxGroups(document),
      totals: document === null ? null : viewTotals(document),
      registration: facts.isIssued
        ? { qr_url: registration!.qrUrl, records: [...registration!.records] }
        : null,
      pdf: { state: describePdf(pdf, facts.pdfsOnDemand) },
      warnings: [...(facts.warnings ?? [])],
      rectifies: connected.rectifies,
      rectified_by: connected.rectifiedBy,
      annulment:
        facts.annulledAt === null ? null : { annulled_at: facts.annulledAt, reason: facts.annulmentReason! },
    };
  };
}

/** Reads an invoice as it was sent; null if the body of its batch was erased. The body of an archived month stays in the database. */
function readSentInvoice(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<WholeInvoice['sent']> {
  const { batchId, position } = readBatchInvoiceId(id);
  const slices = readBodySlices(connection, organizationId, batchId);
  return findSentInvoice(decompressInPieces(slices), position);
}

/** Finds the connected invoices of an issued invoice. The references of an archived document are unknown, except those of its rows. */
async function findConnected(
  connection: Connection,
  organizationId: number,
  { id, issuer_nif: issuerNif, invoice_number: number, issue_date: issueDate }: InvoiceView,
  document: InvoiceDocument | null,
): ReturnType<typeof listConnectedInvoices> {
  if (issuerNif === null || number === null || issueDate === null) return { rectifies: [], rectifiedBy: [] };
  const referenced = [...(document?.rectification?.invoices ?? []), ...(document?.replaces ?? [])];
  return listConnectedInvoices(connection, organizationId, id, { issuerNif, number, issueDate }, referenced);
}

/** Returns null for data of an archived month. */
function unlessArchived<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof MonthArchivedError) return null;
    throw error;
  });
}

/** @param pdf undefined if the invoice is not issued, null if its month is archived. */
function describePdf(
  pdf: Awaited<ReturnType<typeof getPdf>> | undefined,
  isOnDemand: boolean,
): WholeInvoice['pdf']['state'] {
  if (pdf === undefined) return 'not_issued';
  if (pdf === null) return 'archived';
  if (pdf.sha256 !== null) return 'ready';
  return isOnDemand ? 'on_demand' : 'pending';
}
