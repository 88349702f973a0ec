import { readBodySlices } from '../../accept/statements/accept-statement.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import { PERMITS } from '../../platform/admission/limits.ts';
import { createSemaphore } from '../../platform/admission/semaphore.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { InvoiceView, WholeInvoice } from '../../contracts/v2/invoice-answers.ts';
import { readDocumentBlock } from '../../platform/literals/issued-documents.ts';
import { getInvoiceFacts, listConnectedInvoices } from '../reads/invoice-facts.ts';
import { getInvoice } from '../reads/invoices/list-invoices.ts';
import { getPdf } from '../../deliver/reads/pdf-state.ts';
import { getRegistration } from '../reads/registration.ts';
import type { MessageLanguage } from '../../contracts/messages/texts.ts';
import { joinForThread } from '../../platform/process/threads.ts';
import type { DocumentWriter } from '../../deliver/writing/document-writer.ts';
import { pickMembers, type Selection } from '../../domain/reading/selection.ts';
import type { OfDocument, ViewedDocument, ViewedMembers } from '../../deliver/writing/write-thread.ts';
import { readDelivery } from '../../spfe/read-delivery.ts';
import { hasSpfeTransport } from '../../platform/config/spfe-settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { writeErrors } from '../reads/invoices/spanish-errors.ts';

/**
 * Returns what is known about an invoice as the JSON of an answer, with the selected members, all
 * if the selection is null; null if the organization has no invoice with this id.
 */
export type InvoiceReader = (
  organizationId: number,
  id: number,
  language: MessageLanguage,
  selection?: Selection | null,
) => Promise<string | null>;

/** The members that threads write, because they can be long. */
type Written = 'sent' | OfDocument;
const OF_DOCUMENT: readonly OfDocument[] = [
  'document',
  'tax_groups',
  'recipient',
  'recipients_count',
  'totals',
];

/** Creates the reader of whole invoices of a process. What is not selected is not read. */
export function createInvoiceReader({
  pool: connection,
  writer,
  environment,
}: Pick<Dependencies, 'pool' | 'writer' | 'environment'>): InvoiceReader {
  const hasTransport = hasSpfeTransport(environment);
  const withPermit = createSemaphore(PERMITS.wholeInvoices);

  return async (organizationId, id, language, selection = null) => {
    const facts = await getInvoiceFacts(connection, organizationId, id);
    if (facts === null) return null;
    const wants = (...members: (keyof WholeInvoice)[]) =>
      selection === null || members.some((member) => Object.hasOwn(selection, member));
    const viewed = Object.fromEntries(
      OF_DOCUMENT.filter((member) => wants(member)).map((member) => [member, selection?.[member] ?? true]),
    );
    const isDocumentRead = facts.isIssued && wants(...OF_DOCUMENT, 'rectifies');
    const [invoice, long, registration, pdf, spfe] = await Promise.all([
      getInvoice(connection, organizationId, id),
      withPermit(organizationId, async () => ({
        sent: wants('sent') ? await readSent(connection, writer, organizationId, id) : null,
        viewed: isDocumentRead
          ? await unlessArchived(viewStored(connection, writer, organizationId, id, viewed))
          : null,
      })),
      wants('registration') ? getRegistration(connection, organizationId, id) : null,
      facts.isIssued && wants('pdf') ? unlessArchived(getPdf(connection, organizationId, id)) : undefined,
      facts.isIssued && wants('spfe', 'spfe_state')
        ? readDelivery(connection, organizationId, id, hasTransport, language)
        : null,
    ]);
    const writeError = await writeErrors(connection, organizationId, [invoice!], language);
    const connected = wants('rectifies', 'rectified_by')
      ? await findConnected(connection, organizationId, invoice!, long.viewed?.referenced ?? [])
      : NOT_CONNECTED;
    const whole: Omit<WholeInvoice, Written> & Readonly<Record<Written, null>> = {
      ...writeError(invoice!),
      rectified_by: connected.rectifiedBy,
      received_at: facts.receivedAt,
      issued_at: facts.issuedAt,
      api_version: facts.version,
      sent: null,
      document: null,
      recipient: null,
      recipients_count: null,
      tax_groups: null,
      totals: null,
      registration:
        facts.isIssued && registration !== null
          ? { qr_url: registration.qrUrl, records: [...registration.records] }
          : null,
      pdf: { state: describePdf(pdf, facts.pdfsOnDemand) },
      warnings: (facts.warnings ?? []).map(({ message_es: spanish, ...warning }) =>
        language === 'es' && spanish !== undefined ? { ...warning, message: spanish } : warning,
      ),
      spfe,
      spfe_state: spfe?.state ?? null,
      rectifies: connected.rectifies,
      annulment:
        facts.annulledAt === null ? null : { annulled_at: facts.annulledAt, reason: facts.annulmentReason! },
    };
    const written: Readonly<Partial<Record<string, string>>> = {
      ...(long.sent !== null && { sent: long.sent }),
      ...long.viewed?.members,
    };
    const shown = selection === null ? whole : (pickMembers(whole, selection) as object);
    const members = Object.entries(shown).map(
      ([name, value]) => `${JSON.stringify(name)}:${written[name] ?? JSON.stringify(value)}`,
    );
    return `{"data":{${members.join(',')}}}`;
  };
}

const NOT_CONNECTED = { rectifies: [], rectifiedBy: [] };

/**
 * Reads an invoice as it was sent; null if the body of its batch was erased. The body of an
 * archived month stays in the database.
 */
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
  members: ViewedMembers,
): Promise<ViewedDocument> {
  const block = await readDocumentBlock(connection, organizationId, id);
  const { position } = readBatchInvoiceId(id);
  const from = { organizationId, block, sources: [{ position, profile: null }] };
  const [viewed] = await writer.view(from, members);
  return viewed!;
}

/**
 * Finds the connected invoices of an issued invoice.
 * @param referenced the invoices that its document names. Those of an archived document are
 *   unknown, except for the ones of its rows.
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
