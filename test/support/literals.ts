import type { Pool } from 'pg';
import { readBatchInvoiceId } from '#src/domain/invoice/batch-invoice-id.ts';
import { withTransaction } from '../../src/platform/postgres/database.ts';
import { buildBlock } from '../../src/platform/literals/build-block.ts';
import { type LiteralBlock, decompressLiterals } from '../../src/platform/literals/literal-block.ts';
import { placeOf } from '../../src/platform/literals/block-place.ts';
import { readLiterals } from '../../src/platform/literals/read-literals.ts';

/** Returns the document of an issued invoice. */
export async function readStoredDocument(pool: Pool, id: number): Promise<string> {
  const row = { invoiceId: id };
  return (await readLiterals(pool, 'documents', [row]))(row);
}

/** Adds the XML of the records, wherever it is stored. */
export async function fillXml<T extends { readonly issued_invoice_id: string; readonly xml: string | null }>(
  pool: Pool,
  records: readonly T[],
): Promise<(T & { readonly xml: string })[]> {
  const rows = records.map(({ issued_invoice_id: id, xml }) => ({ invoiceId: Number(id), literal: xml }));
  const literalOf = await readLiterals(pool, 'records', rows);
  return records.map((record, index) => ({ ...record, xml: literalOf(rows[index]!) }));
}

/** Replaces the document of an issued invoice, with the triggers disabled. */
export async function replaceDocument(pool: Pool, id: number, text: string): Promise<void> {
  const { batchId, part } = placeOf(id);
  const { rows } = await pool.query<LiteralBlock>(
    'select codec, sha256, content from document_blocks where batch_id = $1 and part = $2',
    [batchId, part],
  );
  const literals = new Map(await decompressLiterals('documents', rows[0]!));
  literals.set(readBatchInvoiceId(id).position, text);
  const items = [...literals].map(([position, literal]) => ({
    id: batchId * 1000 + position,
    text: literal,
  }));
  const { sha256, content } = await buildBlock('documents', { batchId, part, items });
  await withTransaction(pool, async (client) => {
    // The owner of the tables can do this without being a superuser.
    await client.query('alter table document_blocks disable trigger user');
    await client.query(
      'update document_blocks set sha256 = $3, content = $4 where batch_id = $1 and part = $2',
      [batchId, part, sha256, content],
    );
    await client.query('alter table document_blocks enable trigger user');
  });
}

/**
 * Copies the XML of first records into their rows, which are read before the record blocks, so that
 * a test can damage each XML separately.
 */
export async function copyXmlIntoRows(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ issued_invoice_id: string; xml: null }>(
    'select issued_invoice_id, xml from registration_records where xml is null',
  );
  const records = await fillXml(pool, rows);
  await withTransaction(pool, async (client) => {
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      `update registration_records r set xml = n.xml
       from unnest($1::bigint[], $2::text[]) as n (invoice_id, xml)
       where r.issued_invoice_id = n.invoice_id and r.xml is null`,
      [records.map(({ issued_invoice_id: id }) => id), records.map(({ xml }) => xml)],
    );
  });
}
