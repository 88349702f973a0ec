import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Act, ActorRefused, type DashboardOrder } from '../../contracts/acts.ts';
import type { Orm } from '../../platform/postgres/open-database.ts';
import type { PendingAct } from '../../platform/audit/operator-acts.ts';
import type { Hints } from '../../platform/jobs/hints.ts';

/*
 * What operators can do in the dashboard: each act says how things stand, what will happen and what cannot be undone, before it is done, and what became of it after.
 */

export const OFFERED_ACTS = [
  'chain.resume',
  'chain.compare',
  'chain.send',
  'invoice.resend',
  'invoice.annul',
  'batch.retry',
  'pdf.retry',
  'organization.pause',
  'organization.resume',
  'finding.acknowledge',
] as const;
export type ActName = (typeof OFFERED_ACTS)[number];

/** What somebody sees who is about to do it. */
export type Sight = {
  /** `Resume chain 2` */
  readonly title: string;
  /** How things stand now, in sentences. */
  readonly stands: readonly string[];
  /** What will happen, in one sentence. */
  readonly will: string;
  /** What cannot be undone, in one sentence. */
  readonly cannot: string;
  /** Why it cannot be done now; null: it can. */
  readonly refusal: string | null;
  /** The command that does the same; null: there is none. */
  readonly command: string | null;
  /** Something that can be chosen. */
  readonly choice: { readonly name: 'outside_census'; readonly label: string } | null;
  /** Changes when what matters does: whoever saw another mark decided about something else. */
  readonly mark: string;
};

export type ActOrder = DashboardOrder & {
  readonly reason: string;
  /** The mark that was seen. */
  readonly seen: string;
  readonly isChosen: boolean;
};

/** What became of it. `changed`: things stand otherwise than was seen. Neither that nor what was refused is done. */
export type Became =
  | { readonly kind: 'done'; readonly told: string }
  | { readonly kind: 'ordered'; readonly orderId: number }
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly why: string };

export type OfferedAct = {
  /** null where there is nothing of this id. */
  readonly look: (id: number) => Promise<Sight | null>;
  /** Looks again, and does it where nothing changed. @throws NotBegun; ActorRefused; what else the database throws, or Redis: then it may have been done. */
  readonly carryOut: (id: number, order: ActOrder) => Promise<Became>;
};

export type ActContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly hints: Hints;
  /** For what is done elsewhere than in the database. */
  readonly begin: (order: DashboardOrder, act: Act) => Promise<PendingAct>;
};

/** The database, or Redis, was away before anything was begun: nothing is done. */
export class NotBegun extends Error {
  override name = 'NotBegun';
}

/** Runs what comes before anything is done. @throws NotBegun; ActorRefused */
export async function before<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ActorRefused) throw error;
    throw new NotBegun('Nothing was begun', { cause: error });
  }
}

/** A mark of what matters of how things stand. */
export function markOf(...facts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(facts)).slice(0, 16);
}

/**
 * An act that is done where it is seen as it was.
 * @param see tells how things stand, with what the act needs of them.
 */
export function offerAct<T>(
  see: (id: number) => Promise<{ readonly sight: Sight; readonly seen: T } | null>,
  carryOut: (seen: T, order: ActOrder) => Promise<Became>,
): OfferedAct {
  return {
    look: async (id) => (await see(id))?.sight ?? null,
    async carryOut(id, order) {
      const now = await before(see(id));
      if (now === null || now.sight.mark !== order.seen) return { kind: 'changed' };
      if (now.sight.refusal !== null) return { kind: 'refused', why: now.sight.refusal };
      return carryOut(now.seen, order);
    },
  };
}
