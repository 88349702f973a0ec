import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { writeSiiReference } from '../../domain/sii/external-reference.ts';
import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import type { DraftEntry } from '../../domain/registers/register-document.ts';
import type { DraftDelivery } from '../../domain/spfe/draft-delivery.ts';
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

/** The delivery of an issued invoice to the SPFE. */
export type NewDelivery = {
  readonly id: number;
  readonly identity: InvoiceIdentity;
  readonly delivery: DraftDelivery;
};

/** Stores the deliveries of issued invoices to the SPFE in one statement. */
export async function insertSpfeDeliveries(
  connection: Connection,
  organizationId: number,
  createdAt: Date,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const column = (take: (delivery: DraftDelivery) => string | null) =>
    encodeTexts(deliveries.map(({ delivery }) => take(delivery)));
  await query(
    connection,
    sql.insertSpfeDeliveries(
      organizationId,
      createdAt,
      encodeIntegers(deliveries.map(({ id }) => id)),
      encodeTexts(deliveries.map(({ identity }) => identity.issuerNif)),
      encodeTexts(deliveries.map(({ identity }) => identity.number)),
      encodeTexts(deliveries.map(({ identity }) => identity.issueDate)),
      encodeTexts(deliveries.map(({ delivery }) => delivery.mode)),
      encodeTexts(deliveries.map(({ delivery }) => delivery.channel)),
      encodeTexts(deliveries.map(({ delivery }) => delivery.state)),
      column(({ reason }) => reason),
      column(({ missing }) => (missing.length === 0 ? null : missing.join(' '))),
    ),
  );
}
