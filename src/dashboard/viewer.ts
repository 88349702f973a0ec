import type { FastifyRequest } from 'fastify';
import { type Actor, DASHBOARD_OPERATOR, type DashboardOrder } from '../contracts/acts.ts';

/**
 * The viewer of the dashboard: an operator with their own login, or a user of the shared login
 * (DASHBOARD_USER).
 */
export type Viewer = {
  readonly login: string;
  readonly mayAct: boolean;
  /**
   * Whether the viewer has a session that can be ended. The browser sends the shared login with
   * each request.
   */
  readonly isOwn: boolean;
  /** Secret in the viewer's forms, which another site cannot know. */
  readonly formToken: string;
  /** Actor for acts in the viewer's name. */
  readonly actor: Actor;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** null before the login and on public pages. */
    viewer: Viewer | null;
  }
}

/**
 * Returns the viewer.
 * @throws Error on a route without a login, which is a defect.
 */
export function requireViewer({ viewer }: FastifyRequest): Viewer {
  if (viewer === null) throw new Error('the route does not require a login, so the request has no viewer');
  return viewer;
}

/** Returns the order for an act on behalf of the viewer of a request. */
export function orderOf(request: FastifyRequest, reason: string | null = null): DashboardOrder {
  const { login, actor } = requireViewer(request);
  return { operator: `${DASHBOARD_OPERATOR}${login}`, reason, actor, client: request.ip };
}

/** Explains why the database refuses to act for the viewer. */
export function explainRefused({ isOwn, login }: Viewer): string {
  return isOwn
    ? 'Nothing was done: your session has ended, or your login no longer has the right to act. Sign in again.'
    : `Nothing was done: an operator has or had a login that resembles the shared login ${login}, so the act could not be attributed. Sign in with your own login, or change DASHBOARD_USER.`;
}
