import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import type { SpfeDeliveryView } from '../../src/contracts/v2/spfe.ts';
import { openTestApi, type TestApi, type TestOrganization } from './api.ts';
import { type AskV2, openAskV2 } from './ask-v2.ts';
import { issueBatchV2 } from './engine.ts';
import { buildInvoiceV2 } from './invoices-v2.ts';
import { type NewDelivery, storeDeliveries } from './spfe-deliveries.ts';

/** A client of the API with all rights, on 25 November 2026, whose invoices have deliveries to the SPFE. */
export type SpfeClient = AsyncDisposable & {
  readonly api: TestApi;
  readonly own: TestOrganization;
  readonly ask: AskV2;
  /**
   * Issues an invoice of 121.00 of 20 November with a delivery, or none if it is null.
   * @returns its id.
   */
  issue(changes?: InvoiceInput, delivery?: NewDelivery | null): Promise<number>;
  /** Pays an invoice by transfer. @returns the id of the payment. */
  pay(id: number, amount?: string, date?: string, facts?: object): Promise<number>;
  read(id: number): Promise<SpfeDeliveryView | null>;
  /** The kind, state and day of each message about an invoice. */
  told(id: number): Promise<[string, string, string | null][]>;
};

/** Opens the API with such a client. @param now the time at which it begins. */
export async function openSpfeClient(
  settings: Parameters<typeof openTestApi>[0] = {},
  now = '2026-11-25T11:00:00Z',
): Promise<SpfeClient> {
  const api = await openTestApi(settings);
  api.clock.now = new Date(now);
  const own = await api.createOrganization(undefined, null, KEY_RIGHTS);
  const ask = openAskV2(api, own.token);
  const read: SpfeClient['read'] = async (id) =>
    (await ask('GET', `/invoices/${id}`)).json<{ data: { spfe: SpfeDeliveryView | null } }>().data.spfe;
  return {
    api,
    own,
    ask,
    read,
    async issue(changes = {}, delivery = {}) {
      const number = `S-${randomUUID().slice(0, 8)}`;
      const invoice = buildInvoiceV2({ number_serie: number, issue_date: '2026-11-20', ...changes });
      const batchId = await issueBatchV2(api, own, { invoice_batch: { invoices: [invoice] } });
      if (delivery !== null)
        await storeDeliveries(api.database.pool, [batchId * 1000], { at: api.clock.now, ...delivery });
      return batchId * 1000;
    },
    async pay(id, amount = '121.00', date = '2026-11-25', facts = {}) {
      const payment = { date, amount, means: 'bank_transfer', ...facts };
      const answer = await ask('POST', `/invoices/${id}/payments`, payment);
      expect(answer.statusCode).toBe(201);
      return answer.json<{ data: { id: number } }>().data.id;
    },
    async told(id) {
      return (await read(id))!.messages.map(({ kind, state, effective_on }) => [kind, state, effective_on]);
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

/** The code of an error answer. */
export const codeOf = (answer: LightMyRequestResponse): string =>
  answer.json<{ error: { code: string } }>().error.code;
