import { buildBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import type { Order } from '../contracts/acts.ts';
import { readDocument } from '../domain/invoice/stored-document.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { decompressLiterals } from '../platform/literals/literal-block.ts';
import { type Database, withStatements } from '../platform/postgres/open-database.ts';
import { findRecipientTerm } from '../platform/postgres/search-terms.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './statements/recipients.sql.ts';

/** Document blocks that are read at a time, of at most 64 invoices each. */
const BLOCKS = 100;

/**
 * Stores the search terms of recipients that are missing, from the documents of the invoices.
 * Version 1.0.0 issued invoices without these terms, and issued invoices never change, so the terms
 * become rows of their own (migrations/0014-reads-of-version-2.sql). The steps are transactions
 * with an act each: the function can be stopped and repeated at any time. It skips invoices without
 * a recipient and those of archived months.
 * @returns the number of invoices that had no term.
 */
export async function indexRecipients({ pool, orm }: Database, order: Order): Promise<number> {
  let sum = 0;
  let after = { batchId: 0, part: 0 };
  for (;;) {
    const { rows } = await query(pool, sql.readUnindexedBlocks(after.batchId, after.part, BLOCKS));
    const last = rows.at(-1);
    if (last === undefined) return sum;
    const invoiceIds: number[] = [];
    const terms: number[] = [];
    for (const block of rows) {
      for (const [position, text] of await decompressLiterals('documents', block)) {
        const { recipient } = readDocument(text);
        if (recipient === null) continue;
        invoiceIds.push(buildBatchInvoiceId(block.batchId, position));
        terms.push(findRecipientTerm(recipient.documentNumber));
      }
    }
    if (invoiceIds.length > 0) sum += await store({ orm }, order, invoiceIds, terms);
    after = last;
  }
}

function store(
  { orm }: Pick<Database, 'orm'>,
  order: Order,
  invoiceIds: readonly number[],
  terms: readonly number[],
): Promise<number> {
  return withStatements(orm, async (em, client) => {
    const { rows } = await query(client, sql.storeRecipientTerms(invoiceIds, terms));
    const { stored } = rows[0]!;
    if (stored > 0) {
      const details = { invoices: stored, from: invoiceIds[0], to: invoiceIds.at(-1) };
      await recordAct(em, order, { act: 'invoice.index', details });
    }
    return stored;
  });
}
