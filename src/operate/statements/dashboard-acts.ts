import { type Act, ActorRefused, type DashboardOrder } from '../../contracts/acts.ts';
import type { EntityManager } from '../../platform/postgres/open-database.ts';

/*
 * What the dashboard does: by functions of the database, each with its act, which find out whose it is. Its role changes and writes nothing by itself (migrations/0009-operators.sql).
 */

/** What the functions end with then (invalid_authorization_specification). */
const NO_ACTOR = '28000';

type ActFunction =
  | 'acknowledge_finding'
  | 'mark_chain'
  | 'order_correction'
  | 'pause_organization'
  | 'record_dashboard_act'
  | 'resume_chain'
  | 'send_chain';

/**
 * Calls a function that is told first who wants it, from where and why.
 * @returns its result, as `pg` reads it.
 * @throws ActorRefused
 */
export async function callAsActor<T>(
  em: EntityManager,
  name: ActFunction,
  { actor, client, reason }: DashboardOrder,
  values: readonly unknown[],
): Promise<T> {
  const who = 'shared' in actor ? [null, actor.shared] : [actor.tokenHash, null];
  const all = [...who, client, reason, ...values];
  try {
    const [row] = await em.execute<{ result: T }[]>(
      `select ${name}(${all.map(() => '?').join(', ')}) as result`,
      all,
    );
    return row!.result;
  } catch (error) {
    if ((error as { code?: string }).code === NO_ACTOR) throw new ActorRefused((error as Error).message);
    throw error;
  }
}

/** Records that a finding was acknowledged. @throws ActorRefused */
export async function acknowledgeFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  finding: number,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await callAsActor(em, 'acknowledge_finding', order, [finding, JSON.stringify(details)]);
}

/** Records what is done elsewhere than in the database. @throws ActorRefused */
export async function recordDashboardAct(
  em: EntityManager,
  order: DashboardOrder,
  { act, organizationId = null, subjectId, details = {} }: Act,
): Promise<void> {
  const values = [act, organizationId, subjectId ?? null, JSON.stringify(details)];
  await callAsActor(em, 'record_dashboard_act', order, values);
}

/** Pauses an organization, or lets it go on. @returns false where it is so already, or there is none. @throws ActorRefused */
export function pauseFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  organizationId: number,
  isPaused: boolean,
): Promise<boolean> {
  return callAsActor(em, 'pause_organization', order, [organizationId, isPaused]);
}

/** Lets a halted chain send again. @returns false where the chain is not halted. @throws ActorRefused */
export function resumeFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return callAsActor(em, 'resume_chain', order, [chainId]);
}

/** Marks a chain to be compared with AEAT. @returns false where the chain is retired, or its organization issues without VeriFactu. @throws ActorRefused */
export function markFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return callAsActor(em, 'mark_chain', order, [chainId]);
}

/** Lets the next message of a chain go earlier. @returns when it may go, in milliseconds since 1970; null where nothing can be gained (see `hastenRemission`). @throws ActorRefused */
export async function sendFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<number | null> {
  const at = await callAsActor<string | null>(em, 'send_chain', order, [chainId]);
  return at === null ? null : new Date(at).getTime();
}
