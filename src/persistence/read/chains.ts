import type { StoredRecord } from '../../domain/verifactu/verify-record.ts';
import type { Connection } from '../connection/database.ts';
import { statementsBeside } from '../connection/statement.ts';

const loadStatement = statementsBeside(import.meta.url);

const LIST_CHAINS = loadStatement('list-chains');
const LIST_RECORDS = loadStatement('list-records');
const LIST_EXPORTED_RECORDS = loadStatement('list-exported-records');

export type ChainSummary = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly lastHash: string | null;
};

/** The chains of an organization and issuer; null means every one. */
export async function listChains(
  connection: Connection,
  organizationId: number | null,
  issuerNif: string | null,
): Promise<ChainSummary[]> {
  const { rows } = await connection.query<ChainSummary>({
    ...LIST_CHAINS,
    values: [organizationId, issuerNif],
  });
  return rows;
}

const PAGE = 1000;

/** All records of a chain in their order, read a thousand at a time. */
export async function* readRecords(connection: Connection, chainId: number): AsyncGenerator<StoredRecord> {
  let after = -1;
  for (;;) {
    const { rows } = await connection.query<Omit<StoredRecord, 'invoice'> & StoredRecord['invoice']>({
      ...LIST_RECORDS,
      values: [chainId, after, PAGE],
    });
    for (const { sequence, kind, previousHash, hash, xml, ...invoice } of rows) {
      yield { sequence, kind, previousHash, hash, xml, invoice };
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.sequence;
  }
}

export type ExportedRecord = {
  readonly chainId: number;
  readonly sequence: number;
  readonly xml: string;
  readonly issuerName: string;
};

/** The records of an issuer's invoices issued between two days, both included (`YYYY-MM-DD`), a thousand at a time. */
export async function* readExportedRecords(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
  period: { readonly from: string; readonly to: string },
): AsyncGenerator<ExportedRecord[]> {
  let after = { chainId: 0, sequence: 0 };
  for (;;) {
    const { rows } = await connection.query<ExportedRecord>({
      ...LIST_EXPORTED_RECORDS,
      values: [organizationId, issuerNif, period.from, period.to, after.chainId, after.sequence, PAGE],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!;
  }
}
