import type { OperatorAct } from '../../contracts/acts.ts';
import type { Validity } from '../../domain/registration/choose-certificate.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { NEWEST_MIGRATION } from '../../platform/postgres/newest-migration.ts';

/* Data that changes rarely. Times are in milliseconds since 1970. */

const MOST_CERTIFICATES = 10_000;

export type CertificateTerm = Validity & { readonly organizationId: number };

/** Lists the validity periods of the certificates that were not removed. */
export async function listValidities(connection: Connection): Promise<CertificateTerm[]> {
  const { rows } = await query(connection, sql.listValidities(MOST_CERTIFICATES));
  return rows;
}

/** Acts that show that the data was backed up or verified. */
export type CheckAct = Extract<OperatorAct, 'database.backup' | 'database.check' | 'chain.verify'>;
const CHECK_ACTS: readonly CheckAct[] = ['database.backup', 'database.check', 'chain.verify'];

export type LastCheck = {
  readonly act: CheckAct;
  readonly at: number;
  readonly operator: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Lists the newest act of each kind. */
export async function listLastChecks(connection: Connection): Promise<LastCheck[]> {
  const { rows } = await query(connection, sql.listLastChecks(CHECK_ACTS));
  return rows;
}

export type Migrated = {
  /** Newest migration of the database. */
  readonly newest: string;
  /**
   * `behind` if this program has a newer migration; `ahead` if it does not know the database's
   * newest one.
   */
  readonly standing: 'same' | 'behind' | 'ahead';
};

/** Compares the schema of the database with the program. */
export async function readMigrated(connection: Connection): Promise<Migrated> {
  const { rows } = await query(connection, sql.findNewestMigration());
  const newest = rows[0]!.newest ?? 'none';
  if (newest === NEWEST_MIGRATION) return { newest, standing: 'same' };
  return { newest, standing: newest < NEWEST_MIGRATION ? 'behind' : 'ahead' };
}
