import type { FastifyInstance } from 'fastify';
import { type FormBody, readForms } from '../pages/read-forms.ts';
import { sendPage } from '../pages/send-page.ts';
import { requireViewer } from '../viewer.ts';
import { isFormToken } from './form-token.ts';
import type { KnownSessions } from './known-sessions.ts';
import { clearToken, readToken } from './session-cookie.ts';
import { sharedSignOutPage, signOutPage } from './sign-in-pages.ts';

/**
 * Routes for ending a session.
 * @param known null if only the shared login exists.
 */
export function signOut(app: FastifyInstance, known: KnownSessions | null): void {
  readForms(app);

  app.get('/sign-out', (request, reply) => {
    const { login, isOwn, formToken } = requireViewer(request);
    const page = isOwn ? signOutPage(login, formToken) : sharedSignOutPage(login, known !== null);
    return sendPage(reply, page);
  });

  app.post<{ Body: FormBody }>('/sign-out', async (request, reply) => {
    const { login, isOwn, formToken } = requireViewer(request);
    const token = readToken(request);
    if (!isOwn || token === null) return reply.redirect('/sign-out', 303);
    if (!isFormToken(formToken, request.body['token']))
      return reply.code(403).send({ message: 'The form belongs to another session. Load its page again.' });
    await known!.end(token);
    clearToken(request, reply);
    request.log.info({ login, client: request.ip }, 'An operator signed out');
    return reply.redirect('/sign-in', 303);
  });
}
