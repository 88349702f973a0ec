import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './partitions.sql.ts';

/** A month and where its ids begin and end. */
export type MonthSpan = {
  /** YYYY-MM. */
  readonly month: string;
  readonly firstBatch: number;
  /** Not one of them; null of the newest month, which goes on. */
  readonly endBatch: number | null;
  readonly firstRenderBatch: number;
  readonly finishRenderBatch: number | null;
  /** Milliseconds since 1970; null where it never left. */
  readonly archivedAt: number | null;
  readonly restoredAt: number | null;
  /** Of the manifest of its files. */
  readonly manifestSha256: Buffer | null;
};

/** A month that is over. */
export type EndedMonth = MonthSpan & { readonly endBatch: number; readonly finishRenderBatch: number };

/** All months, the oldest first. */
export async function listMonths(connection: Connection): Promise<MonthSpan[]> {
  const { rows } = await query(connection, sql.listMonths());
  return rows;
}

/** What of a month is not done. */
export type Unsettled = {
  /** Batches that are not issued, or whose PDFs are not all printed. */
  readonly batches: number;
  /** Records that AEAT has not answered. */
  readonly unanswered: number;
  /** Invoices whose last record AEAT refused. */
  readonly refused: number;
  /** PDFs that are damaged or lost. */
  readonly lost: number;
};

/** Counts what must still be read of a month, in whatever organization. */
export async function countUnsettled(connection: Connection, month: EndedMonth): Promise<Unsettled> {
  const { firstBatch, endBatch, firstRenderBatch, finishRenderBatch } = month;
  const { rows } = await query(
    connection,
    sql.countUnsettled(firstBatch, endBatch, firstRenderBatch, finishRenderBatch),
  );
  return rows[0]!;
}
