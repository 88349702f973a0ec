import type { Pool, PoolClient } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import type { SpfeBasis, SpfeChannel, SpfeMode } from '../../contracts/spfe.ts';
import { query } from '../../platform/postgres/statement.ts';
import { makeDecision, type Neighbours, type Outcome } from '../registers/make-decision.ts';
import * as sql from './spfe-decisions.sql.ts';

/*
 * What operators decide about the duty of issuers to deliver their invoices to AEAT's public
 * solution (SPFE; RD 238/2026). What an invoice got when it was issued stays.
 */

/** A decision about an issuer, withdrawn or not. */
export type SpfeDecided = sql.ListSpfeDecisionsRow;

/** The issued invoices of an issuer by the mode in which they were issued. `numbers` are the newest of them. */
export type IssuedInMode = sql.CountIssuedInModesRow;

/** A decision that an operator orders, or the withdrawal of the one that holds from the date. */
export type WantedSpfe = {
  readonly issuerNif: string;
  /** `YYYY-MM-DD`. */
  readonly validFrom: string;
} & (
  | { readonly mode: 'prepare' | 'send'; readonly channel: SpfeChannel; readonly basis: SpfeBasis }
  | { readonly mode: 'off'; readonly channel: null; readonly basis: SpfeBasis }
  | { readonly mode: null }
);

/** What a decision changes. */
export type SpfePlan = {
  /** The first date for which it no longer holds, `YYYY-MM-DD`; null if it holds until the next one. */
  readonly until: string | null;
  /** The mode that holds for its dates afterwards. */
  readonly mode: SpfeMode;
  /** The latest issue date of the issuer, `YYYY-MM-DD`, if invoices would be sent from an earlier date on. */
  readonly tooEarly: string | null;
  /** The issued invoices for which it would hold, and which are sent or were sent although it says otherwise. */
  readonly contradicted: readonly IssuedInMode[];
  /** The issued invoices for which it would hold, and which keep another mode. */
  readonly kept: readonly IssuedInMode[];
  /** The issued invoices from before it, which it does not concern. */
  readonly earlier: readonly IssuedInMode[];
};

/** Lists the decisions about an issuer, or about all issuers, the newest first. */
export async function listSpfeDecisions(
  pool: Pool,
  issuerNif: string | null,
): Promise<readonly SpfeDecided[]> {
  return (await query(pool, sql.listSpfeDecisions(issuerNif))).rows;
}

/**
 * Decides about the deliveries of an issuer, or withdraws a decision. `send` never begins before the
 * latest issue date of the issuer, because nothing that was issued is sent afterwards.
 * @param isDryRun only says what would change.
 */
export function decideSpfe(
  pool: Pool,
  wanted: WantedSpfe,
  { operator, reason }: Order,
  now: Date,
  isDryRun: boolean,
): Promise<Outcome<SpfePlan>> {
  const { issuerNif, validFrom } = wanted;
  return makeDecision(
    pool,
    { issuerNif, validFrom, isWithdrawal: wanted.mode === null },
    {
      list: sql.listSpfeDecisions(issuerNif),
      plan: (client, neighbours) => planDecision(client, wanted, neighbours),
      contradicts: ({ tooEarly, contradicted }) => tooEarly !== null || contradicted.length > 0,
      store: () =>
        wanted.mode === null
          ? sql.withdrawSpfeDecision(issuerNif, validFrom, now, operator, reason)
          : sql.insertSpfeDecision(
              issuerNif,
              wanted.mode,
              wanted.channel,
              validFrom,
              wanted.basis,
              operator,
              reason,
            ),
    },
    isDryRun,
  );
}

async function planDecision(
  client: PoolClient,
  { issuerNif, validFrom, mode: wanted }: WantedSpfe,
  { before, until }: Neighbours<SpfeDecided>,
): Promise<SpfePlan> {
  const mode = wanted ?? before?.mode ?? 'off';
  const issued = (from: string | null, end: string | null) =>
    query(client, sql.countIssuedInModes(issuerNif, from, end)).then(({ rows }) => rows);
  const others = (await issued(validFrom, until)).filter((each) => each.mode !== mode);
  const { last } = (await query(client, sql.findLastIssued(issuerNif))).rows[0]!;
  return {
    until,
    mode,
    tooEarly: mode === 'send' && last !== null && validFrom < last ? last : null,
    contradicted: others.filter((each) => each.mode === 'send'),
    kept: others.filter((each) => each.mode !== 'send'),
    earlier: await issued(null, validFrom),
  };
}
