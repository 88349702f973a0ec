import { readBodySlices } from '../../accept/statements/accept-statement.ts';
import { readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import { PERMITS } from '../../platform/admission/limits.ts';
import { createSemaphore } from '../../platform/admission/semaphore.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import type { InvoiceIdentity } from '../../domain/invoice/invoice-identity.ts';
import type { InvoiceView, WholeInvoice } from '../../contracts/v2/invoice-answers.ts';
import { readDocumentBlock } from '../reads/issued-document.ts';
import { getInvoiceFacts, listConnectedInvoices } from '../reads/invoice-facts.ts';
import { getInvoice } from '../reads/invoices/list-invoices.ts';
import { getPdf } from '../reads/pdf-state.ts';
import { getRegistration } from '../reads/registration.ts';
import { translateInvoice } from '../spanish/translate-answer.ts';
import type { MessageLanguage } from '../choose-language.ts';
import { joinForThread } from '../../platform/process/threads.ts';
import type { DocumentWriter } from '../writing/document-writer.ts';
import type { ViewedDocument } from '../writing/write-thread.ts';

/** Returns everything that is known about an invoice as the JSON of an answer, or null if the organization has none with this id. */
export type InvoiceReader = (
  organizationId: number,
  id: number,
  language: MessageLanguage,
) => Promise<string | null>;

/** The members that can be long. Threads write them. */
type Long = 'sent' | 'document' | 'tax_groups' | 'totals';

/** Creates the reader of whole invoices of a process. */
export function createInvoiceReader(connection: Connection, writer: DocumentWriter): InvoiceReader {
  const withPermit = createSemaphore(PERMITS.wholeInvoices);

  return async (organizationId, id, language) => {
    const facts = await getInvoiceFacts(connection, organizationId, id);
    if (facts === null) return null;
    const [invoice, long, registration, pdf] = await Promise.all([
      getInvoice(connection, organizationId, id),
      withPermit(organizationId, async () => ({
        sent: await readSent(connection, writer, organizationId, id),
        viewed: facts.isIssued
          ? await unlessArchived(viewStored(connection, writer, organizationId, id))
          : null,
      })),
      getRegistration(connection, organizationId, id),
      facts.isIssued ? unlessArchived(getPdf(connection, organizationId, id)) : undefined,
    ]);
    const { sent, viewed } = long;
    const connected = await findConnected(connection, organizationId, invoice!, viewed?.referenced ?? []);
    const whole: Omit<WholeInvoice, Long> & Readonly<Record<Long, null>> = {
      ...invoice!,
      received_at: facts.receivedAt,
      issued_at: facts.issuedAt,
      api_version: facts.version,
      sent: null,
      document: null,
      tax_groups: null,
      totals: null,
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
    const written: Readonly<Record<Long, string | undefined>> = {
      sent: sent ?? undefined,
      document: viewed?.document,
      tax_groups: viewed?.taxGroups,
      totals: viewed?.totals,
    };
    const members = Object.entries(language === 'es' ? translateInvoice(whole) : whole).map(
      ([name, value]) => `${JSON.stringify(name)}:${written[name as Long] ?? JSON.stringify(value)}`,
    );
    return `{"data":{${members.join(',')}}}`;
  };
}

/** Reads an invoice as it was sent; null if the body of its batch was erased. The body of an archived month stays in the database. */
async function readSent(
  connection: Connection,
  writer: DocumentWriter,
  organizationId: number,
  id: number,
): Promise<string | null> {
  const { batchId, position } = readBatchInvoiceId(id);
  const slices: Buffer[] = [];
  for await (const slice of readBodySlices(connection, organizationId, batchId)) slices.push(slice);
  return writer.viewSent(organizationId, joinForThread(slices), position);
}

async function viewStored(
  connection: Connection,
  writer: DocumentWriter,
  organizationId: number,
  id: number,
): Promise<ViewedDocument> {
  const block = await readDocumentBlock(connection, organizationId, id);
  const { position } = readBatchInvoiceId(id);
  const [viewed] = await writer.view({ organizationId, block, sources: [{ position, profile: null }] });
  return viewed!;
}

/**
 * Finds the connected invoices of an issued invoice.
 * @param referenced the invoices that its document names. Those of an archived document are unknown, except for the ones of its rows.
 */
async function findConnected(
  connection: Connection,
  organizationId: number,
  {
    id,
    issuer_nif: issuerNif,
    invoice_number: number,
    issue_date: issueDate,
  }: Pick<InvoiceView, 'id' | 'issuer_nif' | 'invoice_number' | 'issue_date'>,
  referenced: readonly InvoiceIdentity[],
): ReturnType<typeof listConnectedInvoices> {
  if (issuerNif === null || number === null || issueDate === null) return { rectifies: [], rectifiedBy: [] };
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
