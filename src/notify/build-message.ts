import { Webhook } from 'standardwebhooks';
import type { WebhookBody } from '../contracts/webhooks.ts';
import type { OpenEvent } from './statements/deliveries.ts';

export type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Writes an event as the Standard Webhooks specification has it: the same id and body in every try, the time of the try in its signature.
 * @param secrets each signs; several while one is replaced.
 */
export function buildMessage(
  { messageId, type, occurredAt, data }: Pick<OpenEvent, 'messageId' | 'type' | 'occurredAt' | 'data'>,
  secrets: readonly string[],
  now: Date,
): Message {
  const timestamp = new Date(occurredAt).toISOString();
  const event = { type, timestamp, data: JSON.parse(data) as unknown } as WebhookBody;
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
