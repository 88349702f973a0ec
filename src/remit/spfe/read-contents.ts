import { restoreFile } from '../../platform/literals/stored-file.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe.sql.ts';

/** Returns the documents of a request, in the order of its members. @throws FileDamage */
export async function readContents(connection: Connection, requestId: number): Promise<Buffer[]> {
  const contents: Buffer[] = [];
  for (const { invoiceId, ...stored } of (await query(connection, sql.listSpfeContents(requestId))).rows)
    contents.push(await restoreFile(stored, `The contents of the delivery of invoice ${invoiceId}`));
  return contents;
}
