import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Act, ActorRefused, type DashboardOrder } from '../../contracts/acts.ts';
import type { Orm } from '../../platform/postgres/open-database.ts';
import type { PendingAct } from '../../platform/audit/operator-acts.ts';
import type { JobQueues } from '../../platform/jobs/job-queues.ts';

/*
 * Acts that operators can perform in the dashboard. Each act describes the current state, its
 * effect and what cannot be undone before it is carried out, and its outcome afterwards.
 *
 * The course of an act: look → confirm, with the mark of the state that was seen → look again →
 * changed (the mark differs), refused, done, or ordered (a worker carries it out). Nothing is done
 * for `changed` and `refused`.
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
  'register.resume',
  'spfe.resume',
] as const;
export type ActName = (typeof OFFERED_ACTS)[number];

/** What the confirmation page shows to an operator. */
export type Sight = {
  /** Title, for example `Resume chain 2`. */
  readonly title: string;
  /** Current state, in sentences. */
  readonly stands: readonly string[];
  /** Effect, in one sentence. */
  readonly will: string;
  /** What cannot be undone, in one sentence. */
  readonly cannot: string;
  /** Why the act cannot be carried out now; null if it can. */
  readonly refusal: string | null;
  /** Command with the same effect; null if there is none. */
  readonly command: string | null;
  /** An option of the form; null if there is none. */
  readonly choice: { readonly name: 'outside_census'; readonly label: string } | null;
  /** Hash of the relevant state. If it has changed, the operator decided about another state. */
  readonly mark: string;
};

export type ActOrder = DashboardOrder & {
  readonly reason: string;
  /** Mark that the operator saw. */
  readonly seen: string;
  readonly isChosen: boolean;
};

/**
 * Outcome of an act. `changed` means that the state differs from what the operator saw. Nothing is
 * done for `changed` and `refused`.
 */
export type Became =
  | { readonly kind: 'done'; readonly told: string }
  | { readonly kind: 'ordered'; readonly orderId: number }
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly why: string };

export type OfferedAct = {
  /** Returns the current state, or null if there is nothing with this id. */
  readonly look: (id: number) => Promise<Sight | null>;
  /**
   * Looks again and carries the act out if nothing has changed.
   * @throws NotBegun; ActorRefused; any other error of the database or of Redis, after which the
   *   act may have been carried out.
   */
  readonly carryOut: (id: number, order: ActOrder) => Promise<Became>;
};

export type ActContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly jobQueues: JobQueues;
  /** Starts an act whose effect is outside the database. */
  readonly begin: (order: DashboardOrder, act: Act) => Promise<PendingAct>;
};

/** Thrown if the database or Redis was unavailable before the act began. Nothing was done. */
export class NotBegun extends Error {
  override name = 'NotBegun';
}

/**
 * Runs a step that precedes the act.
 * @throws NotBegun; ActorRefused
 */
export async function before<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ActorRefused) throw error;
    throw new NotBegun('The act was not started', { cause: error });
  }
}

/** Returns a mark of the given facts: a hash that changes when one of them does. */
export function markOf(...facts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(facts)).slice(0, 16);
}

/**
 * Returns an act that is carried out only if the state is still the one that the operator saw.
 * @param see returns the current state and the data that the act needs.
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
