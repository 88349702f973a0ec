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
export async function readWholeInvoice(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<WholeInvoice | null> {
  const facts = await getInvoiceFacts(connection, organizationId, id);
  if (facts === null) return null;
  const [invoice, document, registration, pdf] = await Promise.all([
    getInvoice(connection, organizationId, id),
    facts.isIssued ? unlessArchived(readIssuedDocument(connection, organizationId, id)) : null,
    getRegistration(connection, organizationId, id),
    facts.isIssued ? unlessArchived(getPdf(connection, organizationId, id)) : undefined,
  ]);
  const connected = await findConnected(connection, organizationId, invoice!, document);
  return {
    ...invoice!,
    received_at: facts.receivedAt,
    issued_at: facts.issuedAt,
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
}

/** Finds the connected invoices of an issued invoice. The references of an archived document are unknown, except the one of its row. */
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
