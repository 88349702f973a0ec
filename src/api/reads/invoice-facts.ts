import type { ConnectedInvoice } from '../../contracts/v2/invoice-answers.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { findReferenceTerm, type Referenced } from '../../platform/postgres/search-terms.ts';
import * as sql from './reads.sql.ts';

/**
 * Returns what one invoice has beside its members in lists, or null if the organization has none
 * with this id.
 */
export async function getInvoiceFacts(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<sql.GetInvoiceFactsRow | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.getInvoiceFacts(organizationId, id),
  );
  return rows[0] ?? null;
}

/**
 * Returns the stored invoices that an issued invoice rectifies or replaces, and those that rectify
 * or replace it, each in the order of their ids.
 * @param identity of the invoice itself.
 * @param referenced the invoices that its document names.
 */
export async function listConnectedInvoices(
  connection: Connection,
  organizationId: number,
  id: number,
  identity: Referenced,
  referenced: readonly Referenced[],
): Promise<{ readonly rectifies: ConnectedInvoice[]; readonly rectifiedBy: ConnectedInvoice[] }> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listConnectedInvoices(
      organizationId,
      id,
      findReferenceTerm(identity),
      referenced.map(({ issuerNif }) => issuerNif),
      referenced.map(({ number }) => number),
      referenced.map(({ issueDate }) => issueDate),
    ),
  );
  const listOf = (wanted: string) =>
    rows
      .filter(({ direction }) => direction === wanted)
      .map(({ direction: _direction, ...invoice }) => invoice as ConnectedInvoice);
  return { rectifies: listOf('rectifies'), rectifiedBy: listOf('rectified_by') };
}
