import { type Act, ActorRefused, type DashboardOrder } from '../../contracts/acts.ts';
import type { EntityManager } from '../../platform/postgres/open-database.ts';

/*
 * Acts of the dashboard. Each calls a database function that checks the actor and records the act.
 * The database role of the dashboard cannot change anything directly
 * (migrations/0009-operators.sql).
 */

/** SQLSTATE of the functions for an unknown actor (invalid_authorization_specification). */
const NO_ACTOR = '28000';

type ActFunction =
  | 'acknowledge_finding'
  | 'mark_chain'
  | 'order_correction'
  | 'pause_organization'
  | 'record_dashboard_act'
  | 'resume_chain'
  | 'resume_sii_issuer'
  | 'resume_spfe_issuer'
  | 'send_chain';

/**
 * Calls a function whose first arguments are the actor, the client address and the reason.
 * @returns its result, as `pg` parses it.
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

/**
 * Records that a finding was acknowledged.
 * @throws ActorRefused
 */
export async function acknowledgeFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  finding: number,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await callAsActor(em, 'acknowledge_finding', order, [finding, JSON.stringify(details)]);
}

/**
 * Records an act whose effect is outside the database.
 * @throws ActorRefused
 */
export async function recordDashboardAct(
  em: EntityManager,
  order: DashboardOrder,
  { act, organizationId = null, subjectId, details = {} }: Act,
): Promise<void> {
  const values = [act, organizationId, subjectId ?? null, JSON.stringify(details)];
  await callAsActor(em, 'record_dashboard_act', order, values);
}

/**
 * Pauses or resumes an organization.
 * @returns false if the state is already set or the organization does not exist.
 * @throws ActorRefused
 */
export function pauseFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  organizationId: number,
  isPaused: boolean,
): Promise<boolean> {
  return callAsActor(em, 'pause_organization', order, [organizationId, isPaused]);
}

/**
 * Resumes a halted chain.
 * @returns false if the chain is not halted.
 * @throws ActorRefused
 */
export function resumeFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return callAsActor(em, 'resume_chain', order, [chainId]);
}

/**
 * Resumes the halted issuer of a chain in SII.
 * @returns false if the issuer is not halted.
 * @throws ActorRefused
 */
export function resumeSiiFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return callAsActor(em, 'resume_sii_issuer', order, [chainId]);
}

/**
 * Resumes the halted issuer of a chain at the SPFE.
 * @returns false if the issuer is not halted.
 * @throws ActorRefused
 */
export function resumeSpfeFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return callAsActor(em, 'resume_spfe_issuer', order, [chainId]);
}

/**
 * Marks a chain for comparison with AEAT.
 * @returns false if the chain is retired or its organization issues without VeriFactu.
 * @throws ActorRefused
 */
export function markFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return callAsActor(em, 'mark_chain', order, [chainId]);
}

/**
 * Makes the next message of a chain go earlier.
 * @returns when it may be sent, in milliseconds since 1970, or null if nothing is gained (see
 * `hastenRemission`).
 * @throws ActorRefused
 */
export async function sendFromDashboard(
  em: EntityManager,
  order: DashboardOrder,
  chainId: number,
): Promise<number | null> {
  const at = await callAsActor<string | null>(em, 'send_chain', order, [chainId]);
  return at === null ? null : new Date(at).getTime();
}
