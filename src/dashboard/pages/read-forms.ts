import type { FastifyInstance } from 'fastify';

/** What a form of ours sends: each field once. */
export type FormBody = Readonly<Record<string, string | undefined>>;

/** Reads forms, within this part of the app. What is no form has no fields. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.addHook('preHandler', (request, _reply, next) => {
    request.body ??= {};
    next();
  });
}
