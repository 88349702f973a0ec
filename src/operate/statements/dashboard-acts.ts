import { type Act, ActorRefused, type DashboardOrder } from '../../contracts/acts.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { type SingleStatement, statementsBeside } from '../../platform/postgres/statement.ts';

/*
 * What the dashboard does: by functions of the database, each with its act, which find out whose it is. Its role changes and writes nothing by itself (migrations/0009-operators.sql).
 */

const loadStatement = statementsBeside(import.meta.url);

const RECORD_DASHBOARD_ACT = loadStatement('record-dashboard-act');
const PAUSE_FROM_DASHBOARD = loadStatement('pause-from-dashboard');
const RESUME_FROM_DASHBOARD = loadStatement('resume-from-dashboard');
const ACKNOWLEDGE_FROM_DASHBOARD = loadStatement('acknowledge-from-dashboard');
const SEND_FROM_DASHBOARD = loadStatement('send-from-dashboard');
const MARK_FROM_DASHBOARD = loadStatement('mark-from-dashboard');

/** What the functions end with then (invalid_authorization_specification). */
const NO_ACTOR = '28000';

/**
 * Calls a function that is told first who wants it, from where and why.
 * @throws ActorRefused
 */
export async function callAsActor<Row extends object>(
  connection: Connection,
  statement: SingleStatement,
  { actor, client, reason }: DashboardOrder,
  values: readonly unknown[],
): Promise<Row> {
  const who = 'shared' in actor ? [null, actor.shared] : [actor.tokenHash, null];
  try {
    const { rows } = await connection.query<Row>({
      ...statement,
      values: [...who, client, reason, ...values],
    });
    return rows[0]!;
  } catch (error) {
    if ((error as { code?: string }).code === NO_ACTOR) throw new ActorRefused((error as Error).message);
    throw error;
  }
}

/** Writes down that a finding was acknowledged. @throws ActorRefused */
export async function acknowledgeFromDashboard(
  connection: Connection,
  order: DashboardOrder,
  finding: number,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await callAsActor(connection, ACKNOWLEDGE_FROM_DASHBOARD, order, [finding, JSON.stringify(details)]);
}

type Done = { readonly done: boolean };

/** Writes down what is done elsewhere than in the database. @throws ActorRefused */
export async function recordDashboardAct(
  connection: Connection,
  order: DashboardOrder,
  { act, organizationId = null, subjectId, details = {} }: Act,
): Promise<void> {
  const values = [act, organizationId, subjectId ?? null, JSON.stringify(details)];
  await callAsActor(connection, RECORD_DASHBOARD_ACT, order, values);
}

/** @returns false where it is so already, or there is none. @throws ActorRefused */
export async function pauseFromDashboard(
  connection: Connection,
  order: DashboardOrder,
  organizationId: number,
  isPaused: boolean,
): Promise<boolean> {
  const values = [organizationId, isPaused];
  return (await callAsActor<Done>(connection, PAUSE_FROM_DASHBOARD, order, values)).done;
}

/** @returns false where the chain is not halted. @throws ActorRefused */
export async function resumeFromDashboard(
  connection: Connection,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return (await callAsActor<Done>(connection, RESUME_FROM_DASHBOARD, order, [chainId])).done;
}

/** @returns false where the chain is retired, or its organization issues without VeriFactu. @throws ActorRefused */
export async function markFromDashboard(
  connection: Connection,
  order: DashboardOrder,
  chainId: number,
): Promise<boolean> {
  return (await callAsActor<Done>(connection, MARK_FROM_DASHBOARD, order, [chainId])).done;
}

/** @returns when the chain's next message may go, in milliseconds since 1970; null where nothing can be gained (see `hastenRemission`). @throws ActorRefused */
export async function sendFromDashboard(
  connection: Connection,
  order: DashboardOrder,
  chainId: number,
): Promise<number | null> {
  return (
    await callAsActor<{ readonly at: number | null }>(connection, SEND_FROM_DASHBOARD, order, [chainId])
  ).at;
}
