import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './files.sql.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** What the electronic invoice of a batch invoice contains beside its document. */
export type DocumentSource = {
  readonly isIssued: boolean;
  /** Why the invoice failed; null if it did not. */
  readonly processingError: Text | null;
  /** Null until the invoice is issued. */
  readonly invoiceNumber: string | null;
  /** Milliseconds since 1970; null until the invoice is issued. */
  readonly issuedAt: number | null;
  /** The issuer's profile of the time of issue; null if the issuer had none. */
  readonly profile: IssuerDetails | null;
  /** The address in its QR code; null if it has no record of VeriFactu. */
  readonly qrUrl: string | null;
  /** Null until the invoice is issued. */
  readonly issuerNif: string | null;
  /** Whether its signed Facturae is stored. */
  readonly isSigned: boolean;
  /** Null if the invoice is not annulled. */
  readonly annulledAt: string | null;
};

/**
 * Returns the source of an electronic invoice, or null if the organization has no batch invoice
 * with this id.
 */
export async function getDocumentSource(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<DocumentSource | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.getDocumentSource(organizationId, id),
  );
  return rows[0] ?? null;
}

/** An issued invoice of a batch, without its document. */
export type BatchDocument = {
  /** Id of the issued invoice, which is also the id of its batch invoice. */
  readonly id: number;
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Size of the stored document. */
  readonly documentBytes: number;
  readonly profile: IssuerDetails | null;
  readonly qrUrl: string | null;
  readonly annulledAt: string | null;
};

type BatchDocuments = {
  /**
   * Time at which the last invoice was issued or failed, in milliseconds since 1970; null while
   * invoices are pending.
   */
  readonly endedAt: number | null;
  /** The issued invoices in the order of the request. */
  readonly invoices: readonly BatchDocument[];
};

/**
 * Lists the sources of the electronic invoices of a batch. Returns null if the organization has no
 * such batch.
 */
export async function listDocumentSources(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchDocuments | null> {
  const statement = sql.listDocumentSources(organizationId, batchId);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  const [first] = rows;
  if (first === undefined) return null;
  return {
    endedAt: first.endedAt,
    invoices: rows.flatMap(({ endedAt: _end, id, invoiceNumber, issuedAt, documentBytes, ...facts }) =>
      id === null
        ? []
        : [
            {
              ...facts,
              id,
              invoiceNumber: invoiceNumber!,
              issuedAt: issuedAt!,
              documentBytes: documentBytes!,
            },
          ],
    ),
  };
}
