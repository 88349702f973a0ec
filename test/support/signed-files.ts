import type { Pool } from 'pg';
import { storeFile } from '../../src/platform/literals/stored-file.ts';

/**
 * Stores a signed Facturae, reduced to what the checker reads, for the first issued invoice of each
 * organization.
 */
export async function storeSignedFiles(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; identifier: string }>(
    `select distinct on (organization_id) id, issuer_nif || invoice_number as identifier from issued_invoices order by organization_id, id`,
  );
  for (const { id, identifier } of rows) {
    const { content, sha256 } = await storeFile(
      Buffer.from(`<BatchIdentifier>${identifier}</BatchIdentifier>`),
    );
    await pool.query(
      `insert into electronic_files (organization_id, issued_invoice_id, format, version, content, sha256, signed_at)
       select organization_id, id, 'facturae', 1, $2, $3, now() from issued_invoices where id = $1`,
      [id, content, sha256],
    );
  }
}
