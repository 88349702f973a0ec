import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { findWebhookErrors } from '../../support/documented-webhooks.ts';

/** An event that a receiver received. */
export type Arrival = {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: {
    readonly type: string;
    readonly version: number;
    readonly timestamp: string;
    readonly data: EventData;
  };
};
/** The names of version 1. */
export type EventData = {
  /** Absent in a test event. */
  readonly invoice_batch: { readonly id: number } & Readonly<Record<string, unknown>>;
  readonly batch_invoice?: { readonly id: number } & Readonly<Record<string, unknown>>;
};

export type Receiver = AsyncDisposable & {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** Answers later events. The default answer is 200. */
  answer: (response: ServerResponse, arrival: Arrival) => void;
  /**
   * Verifies each event as an integrator does.
   * @throws if an event is not signed with the secret.
   */
  verify(secret: string): void;
};

/**
 * Opens a real receiver on loopback. It compares each event with the OpenAPI document, and closing
 * it throws if an event differs.
 */
export async function openReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const undocumented = new Set<string>();
  const receiver: Omit<Receiver, 'url' | typeof Symbol.asyncDispose> = {
    arrivals,
    answer: (response) => response.end('thank you'),
    verify(secret) {
      for (const { body, headers } of arrivals)
        new Webhook(secret).verify(body, headers as Record<string, string>);
    },
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const event = JSON.parse(body) as Arrival['event'];
    const arrival = { id: String(request.headers['webhook-id']), headers: request.headers, body, event };
    arrivals.push(arrival);
    for (const error of findWebhookErrors(request.headers, body)) undocumented.add(`${event.type}: ${error}`);
    receiver.answer(response, arrival);
  };
  const server = createServer((request, response) => void take(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hooks`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (undocumented.size > 0)
        throw new Error(`Events differ from the OpenAPI document: ${[...undocumented].join('; ')}`);
    },
  });
}
