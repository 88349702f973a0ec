import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { paths } from '../../clients/typescript/src/schema.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

it('a purely generated client opens a session, creates a batch and finds it in the list', async () => {
  const client = createClient<paths>({ baseUrl: listening.url });
  const session = await client.POST('/api/v1/auth/sessions', {
    body: { api_key: listening.organization.apiKey },
  });
  const headers = { Authorization: `Bearer ${session.data!.session_token}` };
  const { invoice_batch } = buildBatchBody(2, 'BARE');
  const created = await client.POST('/api/v1/invoice_batches', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    headers,
    body: {
      invoice_batch: {
        external_batch_id: 'BARE',
        invoices: invoice_batch.invoices.map(({ external_invoice_id, lines, ...rest }, index) => ({
          external_invoice_id: external_invoice_id ?? null,
          issuer_nif: rest.issuer_nif!,
          number_serie: `BARE-${index}`,
          operation_date: rest.operation_date!,
          lines: lines!.map(({ concept, units, unit_price, tax_rate }) => ({
            concept: concept!,
            units: units!,
            unit_price: unit_price!,
            tax_rate: tax_rate!,
          })),
        })),
      },
    },
  });
  expect(created.response.status).toBe(201);
  const list = await client.GET('/api/v1/invoice_batches', {
    params: { query: { status: 'received' } },
    headers,
  });
  expect(list.data!.data).toEqual([created.data!.data]);
  // @ts-expect-error unknown state
  await client.GET('/api/v1/invoice_batches', { params: { query: { status: 'lost' } }, headers });
});
