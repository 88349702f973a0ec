import type { FastifyRequest } from 'fastify';

/** Who looks at the dashboard: somebody with a login of their own, or whoever has the shared one (DASHBOARD_USER). */
export type Viewer = {
  readonly login: string;
  readonly mayAct: boolean;
  /** Has a session that they can end; the shared login is sent by the browser with each request. */
  readonly isOwn: boolean;
  /** Secret that forms of theirs carry: another site cannot know it. */
  readonly formToken: string;
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
