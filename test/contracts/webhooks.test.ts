import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '../../src/contracts/webhooks.ts';
import { buildMessage } from '../../src/notify/build-message.ts';
import { listBlocks } from '../docs/support/documents.ts';
import { DOCUMENTED_WEBHOOKS, findEventErrors, findWebhookErrors } from '../support/documented-webhooks.ts';

const GUIDE = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

/** Lists the names in the first column of the table whose first column has the given heading. */
function listNames(head: string): string[] {
  const table = new RegExp(`^\\| ${head} \\|[^\\n]*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, 'm').exec(GUIDE)![1]!;
  return table
    .trim()
    .split('\n')
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

describe('the webhooks of the OpenAPI document', () => {
  it('are the events that the engine sends', () => {
    expect(Object.keys(DOCUMENTED_WEBHOOKS)).toEqual([...WEBHOOK_EVENTS]);
  });

  it.each(Object.entries(DOCUMENTED_WEBHOOKS))(
    '%s needs no session and documents the effect of each response status',
    (type, webhook) => {
      expect(webhook.security).toEqual([]);
      expect(Object.keys(webhook.responses).toSorted()).toEqual(['2XX', '410', '429', '503', 'default']);
      expect(webhook.requestBody.content['application/json'].schema).toHaveProperty(
        ['properties', 'type', 'enum'],
        [type],
      );
    },
  );

  it('have a valid example of each event', () => {
    for (const [type, { requestBody }] of Object.entries(DOCUMENTED_WEBHOOKS)) {
      const { examples } = requestBody.content['application/json'] as unknown as {
        readonly examples: { readonly real: { readonly value: { readonly type: string } } };
      };
      expect(examples.real.value.type).toBe(type);
      expect(findEventErrors(examples.real.value)).toEqual([]);
    }
  });

  it('match the events, the headers and the example in docs/webhooks.md', () => {
    expect(listNames('type')).toEqual([...WEBHOOK_EVENTS]);
    const headers = DOCUMENTED_WEBHOOKS['batch.finished']!.parameters.map(({ name }) => name);
    expect(listNames('header')).toEqual(headers);
    const example = listBlocks('docs/webhooks.md').find(({ language }) => language === 'json')!.text;
    expect(findEventErrors(JSON.parse(example))).toEqual([]);
  });

  it('are exact: a message with missing, additional or malformed members or headers violates them', () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const data = { invoice_batch: { id: 17, external_batch_id: null } };
    const event = { messageId: '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a10', occurredAt: 0 } as const;
    const build = (invoice: object) =>
      buildMessage(
        {
          ...event,
          type: 'invoice.annulled',
          data: JSON.stringify({ ...data, batch_invoice: invoice }),
        },
        [secret, secret],
        new Date(),
      );
    const invoice = {
      id: 17_000,
      external_invoice_id: null,
      invoice_number: 'A-1',
      annulled_at: '2026-11-20T09:30:00Z',
    };
    const right = build(invoice);
    expect(findWebhookErrors(right.headers, right.body)).toEqual([]);
    expect(() => new Webhook(secret).verify(right.body, { ...right.headers })).not.toThrow();
    const { annulled_at: _missing, ...without } = invoice;
    for (const wrong of [without, { ...invoice, more: 1 }, { ...invoice, annulled_at: 'yesterday' }]) {
      const { headers, body } = build(wrong);
      expect(findWebhookErrors(headers, body)).not.toEqual([]);
    }
    const { 'webhook-signature': signature, ...unsigned } = right.headers;
    for (const headers of [
      unsigned,
      { ...right.headers, 'x-more': '1' },
      { ...unsigned, 'webhook-signature': signature!.replace('v1,', '') },
    ]) {
      expect(findWebhookErrors(headers, right.body)).not.toEqual([]);
    }
  });
});
