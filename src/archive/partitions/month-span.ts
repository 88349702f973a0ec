import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './partitions.sql.ts';

/** A month and its ranges of ids. */
export type MonthSpan = {
  /** YYYY-MM. */
  readonly month: string;
  readonly firstBatch: number;
  /** Exclusive; null for the newest month, which has not ended. */
  readonly endBatch: number | null;
  readonly firstRenderBatch: number;
  readonly finishRenderBatch: number | null;
  /** Milliseconds since 1970; null if it was never archived. */
  readonly archivedAt: number | null;
  readonly restoredAt: number | null;
  /** SHA-256 of the manifest of its files. */
  readonly manifestSha256: Buffer | null;
};

/** A month that has ended. */
export type EndedMonth = MonthSpan & { readonly endBatch: number; readonly finishRenderBatch: number };

/** Lists all months, oldest first. */
export async function listMonths(connection: Connection): Promise<MonthSpan[]> {
  const { rows } = await query(connection, sql.listMonths());
  return rows;
}

/** The numbers of unfinished items of a month. */
export type Unsettled = {
  /** Batches that are not issued, or whose PDFs are not all rendered. */
  readonly batches: number;
  /** Records that AEAT has not answered. */
  readonly unanswered: number;
  /** Entries in SII that AEAT has not answered. */
  readonly entries: number;
  /** Deliveries to the SPFE that are on their way or not written. */
  readonly deliveries: number;
  /** Invoices whose last record or entry AEAT refused, or which the SPFE cannot get. */
  readonly refused: number;
  /** Render batches that are damaged or lost. */
  readonly lost: number;
};

/** Counts the unfinished items of a month in all organizations. */
export async function countUnsettled(connection: Connection, month: EndedMonth): Promise<Unsettled> {
  const { firstBatch, endBatch, firstRenderBatch, finishRenderBatch } = month;
  const { rows } = await query(
    connection,
    sql.countUnsettled(firstBatch, endBatch, firstRenderBatch, finishRenderBatch),
  );
  return rows[0]!;
}
