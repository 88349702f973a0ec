import type { FastifyInstance } from 'fastify';

/** What a form of ours sends: each field once. */
export type FormBody = Readonly<Record<string, string | undefined>>;

/** Reads forms, within this part of the app. What is no form has no fields; what is not UTF-8 is refused (400), and not mended: it would be kept as nobody wrote it. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const fields = parseForm(body as Buffer);
      if (fields !== null) done(null, fields);
      else done(Object.assign(new Error('The form is not UTF-8: nothing was done.'), { statusCode: 400 }));
    },
  );
  app.addHook('preHandler', (request, _reply, next) => {
    request.body ??= {};
    next();
  });
}

/** The fields of a form; null where its bytes, or what they encode, are not UTF-8. */
function parseForm(body: Buffer): FormBody | null {
  try {
    const pairs = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body).split('&');
    return Object.fromEntries(
      pairs.filter(Boolean).map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decodePart(name), decodePart(value.join('='))];
      }),
    );
  } catch {
    return null;
  }
}

/** @throws URIError where `%` begins no byte, and for overlong sequences, halves of surrogate pairs and all that is not UTF-8. */
const decodePart = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
