import type { OperatorAct } from '../../../contracts/acts.ts';
import type { Validity } from '../../../domain/verifactu/choose-certificate.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { NEWEST_MIGRATION } from '../../../platform/postgres/newest-migration.ts';

/* What changes seldom. Times are milliseconds since 1970. */

const MOST_CERTIFICATES = 10_000;

export type CertificateTerm = Validity & { readonly organizationId: number };

/** From when and until when the certificates are valid that were not removed. */
export async function listValidities(connection: Connection): Promise<CertificateTerm[]> {
  const { rows } = await query(connection, sql.listValidities(MOST_CERTIFICATES));
  return rows;
}

/** Acts that tell that somebody looked after the data. */
export type CheckAct = Extract<OperatorAct, 'database.backup' | 'database.check' | 'chain.verify'>;
const CHECK_ACTS: readonly CheckAct[] = ['database.backup', 'database.check', 'chain.verify'];

export type LastCheck = {
  readonly act: CheckAct;
  readonly at: number;
  readonly operator: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** The newest act of each kind that was done at all. */
export async function listLastChecks(connection: Connection): Promise<LastCheck[]> {
  const { rows } = await query(connection, sql.listLastChecks(CHECK_ACTS));
  return rows;
}

export type Migrated = {
  /** The newest migration of the database. */
  readonly newest: string;
  /** Whether this version of the program knows a newer one, or not even that one. */
  readonly standing: 'same' | 'behind' | 'ahead';
};

/** How the schema of the database stands to the program. */
export async function readMigrated(connection: Connection): Promise<Migrated> {
  const { rows } = await query(connection, sql.findNewestMigration());
  const newest = rows[0]!.newest ?? 'none';
  if (newest === NEWEST_MIGRATION) return { newest, standing: 'same' };
  return { newest, standing: newest < NEWEST_MIGRATION ? 'behind' : 'ahead' };
}
