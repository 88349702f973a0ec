import type { Pool, PoolClient } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import type { Register, SettlementPeriod } from '../../contracts/registers.ts';
import { withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
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

export type Outcome =
  /** If it contradicts what was issued, `plan.contradicted` says what. */
  | { readonly kind: 'decided' | 'planned' | 'contradicts'; readonly plan: Plan }
  /** A decision holds from this date already. */
  | { readonly kind: 'exists' }
  /** No decision holds from this date that could be withdrawn. */
  | { readonly kind: 'missing' };

/** Lists the decisions about an issuer, or about all issuers, the newest first. */
export async function listDecisions(pool: Pool, issuerNif: string | null): Promise<readonly Decision[]> {
  return (await query(pool, sql.listDecisions(issuerNif))).rows;
}

/**
 * Decides about the register of an issuer, or withdraws a decision. Waits for transactions that
 * issue for the issuer, and lets none begin until it ends.
 * @param isDryRun only says what would change.
 */
export function decideRegister(
  pool: Pool,
  wanted: Wanted,
  { operator, reason }: Order,
  now: Date,
  isDryRun: boolean,
): Promise<Outcome> {
  const { issuerNif, validFrom } = wanted;
  return withTransaction(pool, async (client) => {
    await query(client, sql.holdDecisions());
    const chains = await query(client, sql.holdIssuerChains(issuerNif));
    const { rows } = await query(client, sql.listDecisions(issuerNif));
    const decisions = rows.filter(({ withdrawnAt }) => withdrawnAt === null);
    const present = decisions.find((decision) => decision.validFrom === validFrom);
    if (wanted.register === null && present === undefined) return { kind: 'missing' };
    if (wanted.register !== null && present !== undefined) return { kind: 'exists' };
    const hasChain = chains.rows.some(({ sequence }) => sequence > 0);
    const plan = await planDecision(client, wanted, decisions, hasChain);
    if (plan.contradicted.length > 0) return { kind: 'contradicts', plan };
    if (isDryRun) return { kind: 'planned', plan };
    await query(
      client,
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
    );
    return { kind: 'decided', plan };
  });
}

async function planDecision(
  client: PoolClient,
  { issuerNif, validFrom, register }: Wanted,
  decisions: readonly Decision[],
  hasChain: boolean,
): Promise<Plan> {
  const ascending = decisions.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const until = ascending.find((decision) => decision.validFrom > validFrom)?.validFrom ?? null;
  const before = ascending.findLast((decision) => decision.validFrom < validFrom)?.register ?? null;
  const here = ascending.find((decision) => decision.validFrom === validFrom)?.register;
  const issued = (from: string, end: string | null) =>
    query(client, sql.countIssued(issuerNif, from, end)).then(({ rows }) => rows);
  const held = await issued(validFrom, until);
  // Earlier invoices that are in SII because the issuer entered it on that day.
  const entered = register === null ? (await query(client, sql.countEntered(issuerNif, validFrom))).rows : [];
  const startOfYear = `${validFrom.slice(0, 4)}-01-01`;
  const { rows: unanswered } = await query(client, sql.countUnanswered(issuerNif));
  return {
    until,
    contradicted: [...held.filter((each) => !agrees(each.register, { register, before, here })), ...entered],
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
