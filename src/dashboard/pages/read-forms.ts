import type { FastifyInstance } from 'fastify';

/** Fields of a form, each at most once. */
export type FormBody = Readonly<Record<string, string | undefined>>;

/**
 * Parses forms within this part of the app. A request that is not a form has no fields. A form that
 * is not UTF-8 is refused with 400 and not repaired, because the stored text would differ from the
 * typed one.
 */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const fields = parseForm(body as Buffer);
      if (fields !== null) done(null, fields);
      else
        done(Object.assign(new Error('Nothing was done: the form is not valid UTF-8.'), { statusCode: 400 }));
    },
  );
  app.addHook('preHandler', (request, _reply, next) => {
    request.body ??= {};
    next();
  });
}

/**
 * Returns the fields of a form, or null if its bytes or its percent-encoded bytes are not UTF-8.
 */
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

/**
 * Decodes a name or value.
 * @throws URIError for an invalid percent sequence, an overlong sequence, a lone surrogate, or any
 *   other invalid UTF-8.
 */
const decodePart = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
