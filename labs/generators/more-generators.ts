import { type Generator, KUBB, ZOD_4 } from './generators.ts';

/* The rest of the generators: those of larger frameworks, and those with several packages. */

export const MORE_GENERATORS: readonly Generator[] = [
  {
    name: 'typed-openapi',
    packages: { 'typed-openapi': '2.2.7' },
    command: 'typed-openapi openapi.json -o out.ts',
    checks: 'nothing',
    program: `
import { createApiClient } from './out';
const api = createApiClient({
  fetch: ({ method, url, urlSearchParams, parameters }) => {
    if (urlSearchParams) url.search = urlSearchParams.toString();
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key };
    return fetch(url, { method, headers, ...(parameters?.body ? { body: JSON.stringify(parameters.body) } : {}) });
  },
}, base);
const me = await api.get('/api/v2/me', { header: {} });
const made = await api.post('/api/v2/invoice_batches', { header: { 'Idempotency-Key': key }, body });
const batch = await api.get('/api/v2/invoice_batches/{id}', { path: { id: made.data.id }, header: {} });
const list = await api.get('/api/v2/invoices', { query: {}, header: {} });
const state: string = batch.data.status;
const bodies = [me, made, batch, list, state];`,
  },
  {
    name: 'zenko',
    packages: { zenko: '0.2.1', zod: ZOD_4 },
    command: 'zenko openapi.json out.ts',
    checks: 'with zod',
    program: `
import { createInvoiceBatch, getAccess, getInvoiceBatch, listInvoices } from './out';
const ask = async (method: string, path: string, sent?: unknown): Promise<unknown> => {
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await fetch(base + path, { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) });
  return answer.json();
};
const me = getAccess.response!.parse(await ask('GET', getAccess.path()));
const made = createInvoiceBatch.response!.parse(await ask('POST', createInvoiceBatch.path(), createInvoiceBatch.request!.parse(body)));
const batch = getInvoiceBatch.response!.parse(await ask('GET', getInvoiceBatch.path({ id: String(made.data.id) })));
const list = listInvoices.response!.parse(await ask('GET', listInvoices.path({})));
const state: string = batch.data.status;
const bodies = [me, made, batch, list, state];`,
  },
  {
    name: 'Kubb',
    packages: {
      '@kubb/cli': KUBB,
      '@kubb/core': KUBB,
      '@kubb/plugin-oas': KUBB,
      '@kubb/plugin-ts': KUBB,
      '@kubb/plugin-zod': KUBB,
      '@kubb/plugin-client': KUBB,
      zod: ZOD_4,
    },
    files: {
      'kubb.config.mjs': `
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';
export default defineConfig({
  root: '.',
  input: { path: 'openapi.json' },
  output: { path: 'out' },
  plugins: [pluginOas(), pluginTs(), pluginZod({ version: '4' }), pluginClient({ parser: 'zod', client: 'fetch' })],
});`,
    },
    command: 'kubb generate',
    checks: 'with zod',
    program: `
import { createInvoiceBatch, getAccess, getInvoiceBatch, listInvoices } from './out';
const config = { baseURL: base, headers: { authorization, 'Content-Type': 'application/json' } };
const me = await getAccess({}, config);
const made = await createInvoiceBatch(body, { 'Idempotency-Key': key }, config);
const batch = await getInvoiceBatch(made.data.id, {}, config);
const list = await listInvoices({}, {}, config);
const state: string = batch.data.status;
const bodies = [me, made, batch, list, state];`,
  },
  {
    name: 'RTK Query',
    packages: { '@rtk-query/codegen-openapi': '2.2.0', '@reduxjs/toolkit': '2.15.0' },
    files: {
      'config.cjs':
        "module.exports = { schemaFile: './openapi.json', apiFile: './empty.ts', apiImport: 'emptyApi', outputFile: './out.ts', exportName: 'api' };",
      'empty.ts': `
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
declare const process: { env: Record<string, string | undefined> };
const prepareHeaders = (headers: Headers) => {
  headers.set('authorization', 'Bearer ' + process.env['KEY']);
  return headers;
};
export const emptyApi = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: process.env['BASE'] ?? '', prepareHeaders }),
  endpoints: () => ({}),
});`,
    },
    command: 'rtk-query-codegen-openapi config.cjs',
    checks: 'nothing',
    program: `
import { configureStore } from '@reduxjs/toolkit';
import { api } from './out';
const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (standard) => standard().concat(api.middleware),
});
const { createInvoiceBatch, getAccess, getInvoiceBatch, listInvoices } = api.endpoints;
const me = await store.dispatch(getAccess.initiate({})).unwrap();
const made = await store.dispatch(createInvoiceBatch.initiate({ 'Idempotency-Key': key, createBatchBody: body })).unwrap();
const batch = await store.dispatch(getInvoiceBatch.initiate({ id: made.data.id })).unwrap();
const list = await store.dispatch(listInvoices.initiate({})).unwrap();
const state: string = batch.data.status;
const bodies = [me, made, batch, list, state];`,
  },
  {
    name: 'openapi-client-axios',
    packages: { 'openapi-client-axios-typegen': '7.8.0', 'openapi-client-axios': '7.9.1', axios: '1.21.1' },
    command: 'typegen openapi.json > out.d.ts',
    checks: 'nothing',
    program: `
import { OpenAPIClientAxios } from 'openapi-client-axios';
import type { Client } from './out';
const api = await new OpenAPIClientAxios({
  definition: base + '/api/v2/openapi.json',
  axiosConfigDefaults: { baseURL: base, headers: { authorization } },
}).init<Client>();
const me = await api.getAccess();
const made = await api.createInvoiceBatch({ 'Idempotency-Key': key }, body);
const batch = await api.getInvoiceBatch({ id: made.data.data.id });
const list = await api.listInvoices();
const state: string = batch.data.data.status;
const bodies = [me.data, made.data, batch.data, list.data, state];`,
  },
];
