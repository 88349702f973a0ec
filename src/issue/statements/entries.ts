import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { writeSiiReference } from '../../domain/sii/external-reference.ts';
import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import type { DraftEntry } from '../../domain/registers/register-document.ts';
import * as sql from './entries.sql.ts';

/** The entry of an issued invoice in SII. */
export type NewEntry = {
  readonly id: number;
  readonly identity: InvoiceIdentity;
  readonly entry: DraftEntry;
};

/** Stores the entries of issued invoices in SII with their first versions in one statement. */
export async function insertSiiEntries(
  connection: Connection,
  organizationId: number,
  createdAt: Date,
  entries: readonly NewEntry[],
): Promise<void> {
  await query(
    connection,
    sql.insertSiiEntries(
      organizationId,
      createdAt,
      encodeIntegers(entries.map(({ id }) => id)),
      encodeTexts(entries.map(({ identity }) => identity.issuerNif)),
      encodeTexts(entries.map(({ identity }) => identity.number)),
      encodeTexts(entries.map(({ identity }) => identity.issueDate)),
      encodeIntegers(entries.map(({ entry }) => entry.fiscalYear)),
      encodeTexts(entries.map(({ entry }) => entry.period)),
      encodeTexts(entries.map(({ entry }) => entry.dueBy)),
      encodeTexts(
        entries.map(({ id, entry, identity }) =>
          entry.write({ number: identity.number, externalReference: writeSiiReference(id, 1) }),
        ),
      ),
    ),
  );
}
