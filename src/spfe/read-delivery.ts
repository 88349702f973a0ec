import type { MessageLanguage } from '../contracts/messages/texts.ts';
import type { ShownSpfeState } from '../contracts/spfe.ts';
import type { SpfeDeliveryView, SpfeRecipientReportView } from '../contracts/v2/spfe.ts';
import { listRecipients } from '../domain/recipients/complete-document.ts';
import { profiledNumberOf } from '../domain/recipients/profiled-number.ts';
import { needsPdfCompanion } from '../domain/spfe/pdf-companion.ts';
import { findProfiles } from '../organizations/recipients/recipient-profiles.ts';
import { readIssuedDocument } from '../platform/literals/issued-documents.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { MonthArchivedError } from '../platform/postgres/partitions/archived-months.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import * as sql from './spfe.sql.ts';
import { showState, viewDelivery } from './view-delivery.ts';

/** Reads the row of the delivery of an invoice as a member of its organization; null if it has none. */
export async function getDelivery(
  connection: Connection,
  organizationId: number,
  invoiceId: number,
): Promise<sql.GetDeliveryRow | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.getDelivery(organizationId, invoiceId),
  );
  return rows[0] ?? null;
}

/**
 * Reads the delivery of an invoice as answers show it, as a member of its organization.
 * @param hasTransport whether the engine has a connection to the SPFE.
 * @param language of the text of the rule because of which it is blocked.
 * @returns null if nobody decided that the invoices of its issuer are delivered.
 */
export async function readDelivery(
  connection: Connection,
  organizationId: number,
  invoiceId: number,
  hasTransport: boolean,
  language: MessageLanguage,
): Promise<SpfeDeliveryView | null> {
  const row = await getDelivery(connection, organizationId, invoiceId);
  if (row === null) return null;
  const isConcerned = row.state !== 'not_concerned' && row.state !== 'unknown';
  const isPdfRequired =
    isConcerned &&
    needsPdfCompanion(row.issueDate, row.basis) &&
    !(await doAcceptWithoutPdf(connection, organizationId, row));
  return viewDelivery(row, { hasTransport, isPdfRequired, language });
}

/**
 * Reads the states of the deliveries of invoices, as answers show them, as a member of their
 * organization. Invoices without a delivery have none.
 */
export async function listDeliveryStates(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
  hasTransport: boolean,
): Promise<ReadonlyMap<number, ShownSpfeState>> {
  const statement = sql.listDeliveryStates(organizationId, ids);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return new Map(rows.map(({ id, state }) => [id, showState(state, hasTransport)]));
}

/** Returns whether all recipients of an invoice accepted, when it was issued, invoices without a PDF. */
async function doAcceptWithoutPdf(
  connection: Connection,
  organizationId: number,
  { id, issueDate }: sql.GetDeliveryRow,
): Promise<boolean> {
  const document = await readIssuedDocument(connection, organizationId, id).catch((error: unknown) => {
    if (error instanceof MonthArchivedError) return null;
    throw error;
  });
  if (document === null) return false;
  const numbers = listRecipients(document).map((recipient) => profiledNumberOf(recipient) ?? '');
  const profiles = await findProfiles(
    (statement) => readAsOrganization(connection, organizationId, statement),
    organizationId,
    numbers.filter((number) => number !== ''),
  );
  return numbers.every((number) => {
    const since = profiles.get(number)?.acceptsWithoutPdfSince;
    return since !== undefined && since <= issueDate;
  });
}

/** A page of reports of recipients: only those before a position, and since a time. */
export type PageOfReports = {
  readonly before: { readonly at: number; readonly id: number };
  readonly since: Date | null;
  readonly most: number;
};

/** Lists what recipients reported as a member of the organization, the last seen first, with their positions. */
export async function listRecipientReports(
  connection: Connection,
  organizationId: number,
  { before, since, most }: PageOfReports,
): Promise<{ readonly at: number; readonly view: SpfeRecipientReportView }[]> {
  const statement = sql.listRecipientReports(organizationId, before.at, before.id, since, most);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return rows.map((row) => ({
    at: row.at,
    view: {
      id: row.id,
      invoice_id: row.invoiceId,
      external_invoice_id: row.externalInvoiceId,
      issuer_nif: row.issuerNif,
      invoice_number: row.number,
      issue_date: row.issueDate,
      kind: row.kind,
      effective_on: row.effectiveOn,
      due_on: row.dueOn,
      condition: row.condition,
      first_seen_at: row.firstSeenAt,
      gone_at: row.goneAt,
    },
  }));
}
