import { REFUSAL_SECONDS, type SigningRefusal } from '../../contracts/signing-refusals.ts';
import { FileDamage, restoreFile } from '../../platform/literals/stored-file.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './files.sql.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * Why a worker could not sign an invoice. `detail` is the rule and the reason if the format cannot
 * express it.
 */
export type StoredRefusal = { readonly reason: SigningRefusal; readonly detail: string | null };

export type FacturaeState = {
  readonly isIssued: boolean;
  readonly processingError: Text | null;
  readonly invoiceNumber: string | null;
  /** SHA-256 of the signed file; null until it is signed. */
  readonly sha256: Buffer | null;
  /** Null if no worker has refused to sign the invoice since the time in question. */
  readonly refusal: StoredRefusal | null;
  /** When the invoice was annulled: UTC, whole seconds; null if it is not annulled. */
  readonly annulledAt: string | null;
  /** When this was read, by the clock of the database. */
  readonly at: Date;
};

/**
 * Returns the state of the signed Facturae of a batch invoice, or null if the organization has no
 * batch invoice with this id.
 * @param since earlier refusals are ignored; null ignores all.
 */
export async function getFacturae(
  connection: Connection,
  organizationId: number,
  id: number,
  since: Date | null = null,
): Promise<FacturaeState | null> {
  const statement = sql.getSignedFacturae(organizationId, id, since);
  const [found] = (await readAsOrganization(connection, organizationId, statement)).rows;
  if (found === undefined) return null;
  const { refusal, refusalDetail, at, ...state } = found;
  return { ...state, refusal: buildRefusal(refusal, refusalDetail), at: new Date(at) };
}

/**
 * Whether an invoice of a batch is signed, and else why a worker refused to sign it; null if none
 * did.
 */
export type FacturaeOfBatch = { readonly isSigned: boolean; readonly refusal: StoredRefusal | null };

/**
 * Returns the state of the signed Facturae of a batch, by invoice. Invoices that no worker has
 * signed or refused lately are left out.
 */
export async function listFacturae(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<ReadonlyMap<number, FacturaeOfBatch>> {
  const statement = sql.listSignedFacturae(organizationId, batchId, REFUSAL_SECONDS);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return new Map(
    rows.map(({ id, isSigned, refusal, refusalDetail }) => [
      id,
      { isSigned, refusal: isSigned ? null : buildRefusal(refusal, refusalDetail) },
    ]),
  );
}

function buildRefusal(reason: SigningRefusal | null, detail: string | null): StoredRefusal | null {
  return reason === null ? null : { reason, detail };
}

/**
 * Reads the signed Facturae of issued invoices, which are stored.
 * @returns the files in the order of the ids, with the damage in place of a damaged one.
 */
export async function readFacturae(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<(Buffer | FileDamage)[]> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.readSignedFacturae(organizationId, ids),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const files: (Buffer | FileDamage)[] = [];
  for (const id of ids) {
    const what = `The signed Facturae of invoice ${id}`;
    const file = stored.get(id);
    if (file === undefined) files.push(new FileDamage(`${what} is not stored`));
    else
      files.push(
        await restoreFile(file, what).catch((error: unknown) => {
          if (error instanceof FileDamage) return error;
          throw error;
        }),
      );
  }
  return files;
}

/** Marks signed Facturae as damaged, which operators see. */
export async function markDamaged(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<void> {
  await queryAsOrganization(connection, organizationId, sql.markDamagedFacturae(organizationId, ids));
}
