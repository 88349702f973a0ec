import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { clientNetwork } from '../../platform/admission/connections/client-network.ts';
import { MOST_WRONG_LOGINS, type OperatorSessions } from '../../operators/operator-sessions.ts';
import { type FormBody, readForms } from '../pages/read-forms.ts';
import { sendPage } from '../pages/send-page.ts';
import { type Checked, openLoginCheck } from './check-login.ts';
import type { KnownSessions } from './known-sessions.ts';
import { ownPath } from './own-path.ts';
import { readBrowser, readToken, setBrowser, setToken } from './session-cookie.ts';
import { signInPage } from './sign-in-pages.ts';

export type SignInOptions = {
  readonly sessions: OperatorSessions;
  readonly known: KnownSessions;
  readonly wrongLogins: ClientCounts;
};

/**
 * One message for everything that is wrong. An attacker must not learn that the password was
 * correct or that no more codes are accepted.
 */
const SAID = {
  wrong: `The login, password or code is wrong. Each code is valid once: wait for the next one after a used one. After ${MOST_WRONG_LOGINS} wrong passwords or codes from browsers in which you have never signed in, only the others get in, until somebody ends the lock: npm run engine -- operator unlock.`,
  busy: 'Too many people are signing in. Try again in a few seconds.',
  away: 'Signing in is not possible because the database is not available. The shared login works without it.',
};

const LOGGED = {
  wrong: 'Dashboard login failed',
  code: 'Login failed: the password is right, but the code is wrong',
  locked: 'Login refused: the password is right, but too many wrong passwords or codes were entered before',
};

/**
 * Routes for signing in. They must run behind the hooks that count wrong logins and refuse other
 * sites.
 */
export function signIn(app: FastifyInstance, { sessions, known, wrongLogins }: SignInOptions): void {
  const check = openLoginCheck(sessions);
  readForms(app);

  app.get<{ Querystring: { next?: string } }>('/sign-in', (request, reply) =>
    sendPage(reply, signInPage(ownPath(request.query.next), null)),
  );

  app.post<{ Body: FormBody }>('/sign-in', async (request, reply) => {
    const { login: typed = '', password = '', code: digits = '', next } = request.body;
    const login = typed.trim().toLowerCase();
    const given = { login, password, code: digits.replaceAll(/\s/g, '') };
    const refuse = (status: number, said: keyof typeof SAID) =>
      sendPage(reply.code(status), signInPage(ownPath(next), SAID[said], typed));
    let checked: Checked;
    try {
      const client = { address: request.ip, browser: readBrowser(request) };
      checked = await check(given, new Date(), client);
    } catch (error) {
      request.log.error({ err: error }, 'Operators cannot sign in because the database is not available');
      return refuse(503, 'away');
    }
    // A busy answer counts too, because repeated requests must not be free.
    if (checked.kind !== 'in') wrongLogins.count(clientNetwork(request.ip));
    if (checked.kind === 'busy') {
      request.log.warn(
        { client: request.ip },
        'A login was refused unchecked because too many operators sign in at once',
      );
      return refuse(503, 'busy');
    }
    if (checked.kind !== 'in') {
      // The typed login is not logged otherwise, because it may be the password.
      const about = { client: request.ip, ...(checked.kind !== 'wrong' && { login }) };
      request.log.warn(about, LOGGED[checked.kind]);
      return refuse(401, 'wrong');
    }
    await endOwn(request, known);
    setToken(request, reply, checked.token);
    setBrowser(request, reply, checked.browser);
    request.log.info({ login, client: request.ip }, 'An operator signed in');
    return reply.redirect(ownPath(next), 303);
  });

  // This path requires the shared login, so the browser asks for it.
  app.get('/sign-in/shared', (_request, reply) => reply.redirect('/', 303));
}

async function endOwn(request: FastifyRequest, known: KnownSessions): Promise<void> {
  const token = readToken(request);
  if (token !== null) await known.end(token);
}
