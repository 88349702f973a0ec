import type { WebhookEvent } from './shapes.ts';

/** The reason why a message is not accepted as one of the engine. */
export class WebhookFault extends Error {
  override readonly name = 'WebhookFault';
}

/**
 * The headers of a request: those of Node, of `fetch`, or any object with names in any case.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIX = 'whsec_';
const SIGNATURE = 'v1,';
/** The longest difference in seconds between the time of a message and the clock. */
const TOLERANCE_S = 300;

/**
 * Verifies the signature of a message (Standard Webhooks: HMAC-SHA256) and returns its event.
 * @param secrets the secret of the endpoint (`whsec_…`), or several while it is being replaced.
 * @param body the body as it was received, before it is parsed.
 * @throws WebhookFault if the engine did not sign it, or more than five minutes ago.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookFault('The request is not a signed webhook');
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_S)
    throw new WebhookFault('The message was signed more than five minutes ago, or a clock is wrong');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(' ').filter((signature) => signature.startsWith(SIGNATURE));
  for (const secret of [secrets].flat()) {
    const key = await readKey(secret);
    for (const signature of given) {
      const mac = decodeBase64(signature.slice(SIGNATURE.length));
      if (mac !== null && (await crypto.subtle.verify('HMAC', key, mac, signed)))
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
    }
  }
  throw new WebhookFault('No signature of the message matches the secret of the endpoint');
}

function readHeader(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return (headers as Headers).get(name);
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : null;
}

function readKey(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const key = secret.startsWith(PREFIX) ? decodeBase64(secret.slice(PREFIX.length)) : null;
  if (key === null || key.length === 0)
    throw new TypeError('The secret of a webhook endpoint begins with whsec_ and continues in base64');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
