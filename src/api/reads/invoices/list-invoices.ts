import type { ConnectedInvoice, FoundInvoice } from '../../../contracts/v2/invoice-answers.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { readAsOrganization } from '../../../platform/postgres/scoped-query.ts';
import { mapYielding } from '../../../platform/process/map-yielding.ts';
import { findRecipientTerm, findReferenceTerm } from '../../../platform/postgres/search-terms.ts';
import type { AskedDeliveries } from '../../../spfe/choose-deliveries.ts';
import { type BatchInvoiceFilter, listIds } from './batch-invoices.ts';
import type { CursorPage, CursorRequest } from '../cursor-page.ts';
import type { InvoiceFilter, InvoiceIndex } from './choose-index.ts';
import * as sql from './invoices.sql.ts';

const STATEMENTS = {
  externalId: sql.listInvoicesByExternalId,
  number: sql.listInvoicesByNumber,
  recipient: sql.listInvoicesByRecipient,
  metadata: sql.listInvoicesByMetadata,
  failed: sql.listFailedInvoices,
  unprocessed: sql.listUnprocessedInvoices,
  answered: sql.listAnsweredInvoices,
  unanswered: sql.listUnansweredInvoices,
  siiState: sql.listInvoicesBySiiState,
  spfeState: sql.listInvoicesBySpfeState,
  updated: sql.listUpdatedInvoices,
  issuer: sql.listInvoicesOfIssuer,
  newest: sql.listNewestInvoices,
} satisfies Readonly<Record<InvoiceIndex, unknown>>;

/** An invoice as its own rows describe it, without what rectifies it. */
export type ListedInvoice = Omit<FoundInvoice, 'rectified_by'>;

/**
 * Returns a page of an organization's invoices that match a filter, in the order of an index,
 * newest first. A statement examines a limited number of candidates, so a page can be short
 * although more invoices match.
 */
export async function listInvoices(
  connection: Connection,
  organizationId: number,
  index: InvoiceIndex,
  filter: InvoiceFilter,
  { states, dueBefore }: AskedDeliveries,
  { limit, before }: CursorRequest,
): Promise<CursorPage<ListedInvoice>> {
  const statement = STATEMENTS[index](
    organizationId,
    limit + 1,
    before.at,
    before.id,
    filter.processingStatus,
    filter.verifactuState,
    filter.externalInvoiceId,
    filter.issuerNif,
    filter.numberSerie,
    filter.issueDateFrom,
    filter.issueDateTo,
    filter.recipientDocument === null ? null : findRecipientTerm(filter.recipientDocument),
    filter.metadata?.key ?? null,
    filter.metadata?.value ?? null,
    filter.updatedSince,
    filter.invoiceType ?? null,
    filter.annulled ?? null,
    filter.totalFrom ?? null,
    filter.totalTo ?? null,
    filter.register ?? null,
    filter.siiState ?? null,
    filter.siiMatching ?? null,
    states,
    dueBefore,
  );
  const { rows } = await readAsOrganization(connection, organizationId, {
    ...statement,
    isPlannedOnce: true,
  });
  const found = rows.flatMap(({ afterAt, endingAt: _at, endingId: _id, ...item }) =>
    item.id === null ? [] : [{ item: item as ListedInvoice, position: { at: afterAt!, id: item.id } }],
  );
  const shown = found.slice(0, limit);
  const [first] = rows;
  const ending =
    first === undefined || first.endingAt === null ? null : { at: first.endingAt, id: first.endingId! };
  const next = found.length > limit ? shown.at(-1)!.position : ending;
  return { items: shown.map(({ item }) => item), next };
}

/**
 * Returns a page of the invoices of a batch that match a filter, in the order of the request. The
 * position of a page is the id of an invoice.
 * @param after null for the first page.
 */
export async function listInvoicesOfBatch(
  connection: Connection,
  organizationId: number,
  batchId: number,
  filter: BatchInvoiceFilter & Pick<InvoiceFilter, 'register' | 'siiState'>,
  { states, dueBefore }: AskedDeliveries,
  { limit, after }: { readonly limit: number; readonly after: number | null },
): Promise<CursorPage<ListedInvoice>> {
  const ids = listIds(batchId);
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.filterInvoicesOfBatch(
      organizationId,
      after === null ? ids : ids.filter((id) => id > after),
      limit + 1,
      filter.processingStatus,
      filter.verifactuState,
      filter.externalInvoiceId,
      filter.register ?? null,
      filter.siiState ?? null,
      states,
      dueBefore,
    ),
  );
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? { at: 0, id: items.at(-1)!.id } : null };
}

/**
 * Returns an invoice with the members that it has in lists except `rectified_by`, or null if the
 * organization has none with this id.
 */
export async function getInvoice(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<ListedInvoice | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.readInvoices(organizationId, [id]),
  );
  return rows[0] ?? null;
}

/**
 * Finds invoices by a client's ids; null finds none.
 * @returns for each id the newest eleven invoices that have it, newest first.
 */
export async function lookUpInvoices(
  connection: Connection,
  organizationId: number,
  externalIds: readonly (string | null)[],
): Promise<FoundInvoice[][]> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.lookUpInvoices(organizationId, externalIds),
  );
  const places = rows.map(({ place }) => place);
  const items = await mapYielding(rows, ({ place: _place, ...item }) => item);
  const rectifying = await findRectifying(connection, organizationId, items);
  const found: FoundInvoice[][] = externalIds.map(() => []);
  for (const [index, item] of items.entries())
    found[places[index]! - 1]!.push({ ...item, rectified_by: rectifying.get(item.id) ?? [] });
  return found;
}

/**
 * Finds what rectifies or replaces invoices, by their ids. One statement finds it for all of them.
 */
export async function findRectifying(
  connection: Connection,
  organizationId: number,
  invoices: readonly ListedInvoice[],
): Promise<ReadonlyMap<number, ConnectedInvoice[]>> {
  // A look-up can have ten thousand invoices.
  const issued = (
    await mapYielding(
      invoices,
      ({ id, issuer_nif: issuerNif, invoice_number: number, issue_date: issueDate }) =>
        issuerNif === null || number === null || issueDate === null
          ? []
          : [{ id, term: findReferenceTerm({ issuerNif, number, issueDate }) }],
    )
  ).flat();
  const rectifying = new Map<number, ConnectedInvoice[]>();
  if (issued.length > 0) {
    // The same invoice stands twice in a look-up of an id that was asked twice.
    const once = [...new Map(issued.map(({ id, term }) => [id, term]))];
    const statement = sql.listRectifying(
      organizationId,
      once.map(([id]) => id),
      once.map(([, term]) => term),
    );
    const { rows } = await readAsOrganization(connection, organizationId, {
      ...statement,
      isPlannedOnce: true,
    });
    for (const { rectifiedId, ...invoice } of rows)
      rectifying.set(rectifiedId, [...(rectifying.get(rectifiedId) ?? []), invoice]);
  }
  return rectifying;
}
