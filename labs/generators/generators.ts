/*
 * Generators of clients from npm, each with a program that uses its client: it reads what the key
 * gives access to, creates a batch of one invoice, reads the batch and lists the invoices, and
 * returns the four bodies. The versions are the newest ones of November 2026.
 */

export type Generator = {
  readonly name: string;
  /** The packages with their versions; the first one is the generator. */
  readonly packages: Readonly<Record<string, string>>;
  /** The files that the generator reads beside the OpenAPI document `openapi.json`. */
  readonly files?: Readonly<Record<string, string>>;
  /** The command that writes `out` or `out.ts`. */
  readonly command: string;
  /** What of an answer the client checks when it runs. */
  readonly checks: 'nothing' | 'with zod';
  /** The program after `PRELUDE`, which sets `bodies`. */
  readonly program: string;
};

/** The beginning of every program. */
export const PRELUDE = `
declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } };
const base = process.env['BASE'] ?? '';
const authorization = 'Bearer ' + process.env['KEY'];
const key = crypto.randomUUID();
const line = { concept: 'Café', units: 2, unit_price: '1.50', tax_rate: 10 };
const number_serie = 'G-' + key.slice(0, 8);
// Lists with limits are tuples for some generators.
const invoice = { issuer_nif: 'B12345674', number_serie, lines: [line] as [typeof line] };
const body = { invoice_batch: { invoices: [invoice] as [typeof invoice] } };
`;

/** The end of every program. */
export const END = `
process.stdout.write(JSON.stringify(bodies));
`;

