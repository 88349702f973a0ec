import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let owner: TestOrganization;
let stranger: TestOrganization;
let batchId: number;
let invoiceId: number;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 100_000 });
  owner = await api.createOrganization();
  stranger = await api.createOrganization();
  batchId = await issueBatch(api, owner, 1, 'A');
  const list = await api.get(owner.token, `/invoice_batches/${batchId}/batch_invoices`);
  invoiceId = list.json<{ data: { id: number }[] }>().data[0]!.id;
  await storePdf(api, invoiceId);
});
afterAll(() => api[Symbol.asyncDispose]());

const BATCH = 'Invoice batch not found';
const INVOICE = 'Batch invoice not found';
const RESOURCES: [template: string, own: () => number, message: string][] = [
  ['/invoice_batches/{id}', () => batchId, BATCH],
  ['/invoice_batches/{id}/batch_invoices', () => batchId, BATCH],
  ['/batch_invoices/{id}', () => invoiceId, INVOICE],
  ['/batch_invoices/{id}/pdf', () => invoiceId, INVOICE],
];

const NO_IDS = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e0',
  '0x1',
  '1n',
  ' 1',
  '1 ',
  'x',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  '{id}',
  ':id',
  "1' or '1'='1",
  '1;drop table batches',
  '\0',
  '1\0',
  '１',
  '٣',
  '😀',
  '1/2',
  '../1',
  '*',
  '1,2',
  'NaN',
  'Infinity',
  String(2 ** 53),
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(5000),
].map(encodeURIComponent);
/** Texts that are not valid URL components. */
const BROKEN = ['%', '%z', '%zz', '%ff', '%c0%80', '%ed%a0%80', '1%'];

describe.each(RESOURCES)('GET %s', (template, own, message) => {
  const path = (id: unknown) => template.replace('{id}', () => String(id));

  it('returns 404 to another organization', async () => {
    expect((await api.get(owner.token, path(own()))).statusCode).toBe(200);
    const answer = await api.get(stranger.token, path(own()));
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(errorBody('not_found', message));
  });

  it('returns 404 for any other spelling of the id', async () => {
    const forms = (id: number) => [
      `0${id}`,
      `+${id}`,
      `${id}.0`,
      `${id}e0`,
      ` ${id}`,
      `${id} `,
      `0x${id.toString(16)}`,
      `${id}%`,
    ];
    for (const form of forms(own()).map(encodeURIComponent)) {
      const answer = await api.get(owner.token, path(form));
      expect([form, answer.statusCode, answer.json()]).toEqual([form, 404, errorBody('not_found', message)]);
    }
  });

  it('returns the same 404 for an invalid id as for an id of another organization [B17] [B18]', async () => {
    const foreign = await api.get(stranger.token, path(own()));
    const varying = ['x-request-id', 'ratelimit-remaining', 'ratelimit-reset', 'date'];
    const headers = (answer: typeof foreign) =>
      Object.entries(answer.headers).filter(([name]) => !varying.includes(name));
    for (const id of ['', '1234567890', String(2 ** 53 - 1), ...NO_IDS, ...BROKEN]) {
      const answer = await api.get(stranger.token, path(id));
      expect([id, answer.statusCode, answer.body]).toEqual([id, 404, foreign.body]);
      expect(headers(answer)).toEqual(headers(foreign));
    }
  });

  it.each(['x', '0', '', '9'.repeat(5000), '%zz'])(
    'requires a session before it checks the id: %s',
    async (id) => {
      const answer = await api.inject({ method: 'GET', url: `/api/v1${path(id)}` });
      expect(answer.statusCode).toBe(401);
    },
  );
});

it('the list of batches contains no batch of another organization', async () => {
  const answer = await api.get(stranger.token, '/invoice_batches');
  expect(answer.json()).toMatchObject({ data: [], meta: { total_count: 0 } });
});
