import type { MessageLanguage } from '../../../contracts/messages/texts.ts';
import type { DocumentSummary, InvoiceView } from '../../../contracts/v2/invoice-answers.ts';
import { pickMembers, type Selection } from '../../../domain/reading/selection.ts';
import { summarizeDocuments } from '../../../deliver/reads/document-summaries.ts';
import type { DocumentWriter } from '../../../deliver/writing/document-writer.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { listDeliveryStates } from '../../../spfe/read-delivery.ts';
import { findRectifying, type ListedInvoice } from './list-invoices.ts';
import { writeErrors } from './spanish-errors.ts';

/** The members of an invoice in a list that its document has. */
const OF_DOCUMENT = ['recipient', 'recipients_count', 'totals'] as const satisfies (keyof DocumentSummary)[];
const NOTHING: DocumentSummary = { recipient: null, recipients_count: null, totals: null };

/** Completes the invoices of a page. */
export type InvoiceCompleter = (
  organizationId: number,
  invoices: readonly ListedInvoice[],
  language: MessageLanguage,
  selection: Selection | null,
) => Promise<Partial<InvoiceView>[]>;

/**
 * Creates the completer of a process. It adds to the rows of a page what other rows and the
 * documents say of the invoices, and returns the selected members, all if the selection is null.
 * What is not selected is not read.
 * @param hasTransport whether the engine has a connection to the SPFE.
 */
export function createInvoiceCompleter(
  connection: Connection,
  writer: DocumentWriter,
  hasTransport: boolean,
): InvoiceCompleter {
  return async (organizationId, invoices, language, selection) => {
    const wants = (member: keyof InvoiceView) => selection === null || Object.hasOwn(selection, member);
    const [writeError, rectifying, deliveries, summaries] = await Promise.all([
      wants('processing_error') ? writeErrors(connection, organizationId, invoices, language) : null,
      wants('rectified_by') ? findRectifying(connection, organizationId, invoices) : null,
      wants('spfe_state')
        ? listDeliveryStates(connection, organizationId, listIssued(invoices), hasTransport)
        : null,
      OF_DOCUMENT.some(wants)
        ? summarizeDocuments(connection, writer, organizationId, listIssued(invoices))
        : null,
    ]);
    return invoices.map((invoice) => {
      const whole: Partial<InvoiceView> = {
        ...(writeError?.(invoice) ?? invoice),
        ...(rectifying !== null && { rectified_by: rectifying.get(invoice.id) ?? [] }),
        ...(deliveries !== null && { spfe_state: deliveries.get(invoice.id) ?? null }),
        ...(summaries !== null && (summaries.get(invoice.id) ?? NOTHING)),
      };
      return selection === null ? whole : (pickMembers(whole, selection) as Partial<InvoiceView>);
    });
  };
}

function listIssued(invoices: readonly ListedInvoice[]): number[] {
  return invoices.flatMap(({ issued_invoice_id: id }) => (id === null ? [] : [id]));
}
