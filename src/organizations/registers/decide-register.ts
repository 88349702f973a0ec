import type { Pool, PoolClient } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import type { Register, SettlementPeriod } from '../../contracts/registers.ts';
import { query } from '../../platform/postgres/statement.ts';
import { makeDecision, type Neighbours, type Outcome } from './make-decision.ts';
import * as sql from './registers.sql.ts';

/*
 * What operators decide about the registers of issuers. A decision is refused where it would
 * contradict what was issued: an invoice stays in the register that has it.
 */

/** A decision about an issuer, withdrawn or not. */
export type Decision = sql.ListDecisionsRow;

/** The issued invoices of an issuer in one register. `numbers` are the newest of them. */
export type Issued = sql.CountIssuedRow;

/** A decision that an operator orders, or the withdrawal of the one that holds from the date. */
export type Wanted = {
  readonly issuerNif: string;
  /** `YYYY-MM-DD`. */
  readonly validFrom: string;
} & (
  | { readonly register: 'sii'; readonly period: SettlementPeriod; readonly basis: string }
  | { readonly register: 'verifactu'; readonly period: null; readonly basis: string }
  | { readonly register: null }
);

/** What a decision changes. */
export type Plan = {
  /** The first date for which it no longer holds, `YYYY-MM-DD`; null if it holds until the next one. */
  readonly until: string | null;
  /** The issued invoices for which it would hold and which another register has, or none. */
  readonly contradicted: readonly Issued[];
  /**
   * The issued invoices of the same calendar year before it. An issuer that enters SII must send
   * them as well (RIVA, art. 68 ter).
   */
  readonly earlier: readonly Issued[];
  /** The records in chains and the entries in SII of the issuer that AEAT has not accepted. */
  readonly unanswered: { readonly records: number; readonly entries: number };
  /** Whether a chain of the issuer has records. It sleeps while the issuer is in SII. */
  readonly hasChain: boolean;
};

/** Lists the decisions about an issuer, or about all issuers, the newest first. */
export async function listDecisions(pool: Pool, issuerNif: string | null): Promise<readonly Decision[]> {
  return (await query(pool, sql.listDecisions(issuerNif))).rows;
}

/**
 * Decides about the register of an issuer, or withdraws a decision.
 * @param isDryRun only says what would change.
 */
export function decideRegister(
  pool: Pool,
  wanted: Wanted,
  { operator, reason }: Order,
  now: Date,
  isDryRun: boolean,
): Promise<Outcome<Plan>> {
  const { issuerNif, validFrom } = wanted;
  return makeDecision(
    pool,
    { issuerNif, validFrom, isWithdrawal: wanted.register === null },
    {
      list: sql.listDecisions(issuerNif),
      plan: (client, neighbours, hasChain) => planDecision(client, wanted, neighbours, hasChain),
      contradicts: ({ contradicted }) => contradicted.length > 0,
      store: () =>
        wanted.register === null
          ? sql.withdrawDecision(issuerNif, validFrom, now, operator, reason)
          : sql.insertDecision(
              issuerNif,
              wanted.register,
              wanted.period,
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
  { issuerNif, validFrom, register }: Wanted,
  { here, before, until }: Neighbours<Decision>,
  hasChain: boolean,
): Promise<Plan> {
  const issued = (from: string, end: string | null) =>
    query(client, sql.countIssued(issuerNif, from, end)).then(({ rows }) => rows);
  const held = await issued(validFrom, until);
  // Earlier invoices that are in SII because the issuer entered it on that day.
  const entered = register === null ? (await query(client, sql.countEntered(issuerNif, validFrom))).rows : [];
  const startOfYear = `${validFrom.slice(0, 4)}-01-01`;
  const { rows: unanswered } = await query(client, sql.countUnanswered(issuerNif));
  const decided = { register, before: before?.register ?? null, here: here?.register };
  return {
    until,
    contradicted: [...held.filter((each) => !agrees(each.register, decided)), ...entered],
    earlier: startOfYear === validFrom ? [] : await issued(startOfYear, validFrom),
    unanswered: unanswered[0]!,
    hasChain,
  };
}

/**
 * Returns whether invoices that a register has would agree with a decision. After a withdrawal the
 * decision before it holds, or else what each organization does, which nothing that was issued under
 * the withdrawn decision agrees with.
 */
function agrees(
  has: Issued['register'],
  {
    register,
    before,
    here,
  }: {
    readonly register: Register | null;
    readonly before: Register | null;
    readonly here: Register | undefined;
  },
): boolean {
  if (register !== null) return has === register;
  return before === null ? has !== here : has === before;
}
