import type { FastifyRequest } from 'fastify';
import { type Actor, DASHBOARD_OPERATOR, type DashboardOrder } from '../contracts/acts.ts';

/** Who looks at the dashboard: somebody with a login of their own, or whoever has the shared one (DASHBOARD_USER). */
export type Viewer = {
  readonly login: string;
  readonly mayAct: boolean;
  /** Has a session that they can end; the shared login is sent by the browser with each request. */
  readonly isOwn: boolean;
  /** Secret that forms of theirs carry: another site cannot know it. */
  readonly formToken: string;
  /** For what is done in their name. */
  readonly actor: Actor;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** null before the login, and on pages that are for everybody. */
    viewer: Viewer | null;
  }
}

/** @throws where a route without a login asks: a fault of ours. */
export function requireViewer({ viewer }: FastifyRequest): Viewer {
  if (viewer === null) throw new Error('Nobody is logged in here');
  return viewer;
}

/** What is done for a request, in the name of who makes it. */
export function orderOf(request: FastifyRequest, reason: string | null = null): DashboardOrder {
  const { login, actor } = requireViewer(request);
  return { operator: `${DASHBOARD_OPERATOR}${login}`, reason, actor, client: request.ip };
}

/** Why the database does nothing in their name. */
export function explainRefused({ isOwn, login }: Viewer): string {
  return isOwn
    ? 'Nothing was done: your session has ended, or your login may not do this any more. Heartbeat in again.'
    : `Nothing was done: an operator has, or had, a login like the shared one, ${login}, so that nobody could tell whose act it was. Heartbeat in with your own, or have DASHBOARD_USER changed.`;
}
