import { addDays } from '../../domain/reading/calendar-date.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { STATUS } from '../../domain/spfe/messages/document-status.ts';
import { keyOf } from '../../domain/spfe/messages/unique-code.ts';
import { readRecipientReports } from '../../domain/spfe/recipient-reports.ts';
import { type Connection, withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe-reports.sql.ts';
import {
  type AskContext,
  type AskedChain,
  type AskedIssuer,
  askQuestion,
  LEASE_MARGIN_MS,
} from './ask-question.ts';

/** The most invoices of a question. */
export const MOST_READ = 1000;
/** Invoices that were issued in the last so many days are asked about every hour, the others every day. */
const DAYS_OF_HASTE = 30;
const HOUR = 3_600_000;

const findRecent = (now: Date) => addDays(todayInMadrid(now), -DAYS_OF_HASTE);

/** Lists issuers of whose invoices the SPFE is asked now what recipients reported. */
export async function listDueReadings(
  connection: Connection,
  now: Date,
  most: number,
): Promise<AskedChain[]> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR);
  const list = sql.listDueSpfeReadings(before(1), before(24), findRecent(now), most);
  return (await query(connection, list)).rows;
}

/**
 * Asks the SPFE what recipients reported about admitted invoices of an issuer that are not paid, at
 * most 1000, and stores it: payments, rejections, and what they took back. If the SPFE does not answer,
 * it is asked again at the next time.
 * @returns about how many invoices it was asked.
 * @throws when the database is unavailable.
 */
export async function readReports(context: AskContext, issuer: AskedIssuer): Promise<number> {
  const { pool, aeat, now, tracker, spfe } = context;
  if (spfe.transport === 'none') return 0;
  const { organizationId, issuerNif } = issuer;
  const begun = now();
  const until = new Date(begun.getTime() + aeat.timeoutMs + LEASE_MARGIN_MS);
  const activeLineage = await tracker.recall();
  const claim = sql.claimSpfeReadings(
    organizationId,
    issuerNif,
    begun,
    until,
    findRecent(begun),
    MOST_READ,
    activeLineage,
  );
  const { rows } = await query(pool, claim);
  const requestId = rows[0]?.requestId ?? null;
  if (requestId === null) return 0;
  const asked = await askQuestion(context, issuer, requestId, (transport) => transport.find(rows));
  if (asked.kind === 'failed' || !asked.answer.isWhole) {
    const why = asked.kind === 'failed' ? asked.why : 'the answer cannot be read completely';
    context.logger.warn(
      { organizationId, why },
      'The SPFE did not tell what recipients reported; it is asked again',
    );
    return rows.length;
  }
  const ids = new Map(rows.map((row) => [keyOf(row), row.invoiceId]));
  const known = asked.answer.documents.flatMap((document) => {
    const invoiceId = ids.get(keyOf(document));
    return invoiceId === undefined || document.status !== STATUS.taken ? [] : [{ invoiceId, document }];
  });
  const told = known.flatMap(({ invoiceId, document }) =>
    readRecipientReports(document.events).map((report) => ({ ...report, invoiceId })),
  );
  const ofInvoices = told.map(({ invoiceId }) => invoiceId);
  const kinds = told.map(({ kind }) => kind);
  const effectiveOn = told.map((report) => report.effectiveOn);
  const dueOn = told.map((report) => report.dueOn);
  const conditions = told.map(({ condition }) => condition);
  await withTransaction(pool, async (client) => {
    const answered = known.map(({ invoiceId }) => invoiceId);
    await query(
      client,
      sql.removeGoneReports(now(), answered, ofInvoices, kinds, effectiveOn, dueOn, conditions),
    );
    await query(
      client,
      sql.storeSpfeReports(organizationId, now(), ofInvoices, kinds, effectiveOn, dueOn, conditions),
    );
  });
  return rows.length;
}
