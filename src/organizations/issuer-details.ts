import type { QueryResult, QueryResultRow } from 'pg';
import type { IssuerDetails } from '../contracts/issuer-profile.ts';
import type { BoundStatement } from '../platform/postgres/statement.ts';
import * as sql from './organizations.sql.ts';

/** Runs a statement as a worker, or in the scope of an organization. */
type Ask = <R extends QueryResultRow>(statement: BoundStatement<R>) => Promise<QueryResult<R>>;

/** Finds the newest profiles of issuers, as electronic invoices use them. */
export async function findIssuerDetails(
  ask: Ask,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlyMap<string, IssuerDetails>> {
  if (nifs.length === 0) return new Map();
  const { rows } = await ask(sql.findIssuerDetails(organizationId, nifs));
  return new Map(rows.map(({ nif, details }) => [nif, details]));
}
