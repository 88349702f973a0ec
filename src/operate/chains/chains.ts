import type { StoredRecord } from 'verifactu-protocol/records/verify-record';
import type { Connection } from '../../platform/postgres/database.ts';
import { readLiterals } from '../../platform/literals/read-literals.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './chains.sql.ts';

export type ChainSummary = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly lastHash: string | null;
};

/** Lists the chains of an organization and issuer; null matches all. */
export async function listChains(
  connection: Connection,
  organizationId: number | null,
  issuerNif: string | null,
): Promise<ChainSummary[]> {
  const { rows } = await query(connection, sql.listChains(organizationId, issuerNif));
  return rows;
}

const PAGE = 1000;

type PackedRow = { readonly xml: string | null; readonly invoiceId: number };

const toLiteralRow = ({ xml, invoiceId }: PackedRow) => ({ literal: xml, invoiceId });

/**
 * Reads all records of a chain in order, a thousand at a time. `xml` is null for records that were
 * archived with their month.
 * @throws BlockDamage at a record whose XML cannot be read, after all records before it.
 */
export async function* readRecords(
  connection: Connection,
  chainId: number,
): AsyncGenerator<Omit<StoredRecord, 'xml'> & { readonly xml: string | null }> {
  let after = -1;
  for (;;) {
    const { rows } = await query(connection, sql.listRecords(chainId, after, PAGE));
    const here = rows.filter(({ isAway }) => !isAway);
    const literalOf = await readLiterals(connection, 'records', here.map(toLiteralRow));
    for (const row of rows) {
      const {
        sequence,
        kind,
        previousHash,
        hash,
        xml: _xml,
        invoiceId: _invoiceId,
        isAway,
        ...invoice
      } = row;
      const xml = isAway ? null : literalOf(toLiteralRow(row));
      yield { sequence, kind, previousHash, hash, xml, invoice };
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.sequence;
  }
}

/** Anchor of an archived part of a chain: the huella before the part and the huella at its end. */
export type Anchor = {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly hashBefore: string | null;
  readonly lastHash: string;
};

/** Lists the anchors of a chain in order. */
export async function listAnchors(connection: Connection, chainId: number): Promise<Anchor[]> {
  const { rows } = await query(connection, sql.listAnchors(chainId));
  return rows;
}

export type ExportedRecord = {
  readonly chainId: number;
  readonly sequence: number;
  readonly xml: string;
  readonly issuerName: string;
};

/**
 * Reads the records of an issuer's invoices issued between two days, both inclusive (`YYYY-MM-DD`),
 * a thousand at a time.
 */
export async function* readExportedRecords(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
  period: { readonly from: string; readonly to: string },
): AsyncGenerator<ExportedRecord[]> {
  let after = { chainId: 0, sequence: 0 };
  for (;;) {
    const { rows } = await query(
      connection,
      sql.listExportedRecords(
        organizationId,
        issuerNif,
        period.from,
        period.to,
        after.chainId,
        after.sequence,
        PAGE,
      ),
    );
    const literalOf = await readLiterals(connection, 'records', rows.map(toLiteralRow));
    if (rows.length > 0)
      yield rows.map(({ invoiceId, xml, ...record }) => ({
        ...record,
        xml: literalOf({ literal: xml, invoiceId }),
      }));
    if (rows.length < PAGE) return;
    after = rows.at(-1)!;
  }
}
