import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { ALL_LANGUAGES, runDriver } from './support/languages.ts';

/* Every client judges a webhook alike. */

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const OTHER = `whsec_${randomBytes(24).toString('base64')}`;
const BODY = JSON.stringify({ type: 'batch.finished', data: { note: 'ñandú' } });

/** Signs a body as the engine does, with the library of the specification. */
function sign(secrets: readonly string[], secondsAgo = 0) {
  const id = randomUUID();
  const time = new Date(Date.now() - secondsAgo * 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, BODY)).join(' '),
  };
}

/** The headers as some servers pass them on, such as `Webhook-Id`. */
const capitalize = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replaceAll(/\b\w/g, (c) => c.toUpperCase()), value]),
  );

/**
 * Messages, and the beginning of the reason for which they are refused; null if they are accepted.
 */
const MESSAGES: readonly (readonly [string, object, string, readonly string[], string | null])[] = [
  ['signed with its secret', sign([SECRET]), BODY, [SECRET], null],
  ['signed with both secrets of a replacement', sign([OTHER, SECRET]), BODY, [SECRET], null],
  ['read with both secrets of a replacement', sign([SECRET]), BODY, [OTHER, SECRET], null],
  ['whose headers have capitals', capitalize(sign([SECRET])), BODY, [SECRET], null],
  ['signed with another secret', sign([OTHER]), BODY, [SECRET], 'No signature'],
  ['with a changed body', sign([SECRET]), BODY.replace('ñ', 'n'), [SECRET], 'No signature'],
  ['with the id of another', { ...sign([SECRET]), 'webhook-id': 'x' }, BODY, [SECRET], 'No signature'],
  ['signed six minutes ago', sign([SECRET], 360), BODY, [SECRET], 'The message was signed'],
  ['of the future', sign([SECRET], -360), BODY, [SECRET], 'The message was signed'],
  ['with a wrong time', { ...sign([SECRET]), 'webhook-timestamp': '1e9' }, BODY, [SECRET], 'The message'],
  [
    'with a signature that is not base64',
    { ...sign([SECRET]), 'webhook-signature': 'v1,* v1,' },
    BODY,
    [SECRET],
    'No',
  ],
  ['without a signature', {}, BODY, [SECRET], 'The request is not a signed webhook'],
];

const VERDICTS = MESSAGES.map(([name, , , , why]) => [
  name,
  why === null ? JSON.parse(BODY) : { fault: expect.stringMatching(`^${why}`) },
]);

it.each(ALL_LANGUAGES.filter(({ program }) => program))(
  'the client in $name accepts the messages of its endpoint and refuses all others',
  async (language) => {
    const messages = MESSAGES.map(([, headers, body, secrets]) => ({ headers, body, secrets }));
    const asked = { url: 'http://127.0.0.1:1', key: 'a', action: 'verify', messages };
    const verdicts = await runDriver<unknown[]>(language, asked);
    expect(verdicts.map((verdict, index) => [MESSAGES[index]![0], verdict])).toEqual(VERDICTS);
  },
);
