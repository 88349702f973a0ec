import { Webhook } from 'standardwebhooks';
import { namePayload, type PayloadVersion, type WebhookBody } from '../contracts/webhooks.ts';
import type { OpenEvent } from './statements/deliveries.ts';

export type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Formats an event according to the Standard Webhooks specification. The id and body are the same
 * in every attempt; the signature covers the time of the attempt.
 * @param version of the endpoint's payloads.
 * @param secrets each adds a signature. There are several while a secret is being replaced.
 */
export function buildMessage(
  { messageId, type, occurredAt, data }: Pick<OpenEvent, 'messageId' | 'type' | 'occurredAt' | 'data'>,
  version: PayloadVersion,
  secrets: readonly string[],
  now: Date,
): Message {
  const timestamp = new Date(occurredAt).toISOString();
  const event: WebhookBody = {
    type,
    version,
    timestamp,
    data: namePayload(JSON.parse(data) as Record<string, unknown>, version),
  };
  const body = JSON.stringify(event);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, now, body));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'invoice-batch-engine',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
