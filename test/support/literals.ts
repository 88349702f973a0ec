import type { Pool } from 'pg';
import { withTransaction } from '../../src/persistence/connection/database.ts';
import { readLiterals } from '../../src/persistence/packs/read-literals.ts';

/** The document of an issued invoice, wherever it lies. */
export async function readStoredDocument(pool: Pool, id: number): Promise<string> {
  const { rows } = await pool.query<{ document: string | null }>(
    'select document from issued_invoices where id = $1',
    [id],
  );
  const row = { invoiceId: id, literal: rows[0]!.document };
  return (await readLiterals(pool, 'documents', [row]))(row);
}

/** Fills the XML of records in, wherever it lies. */
export async function fillXml<T extends { readonly issued_invoice_id: string; readonly xml: string | null }>(
  pool: Pool,
  records: readonly T[],
): Promise<(T & { readonly xml: string })[]> {
  const rows = records.map(({ issued_invoice_id: id, xml }) => ({ invoiceId: Number(id), literal: xml }));
  const literalOf = await readLiterals(pool, 'records', rows);
  return records.map((record, index) => ({ ...record, xml: literalOf(rows[index]!) }));
}

/** Puts every literal into its row and takes the packs away: as the releases before packs stored them. */
export async function unpackRows(pool: Pool): Promise<void> {
  const documents = await pool.query<{ id: number }>(
    'select id::float8 as id from issued_invoices where document is null',
  );
  const records = await fillXml(
    pool,
    (
      await pool.query<{ issued_invoice_id: string; chain_id: string; sequence: string; xml: null }>(
        'select issued_invoice_id, chain_id, sequence, xml from registration_records where xml is null',
      )
    ).rows,
  );
  const literals = documents.rows.map(({ id }) => ({ invoiceId: id, literal: null }));
  const textOf = await readLiterals(pool, 'documents', literals);
  await withTransaction(pool, async (client) => {
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      `update issued_invoices x set document = n.document, document_bytes = null
       from unnest($1::bigint[], $2::text[]) as n (id, document) where x.id = n.id`,
      [literals.map(({ invoiceId }) => invoiceId), literals.map(textOf)],
    );
    await client.query(
      `update registration_records r set xml = n.xml
       from unnest($1::bigint[], $2::bigint[], $3::text[]) as n (chain_id, sequence, xml)
       where r.chain_id = n.chain_id and r.sequence = n.sequence`,
      [
        records.map(({ chain_id: id }) => id),
        records.map(({ sequence }) => sequence),
        records.map(({ xml }) => xml),
      ],
    );
    await client.query('delete from document_packs');
    await client.query('delete from record_packs');
  });
}
