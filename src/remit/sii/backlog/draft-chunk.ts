import type { Pool, PoolClient } from 'pg';
import type { SettlementPeriod } from '../../../contracts/registers.ts';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { readDocument } from '../../../domain/invoice/stored-document.ts';
import { findRules } from '../../../domain/reading/request-rules.ts';
import { lastDayOfBacklog } from '../../../domain/sii/before-inclusion.ts';
import { draftEntry } from '../../../domain/sii/draft-entry.ts';
import { writeSiiReference } from '../../../domain/sii/external-reference.ts';
import { writeEntry } from '../../../domain/sii/messages/write-entry.ts';
import { BlockDamage } from '../../../platform/literals/literal-block.ts';
import { readLiterals } from '../../../platform/literals/read-literals.ts';
import { withTransaction } from '../../../platform/postgres/database.ts';
import { MonthArchivedError } from '../../../platform/postgres/partitions/archived-months.ts';
import { query } from '../../../platform/postgres/statement.ts';
import type { Logger } from '../../../platform/telemetry/logger.ts';
import * as sql from '../../statements/sii-backlogs.sql.ts';
import { startOfYear } from './backlogs.ts';

export type BacklogContext = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly now: () => Date;
};

/** The most invoices of a chunk; issuing for the issuer waits while they are drafted. */
const MOST_OF_CHUNK = 200;

type Listed = sql.ListBacklogChunkRow;
type Drafted =
  | {
      readonly invoice: Listed;
      readonly fiscalYear: number;
      readonly period: string;
      readonly record: string;
    }
  | { readonly invoice: Listed; readonly refused: string };

/**
 * Drafts the entries of the next invoices of an order and stores them with the place of the next
 * ones, in one transaction: an order that was broken off goes on there, and no invoice has two
 * entries. The issuer's chains are locked meanwhile, so that none of the invoices is annulled.
 * @returns whether the order has ended.
 * @throws when the database is unavailable.
 */
export function draftChunk(
  { pool, logger, now }: BacklogContext,
  backlogId: number,
  most = MOST_OF_CHUNK,
): Promise<{ readonly isEnded: boolean }> {
  return withTransaction(pool, async (client) => {
    const [order] = (await query(client, sql.lockBacklog(backlogId))).rows;
    if (order === undefined || order.isEnded) return { isEnded: true };
    const { organizationId, issuerNif, enteredOn, examinedId } = order;
    await query(client, sql.holdChainsOfBacklog(organizationId, issuerNif));
    const [entered] = (await query(client, sql.findEntryIntoSii(issuerNif))).rows;
    if (entered?.validFrom !== enteredOn) {
      const why = `${issuerNif} entered SII ${entered === undefined ? 'by no decision any more' : `on ${entered.validFrom}`}, not on ${enteredOn}: order it again`;
      await query(client, sql.endBacklog(backlogId, now(), why));
      logger.warn({ organizationId, backlogId }, 'The earlier invoices of an issuer in SII were given up');
      return { isEnded: true };
    }
    const from = startOfYear(enteredOn);
    const listed = (
      await query(client, sql.listBacklogChunk(organizationId, issuerNif, from, enteredOn, examinedId, most))
    ).rows;
    const last = listed.at(-1);
    if (last === undefined) {
      await query(client, sql.endBacklog(backlogId, now(), null));
      logger.info(
        { organizationId, backlogId },
        'The earlier invoices of an issuer in SII have their entries',
      );
      return { isEnded: true };
    }
    const read = await readDocuments(client, listed);
    const drafted = listed.map((invoice) => draft(invoice, read(invoice), enteredOn, entered.period));
    const entries = drafted.filter((each) => 'record' in each);
    const refused = drafted.filter((each) => 'refused' in each);
    await query(
      client,
      sql.storeBacklogChunk(
        backlogId,
        organizationId,
        issuerNif,
        now(),
        lastDayOfBacklog(enteredOn),
        last.invoiceId,
        entries.map(({ invoice }) => invoice.invoiceId),
        entries.map(({ invoice }) => invoice.number),
        entries.map(({ invoice }) => invoice.issueDate),
        entries.map(({ fiscalYear }) => fiscalYear),
        entries.map(({ period }) => period),
        entries.map(({ record }) => record),
        refused.map(({ invoice }) => invoice.invoiceId),
        refused.map((each) => each.refused),
      ),
    );
    return { isEnded: false };
  });
}

type Reading = (invoice: Listed) => InvoiceDocument | string;

/** Reads the documents of invoices. @returns a function that returns a document, or why it cannot be read. */
async function readDocuments(client: PoolClient, invoices: readonly Listed[]): Promise<Reading> {
  try {
    const documentOf = await readLiterals(client, 'documents', invoices);
    return (invoice) => {
      try {
        return readDocument(documentOf(invoice));
      } catch (error) {
        if (error instanceof BlockDamage) return error.message;
        throw error;
      }
    };
  } catch (error) {
    if (!(error instanceof MonthArchivedError)) throw error;
    const [only, ...others] = invoices;
    if (others.length === 0) return () => error.message;
    const readings = new Map<number, Reading>();
    for (const invoice of [only!, ...others])
      readings.set(invoice.invoiceId, await readDocuments(client, [invoice]));
    return (invoice) => readings.get(invoice.invoiceId)!(invoice);
  }
}

function draft(
  invoice: Listed,
  document: InvoiceDocument | string,
  enteredOn: string,
  settlementPeriod: SettlementPeriod,
): Drafted {
  if (typeof document === 'string') return { invoice, refused: document };
  const { invoiceId, number, version, rectifiedOperationDate } = invoice;
  const named = document.rectification?.invoices ?? [];
  const drafted = draftEntry(document, {
    settlementPeriod,
    rules: findRules(version),
    rectifiedOperationDate: named.length > 1 ? null : rectifiedOperationDate,
    enteredOn,
  });
  if (drafted.kind === 'refused') {
    const says = drafted.findings.map(({ message, rule }) => `${message.en} (${rule})`);
    return { invoice, refused: says.join('; ') };
  }
  const { fiscalYear, period } = drafted.entry;
  const own = { number, externalReference: writeSiiReference(invoiceId, 1) };
  return { invoice, fiscalYear, period, record: writeEntry(drafted.entry, own) };
}
