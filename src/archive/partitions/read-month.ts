import type { PoolClient, QueryResultRow } from 'pg';
import { readLiterals } from '../../platform/literals/read-literals.ts';
import type { BoundStatement } from '../../platform/postgres/statement.ts';
import * as sql from './partitions.sql.ts';
import type { EndedMonth } from './month-span.ts';

/*
 * Reads all data of a month through cursors, ordered by organization. The client must be in a
 * snapshot transaction.
 */

const LIST_BLOCKS = {
  'document-blocks': sql.listMonthDocumentBlocks,
  'record-blocks': sql.listMonthRecordBlocks,
};

/** The number of rows read at a time. */
const PAGE = 500;

/** Reads the rows of a statement through a cursor. */
async function* readRows<T extends QueryResultRow>(
  client: PoolClient,
  { text, values }: BoundStatement<T>,
): AsyncGenerator<T[]> {
  await client.query(`declare month_rows no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await client.query<T>(`fetch ${PAGE} from month_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close month_rows');
}

export type MonthDocument = {
  readonly organizationId: number;
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly invoiceNumber: string;
  readonly issueDate: string;
  readonly total: string;
  /** The document as issued. */
  readonly document: string;
};

/** Reads the documents of a month's invoices. */
export async function* readMonthDocuments(
  client: PoolClient,
  { firstBatch, endBatch }: EndedMonth,
): AsyncGenerator<MonthDocument> {
  for await (const rows of readRows(client, sql.listMonthDocuments(firstBatch, endBatch))) {
    const documentOf = await readLiterals(client, 'documents', rows);
    for (const row of rows) yield { ...row, document: documentOf(row) };
  }
}

export type MonthRecord = {
  readonly organizationId: number;
  readonly chainId: number;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly kind: 'alta' | 'anulacion';
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly total: string;
  readonly previousHash: string | null;
  readonly hash: string;
  /** AEAT's answer, and the CSV of the message that contained it. */
  readonly state: string | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly csv: string | null;
  readonly answeredAt: string | null;
  /**
   * Whether the literal is in a literal block, which is archived with it. Otherwise it is in the
   * row of the record, which stays in the database.
   */
  readonly leaves: boolean;
  /** The XML as hashed. */
  readonly xml: string;
};

/** Reads the registration records of a month's invoices, in the order of each chain. */
export async function* readMonthRecords(
  client: PoolClient,
  { firstBatch, endBatch }: EndedMonth,
): AsyncGenerator<MonthRecord> {
  type Row = Omit<MonthRecord, 'xml' | 'leaves'> & { readonly xml: string | null };
  for await (const rows of readRows(client, sql.listMonthRecords(firstBatch, endBatch))) {
    const toLiteral = ({ invoiceId, xml }: Row) => ({ invoiceId, literal: xml });
    const literalOf = await readLiterals(client, 'records', rows.map(toLiteral));
    for (const row of rows) yield { ...row, leaves: row.xml === null, xml: literalOf(toLiteral(row)) };
  }
}

/** A row as JSON. */
export type MonthRow = { readonly organizationId: number; readonly row: string };

/** Reads the literal blocks of a month. */
export async function* readMonthBlocks(
  client: PoolClient,
  { firstBatch, endBatch }: EndedMonth,
  blocks: keyof typeof LIST_BLOCKS,
): AsyncGenerator<MonthRow> {
  for await (const rows of readRows(client, LIST_BLOCKS[blocks](firstBatch, endBatch))) yield* rows;
}

export type MonthRenderBatch = {
  readonly id: number;
  readonly organizationId: number;
  readonly version: number;
  readonly sha256: Buffer;
  /** Null if the content is in the object store. */
  readonly content: Buffer | null;
  readonly storedOn: string | null;
  readonly renderedAt: string;
};

/** Reads the render batches of a month. */
export async function* readMonthRenderBatches(
  client: PoolClient,
  { firstRenderBatch, finishRenderBatch }: EndedMonth,
): AsyncGenerator<MonthRenderBatch> {
  for await (const rows of readRows(client, sql.listMonthRenderBatches(firstRenderBatch, finishRenderBatch)))
    yield* rows;
}
