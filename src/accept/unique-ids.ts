import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';
import { buildFinding, type Finding } from '../domain/reading/findings.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { ExaminedInvoices } from './examine-invoices.ts';
import { findExternalIds } from './statements/accepting.sql.ts';

/*
 * The client's own ids of invoices, in organizations that ask that each of them is used once. The
 * check finds what is used; the index batch_invoices_unique_external_id decides between two batches
 * that are accepted at the same time. An invoice that failed was never issued, so its id is free.
 */

const INDEX = 'batch_invoices_unique_external_id';
/** The name of the setting, which `GET /me` shows: the rule is one of the organization. */
const RULE = 'unique_external_ids';

/** Returns whether a batch was not stored because another one has just used one of its ids. */
export function isIdTaken(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown };
  return code === '23505' && constraint === INDEX;
}

/**
 * Fails the valid invoices whose id an invoice of the organization has that did not fail, or an
 * earlier valid one of the batch. Invoices without an id, or with one of blanks, may be many. Runs
 * one query.
 * @returns the examined invoices with the added failures.
 */
export async function refuseUsedIds<T extends ExaminedInvoices>(
  connection: Connection,
  organizationId: number,
  examined: T,
): Promise<T> {
  const { externalInvoiceIds, failures } = examined;
  const own = externalInvoiceIds.flatMap((id, index) =>
    id === null || failures.has(index) || /^ *$/.test(id) ? [] : [{ id, index }],
  );
  if (own.length === 0) return examined;
  const ids = [...new Set(own.map(({ id }) => id))];
  const { rows } = await readAsOrganization(connection, organizationId, findExternalIds(organizationId, ids));
  const users = new Map(
    rows.map(({ place, id }) => [ids[place - 1]!, formatMessage('batch_invoice', { id })] as const),
  );
  const refused = new Map<number, readonly Finding[]>();
  for (const { id, index } of own) {
    const user = users.get(id);
    if (user === undefined) users.set(id, formatMessage('invoice_of_batch', { index }));
    else refused.set(index, [refuseUsedId(user)]);
  }
  return refused.size === 0 ? examined : { ...examined, failures: new Map([...failures, ...refused]) };
}

function refuseUsedId(user: Text): Finding {
  const says = formatMessage('external_id_used', { user });
  return { ...buildFinding('external_invoice_id', 'duplicate', says), rule: RULE };
}
