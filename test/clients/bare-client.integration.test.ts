import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { paths } from '../../clients/typescript/src/generated/schema.ts';
import { buildBatch } from './support/batches.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

it('a purely generated client opens a session, creates a batch and finds it in the list', async () => {
  const client = createClient<paths>({ baseUrl: listening.url });
  const session = await client.POST('/api/v2/auth/sessions', {
    body: { api_key: listening.organization.apiKey },
  });
  const headers = { Authorization: `Bearer ${session.data!.session_token}` };
  const created = await client.POST('/api/v2/invoice_batches', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    headers,
    body: { invoice_batch: buildBatch(2, 'BARE') },
  });
  expect(created.response.status).toBe(201);
  const list = await client.GET('/api/v2/invoice_batches', {
    params: { query: { status: 'received' } },
    headers,
  });
  expect(list.data!.data).toEqual([created.data!.data]);
  // @ts-expect-error unknown state
  await client.GET('/api/v2/invoice_batches', { params: { query: { status: 'lost' } }, headers });
});
