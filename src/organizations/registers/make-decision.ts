import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { withTransaction } from '../../platform/postgres/database.ts';
import { type BoundStatement, query } from '../../platform/postgres/statement.ts';
import * as sql from './registers.sql.ts';

/*
 * How operators decide about an issuer from an issue date on, for all organizations: about its
 * register, and about its deliveries to the SPFE. A decision holds until the next one. It is never
 * changed, only withdrawn.
 */

/** A decision that is wanted, or the withdrawal of the one that holds from the date. */
export type About = {
  readonly issuerNif: string;
  /** `YYYY-MM-DD`. */
  readonly validFrom: string;
  readonly isWithdrawal: boolean;
};

export type Outcome<P> =
  /** If it contradicts what was issued, the plan says what. */
  | { readonly kind: 'decided' | 'planned' | 'contradicts'; readonly plan: P }
  /** A decision holds from this date already. */
  | { readonly kind: 'exists' }
  /** No decision holds from this date that could be withdrawn. */
  | { readonly kind: 'missing' };

type Dated = { readonly validFrom: string; readonly withdrawnAt: number | null };

/** The decisions about an issuer that were not withdrawn, as a new one finds them. */
export type Neighbours<D> = {
  /** The decision from the same date. */
  readonly here: D | null;
  /** The one that holds before the date. */
  readonly before: D | null;
  /** The first issue date of the next one, `YYYY-MM-DD`. */
  readonly until: string | null;
};

/** What is particular to decisions of one kind. */
export type Steps<D extends Dated & QueryResultRow, P> = {
  /** Lists the decisions about the issuer, withdrawn ones too. */
  readonly list: BoundStatement<D>;
  /**
   * Says what the decision changes.
   * @param hasChain whether a chain of the issuer has records.
   */
  readonly plan: (client: PoolClient, neighbours: Neighbours<D>, hasChain: boolean) => Promise<P>;
  /** Returns whether a decision must not be made, because it contradicts what was issued. */
  readonly contradicts: (plan: P) => boolean;
  /** Stores the decision or the withdrawal, with its act. */
  readonly store: () => BoundStatement<QueryResultRow>;
};

/**
 * Decides about an issuer, or withdraws a decision. Waits for transactions that issue for the
 * issuer, and lets none begin until it ends.
 * @param isDryRun only says what would change.
 */
export function makeDecision<D extends Dated & QueryResultRow, P>(
  pool: Pool,
  { issuerNif, validFrom, isWithdrawal }: About,
  { list, plan: planDecision, contradicts, store }: Steps<D, P>,
  isDryRun: boolean,
): Promise<Outcome<P>> {
  return withTransaction(pool, async (client) => {
    await query(client, sql.holdDecisions());
    const chains = await query(client, sql.holdIssuerChains(issuerNif));
    const { rows } = await query(client, list);
    const neighbours = findNeighbours(rows, validFrom);
    if (isWithdrawal && neighbours.here === null) return { kind: 'missing' };
    if (!isWithdrawal && neighbours.here !== null) return { kind: 'exists' };
    const hasChain = chains.rows.some(({ sequence }) => sequence > 0);
    const plan = await planDecision(client, neighbours, hasChain);
    if (contradicts(plan)) return { kind: 'contradicts', plan };
    if (isDryRun) return { kind: 'planned', plan };
    await query(client, store());
    return { kind: 'decided', plan };
  });
}

function findNeighbours<D extends Dated>(all: readonly D[], from: string): Neighbours<D> {
  const ascending = all
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  return {
    here: ascending.find(({ validFrom }) => validFrom === from) ?? null,
    before: ascending.findLast(({ validFrom }) => validFrom < from) ?? null,
    until: ascending.find(({ validFrom }) => validFrom > from)?.validFrom ?? null,
  };
}
