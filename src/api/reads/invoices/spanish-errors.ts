import type { MessageLanguage } from '../../../contracts/messages/texts.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { readAsOrganization } from '../../../platform/postgres/scoped-query.ts';
import * as sql from './invoices.sql.ts';

type Failed = { readonly id: number; readonly processing_error: string | null };

/**
 * Returns a function that writes why an invoice failed in a language. An invoice that failed in
 * version 1.0.0 has only the English text.
 * @param invoices all that the function is called with.
 */
export async function writeErrors(
  connection: Connection,
  organizationId: number,
  invoices: readonly Failed[],
  language: MessageLanguage,
): Promise<<T extends Failed>(invoice: T) => T> {
  const failed = invoices.filter(({ processing_error: error }) => error !== null).map(({ id }) => id);
  if (language === 'en' || failed.length === 0) return (invoice) => invoice;
  const statement = sql.findSpanishErrors(organizationId, failed);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  const errors = new Map(rows.map(({ id, error }) => [id, error]));
  return (invoice) => ({ ...invoice, processing_error: errors.get(invoice.id) ?? invoice.processing_error });
}
