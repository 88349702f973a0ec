import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientCounts } from '../platform/admission/connections/client-counts.ts';
import { clientNetwork } from '../platform/admission/connections/client-network.ts';
import { type Credentials, hasLogin } from './login.ts';
import { buildFormToken, deriveFormKey } from './sign-in/form-token.ts';
import { hashToken, type KnownSessions } from './sign-in/known-sessions.ts';
import { ownPath } from './sign-in/own-path.ts';
import { clearToken, readToken } from './sign-in/session-cookie.ts';
import { repeatNavigationPage } from './sign-in/sign-in-pages.ts';
import { sendPage } from './pages/send-page.ts';
import type { Viewer } from './viewer.ts';

export type AuthenticateOptions = {
  /** The shared login, used with HTTP Basic. */
  readonly credentials: Credentials;
  readonly sharedMayAct: boolean;
  /** Sessions of operators; null without a database, in which case only the shared login exists. */
  readonly sessions: KnownSessions | null;
  readonly wrongLogins: ClientCounts;
  /** Called for each authenticated request. */
  readonly know: (request: FastifyRequest) => void;
};

const CHALLENGE = 'Basic realm="Invoice batch engine", charset="UTF-8"';

/**
 * Returns whether a page is public: the sign-in page and its assets. It compares the route, because
 * the same URL can be written in several ways.
 */
const isForAll = ({ routeOptions: { url = '' } }: FastifyRequest) => /^\/(?:sign-in$|assets\/)/.test(url);

/** Path that asks for the shared login even if operators have their own. */
const SHARED = '/sign-in/shared';

/** Returns whether a request navigates to a page, as opposed to a request of a script. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  if (method !== 'GET') return false;
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
}

/**
 * Authenticates requests by the shared login or by the session of an operator. A client with ten
 * wrong logins within a minute gets 429. Without operators, other requests are asked for the shared
 * login. With operators, a navigation is redirected to the sign-in page.
 */
export function authenticate(app: FastifyInstance, options: AuthenticateOptions): void {
  const { credentials, sharedMayAct, sessions, wrongLogins, know } = options;
  let sharedFormToken: string | undefined;
  const shared: Viewer = {
    login: credentials.user,
    mayAct: sharedMayAct,
    isOwn: false,
    get formToken() {
      return (sharedFormToken ??= buildFormToken(deriveFormKey(credentials)));
    },
    actor: { shared: credentials.user },
  };

  function countWrong(request: FastifyRequest, message: string): void {
    wrongLogins.count(clientNetwork(request.ip));
    request.log.warn({ client: request.ip }, message);
  }

  /**
   * Returns the viewer of an operator's session, or undefined if the token belongs to no live
   * session.
   */
  async function findOwn(request: FastifyRequest, token: string): Promise<Viewer | undefined> {
    const isUse = isNavigation(request) || request.method !== 'GET';
    const session = await sessions!.find(token, isUse);
    if (session === null) return undefined;
    const { login, role } = session;
    const formToken = buildFormToken(token);
    return { login, mayAct: role === 'act', isOwn: true, formToken, actor: { tokenHash: hashToken(token) } };
  }

  async function lead(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const hasOwn = sessions !== null && (await sessions.areThereOperators());
    if (!hasOwn || request.url === SHARED) return refuse(reply, true);
    // A browser shows the dialog for the shared login whichever script caused the request, so
    // scripts get no challenge.
    if (!isNavigation(request)) return refuse(reply, request.headers['sec-fetch-mode'] === undefined);
    const path = ownPath(request.url);
    const site = request.headers['sec-fetch-site'];
    if (readToken(request) === null && (site === 'cross-site' || site === 'same-site'))
      return sendPage(reply, repeatNavigationPage(path));
    return reply.redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`, 303);
  }

  app.decorateRequest('viewer', null);
  app.addHook('onRequest', async (request, reply) => {
    const wait = wrongLogins.secondsToWait(clientNetwork(request.ip));
    if (wait > 0) {
      reply.code(429).header('retry-after', wait);
      return reply.send({ message: 'Too many failed logins from your address. Try again in a minute.' });
    }
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      if (hasLogin(authorization, credentials)) {
        request.viewer = shared;
        return know(request);
      }
      countWrong(request, 'Dashboard login failed');
      return refuse(reply, true);
    }
    const token = sessions === null ? null : readToken(request);
    if (token !== null) {
      try {
        const own = await findOwn(request, token);
        if (own !== undefined) {
          request.viewer = own;
          return know(request);
        }
      } catch (error) {
        request.log.error({ err: error }, 'A dashboard session could not be looked up in the database');
        if (!isForAll(request)) return reply.code(503).send(NOT_ASKED);
      }
      // The cookie is cleared, so a browser does not send the token again; a client that does is
      // guessing.
      clearToken(request, reply);
      countWrong(request, 'An unknown or ended dashboard session was refused');
    }
    if (isForAll(request)) return;
    return lead(request, reply);
  });
}

function refuse(reply: FastifyReply, asks: boolean): FastifyReply {
  if (asks) reply.header('www-authenticate', CHALLENGE);
  return reply.code(401).send({ message: 'Login required' });
}

const NOT_ASKED = {
  message:
    'Your session cannot be checked because the database is not available. The shared login (DASHBOARD_USER) works without the database: sign in at /sign-in/shared.',
};