const ZOD_3 = '3.25.76';
export const ZOD_4 = '4.6.7';
export const KUBB = '4.39.3';

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript and openapi-fetch',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: 'openapi-typescript openapi.json -o out.ts',
    checks: 'nothing',
    program: `
import createClient from 'openapi-fetch';
import type { paths } from './out.ts';
const api = createClient<paths>({ baseUrl: base, headers: { authorization } });
const me = await api.GET('/api/v2/me');
const made = await api.POST('/api/v2/invoice_batches', { params: { header: { 'Idempotency-Key': key } }, body });
const batch = await api.GET('/api/v2/invoice_batches/{id}', { params: { path: { id: made.data!.data.id } } });
const list = await api.GET('/api/v2/invoices');
const state: string = batch.data!.data.status;
const bodies = [me.data, made.data, batch.data, list.data, state];`,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: { '@hey-api/openapi-ts': '0.99.0', zod: ZOD_4 },
    files: {
      'openapi-ts.config.mjs':
        "export default { input: 'openapi.json', output: 'out', plugins: ['@hey-api/typescript', '@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: { response: 'zod' } }] };",
    },
    command: 'openapi-ts -f openapi-ts.config.mjs',
    checks: 'with zod',
    program: `
import { client } from './out/client.gen';
import { createInvoiceBatch, getAccess, getInvoiceBatch, listInvoices } from './out/sdk.gen';
client.setConfig({ baseUrl: base, headers: { authorization } });
const options = { throwOnError: true } as const;
const me = await getAccess(options);
const made = await createInvoiceBatch({ ...options, headers: { 'Idempotency-Key': key }, body });
const batch = await getInvoiceBatch({ ...options, path: { id: made.data.data.id } });
const list = await listInvoices(options);
const state: string = batch.data.data.status;
const bodies = [me.data, made.data, batch.data, list.data, state];`,
  },
  {
    name: 'orval',
    packages: { orval: '8.38.0', zod: ZOD_4 },
    files: {
      'orval.config.mjs':
        "const input = 'openapi.json';\nexport default { api: { input, output: { target: 'out/api.ts', client: 'fetch', baseUrl: { runtime: \"globalThis.process.env['BASE']\" } } }, zod: { input, output: { target: 'out/zod.ts', client: 'zod' } } };",
    },
    command: 'orval --config orval.config.mjs',
    checks: 'with zod',
    program: `
import * as api from './out/api';
import * as zod from './out/zod';
const options = { headers: { authorization } };
const me = await api.getAccess(options);
const made = await api.createInvoiceBatch(body, { headers: { authorization, 'Idempotency-Key': key } });
if (made.status !== 201) throw new Error(JSON.stringify(made.data));
const batch = await api.getInvoiceBatch(made.data.data.id, options);
if (batch.status !== 200) throw new Error(JSON.stringify(batch.data));
const list = await api.listInvoices({}, options);
const state: string = batch.data.data.status;
const bodies = [
  zod.GetAccessResponse.parse(me.data),
  zod.CreateInvoiceBatchResponse.parse(made.data),
  zod.GetInvoiceBatchResponse.parse(batch.data),
  zod.ListInvoicesResponse.parse(list.data),
  state,
];`,
  },
  {
    name: 'openapi-zod-client',
    packages: { 'openapi-zod-client': '1.18.3', '@zodios/core': '10.9.6', axios: '1.21.1', zod: ZOD_3 },
    command: 'openapi-zod-client openapi.json -o out.ts',
    checks: 'with zod',
    program: `
import { createApiClient } from './out';
const api = createApiClient(base, { axiosConfig: { headers: { authorization } } });
const me = await api.getAccess();
const made = await api.createInvoiceBatch(body, { headers: { 'Idempotency-Key': key } });
const batch = await api.getInvoiceBatch({ params: { id: made.data.id } });
const list = await api.listInvoices();
const state: string = batch.data.status;
const bodies = [me, made, batch, list, state];`,
  },
  {
    name: 'swagger-typescript-api',
    packages: { 'swagger-typescript-api': '13.13.0' },
    command: 'swagger-typescript-api generate -p openapi.json -o . -n out.ts',
    checks: 'nothing',
    program: `
import { Api } from './out';
const { api } = new Api({ baseUrl: base, baseApiParams: { headers: { authorization } } });
const me = await api.getAccess();
const made = await api.createInvoiceBatch(body, { headers: { authorization, 'Idempotency-Key': key } });
const batch = await api.getInvoiceBatch(made.data.data.id);
const list = await api.listInvoices({});
const state: string = batch.data.data.status;
const bodies = [me.data, made.data, batch.data, list.data, state];`,
  },
  {
    name: 'openapi-typescript-codegen',
    packages: { 'openapi-typescript-codegen': '0.31.0' },
    command: 'openapi --input openapi.json --output out',
    checks: 'nothing',
    program: `
import { AccessService, InvoiceBatchesService, InvoicesService, OpenAPI } from './out';
OpenAPI.BASE = base;
OpenAPI.HEADERS = { authorization };
const me = await AccessService.getAccess();
const made = await InvoiceBatchesService.createInvoiceBatch(key, body);
const batch = await InvoiceBatchesService.getInvoiceBatch(made.data.id);
const list = await InvoicesService.listInvoices();
const state: string = batch.data.status;
const bodies = [me, made, batch, list, state];`,
  },
  {
    name: 'oazapfts',
    packages: { oazapfts: '7.5.0', '@oazapfts/runtime': '1.2.0' },
    command: 'oazapfts openapi.json out.ts',
    checks: 'nothing',
    program: `
import { createInvoiceBatch, defaults, getAccess, getInvoiceBatch, listInvoices } from './out';
defaults.baseUrl = base;
defaults.headers = { authorization };
const me = await getAccess();
const made = await createInvoiceBatch(key, body);
if (made.status !== 201) throw new Error(JSON.stringify(made.data));
const batch = await getInvoiceBatch(made.data.data.id);
if (batch.status !== 200) throw new Error(JSON.stringify(batch.data));
const list = await listInvoices();
const state: string = batch.data.data.status;
const bodies = [me.data, made.data, batch.data, list.data, state];`,
  },
];
