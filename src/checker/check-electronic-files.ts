import type { Connection } from '../platform/postgres/database.ts';
import { findFileFault } from '../operate/find-file-fault.ts';
import { buildVerdict, type Verdict } from './invariant.ts';

type CheckedFile = Parameters<typeof findFileFault>[0];

/** A file has about 10 kB. */
const PAGE = 200;

/**
 * I2: decompresses every signed electronic invoice, because its hash is that of the text, and
 * compares it with its invoice.
 */
export async function checkElectronicFiles(connection: Connection): Promise<Verdict> {
  const places: string[] = [];
  let looked = 0;
  for await (const file of readFiles(connection)) {
    looked += 1;
    const fault = await findFileFault(file);
    if (fault !== null) places.push(fault);
  }
  return buildVerdict(
    'I2',
    'Every signed electronic invoice has the SHA-256 with which it was stored, and is that of its invoice',
    looked,
    places,
  );
}

async function* readFiles(connection: Connection): AsyncGenerator<CheckedFile> {
  for (let after = 0; ;) {
    const { rows } = await connection.query<CheckedFile>(
      `select f.issued_invoice_id::float8 as id, f.content, f.sha256, x.issuer_nif as "issuerNif", x.invoice_number as number
       from electronic_files f join issued_invoices x on x.id = f.issued_invoice_id
       where f.issued_invoice_id > $1 order by f.issued_invoice_id limit ${PAGE}`,
      [after],
    );
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}
