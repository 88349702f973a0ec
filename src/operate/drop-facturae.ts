import type { Order } from '../contracts/acts.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { type Database, withStatements } from '../platform/postgres/open-database.ts';
import { query } from '../platform/postgres/statement.ts';
import { findFileFault } from './find-file-fault.ts';
import * as sql from './statements/operating.sql.ts';

/** A stored file of an invoice is not deleted. The message gives the reason. */
export class DropRefused extends Error {
  override name = 'DropRefused';
}

/**
 * Deletes the damaged signed Facturae of an invoice, by order of an operator. The next request has
 * the invoice signed again. The act keeps the SHA-256 and the time of the file, which proves a copy
 * that was delivered before.
 * @returns what is wrong with the file.
 * @throws DropRefused if there is no file, or if it is not damaged.
 */
export function dropFacturae({ orm }: Pick<Database, 'orm'>, id: number, order: Order): Promise<string> {
  return withStatements(orm, async (em, client) => {
    const [found] = (await query(client, sql.readSignedFile(id))).rows;
    if (found === undefined) throw new DropRefused(`Invoice ${id} has no signed Facturae`);
    const { organizationId, signedAt, ...file } = found;
    const fault = await findFileFault({ id, ...file });
    if (fault === null)
      throw new DropRefused(
        `The signed Facturae of invoice ${id} is not damaged: every download has the bytes that were signed`,
      );
    const details = {
      fault,
      sha256: file.sha256.toString('hex'),
      signedAt: new Date(signedAt).toISOString(),
    };
    await recordAct(em, order, { act: 'facturae.drop', organizationId, subjectId: id, details });
    const { rowCount } = await query(client, sql.deleteSignedFile(id, file.sha256));
    if (rowCount !== 1) throw new DropRefused(`The signed Facturae of invoice ${id} has just been replaced`);
    return fault;
  });
}
