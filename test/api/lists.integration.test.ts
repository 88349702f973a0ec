import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { postBatch } from '../support/engine.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
/** Three batches in the order of their creation; the last has 30 invoices. */
const batches: number[] = [];
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  const other = await api.createOrganization();
  for (const [index, count] of [1, 2, 30].entries()) {
    await postBatch(api, other, 1, 'X');
    batches.push(await postBatch(api, organization, count, `B${index}`));
  }
});
afterAll(() => api[Symbol.asyncDispose]());

type List = { data: Record<string, unknown>[]; meta: Record<string, number> };
async function list(path: string, query = ''): Promise<List> {
  const answer = await api.get(organization.token, `${path}${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<List>();
}
const invoicesPath = () => `/invoice_batches/${batches[2]}/batch_invoices`;

describe('the list of batches', () => {
  it('contains the batches of the organization, newest first', async () => {
    const { data, meta } = await list('/invoice_batches');
    expect(data.map(({ id }) => id)).toEqual(batches.toReversed());
    expect(meta).toEqual({ current_page: 1, total_pages: 1, total_count: 3, per_page: 25 });
  });

  it('is empty, with 0 pages, for an organization without batches', async () => {
    const { token } = await api.createOrganization();
    const empty = { current_page: 1, total_pages: 0, total_count: 0, per_page: 25 };
    expect((await api.get(token, '/invoice_batches')).json()).toEqual({ data: [], meta: empty });
    const answer = await api.get(token, '/invoice_batches?page=7&per_page=2');
    expect(answer.json()).toEqual({ data: [], meta: { ...empty, current_page: 7, per_page: 2 } });
  });

  it.each([
    ['?per_page=2', [2, 1], { current_page: 1, total_pages: 2, total_count: 3, per_page: 2 }],
    ['?per_page=2&page=2', [0], { current_page: 2, total_pages: 2, total_count: 3, per_page: 2 }],
    ['?per_page=1&page=2', [1], { current_page: 2, total_pages: 3, total_count: 3, per_page: 1 }],
    ['?per_page=3', [2, 1, 0], { current_page: 1, total_pages: 1, total_count: 3, per_page: 3 }],
    ['?per_page=100', [2, 1, 0], { current_page: 1, total_pages: 1, total_count: 3, per_page: 100 }],
  ])('is divided into pages by %s', async (query, places, meta) => {
    const found = await list('/invoice_batches', query);
    expect(found.data.map(({ id }) => id)).toEqual(places.map((place) => batches[place]));
    expect(found.meta).toEqual(meta);
  });
});

describe('the list of the invoices of a batch', () => {
  it('contains the invoices in the order of the request', async () => {
    const { data, meta } = await list(invoicesPath(), '?per_page=100');
    const expected = Array.from({ length: 30 }, (_, index) => `B2-ext-${index}`);
    expect(data.map((invoice) => invoice['external_invoice_id'])).toEqual(expected);
    expect(meta).toEqual({ current_page: 1, total_pages: 1, total_count: 30, per_page: 100 });
  });

  it('has 25 invoices on a page by default', async () => {
    const first = await list(invoicesPath());
    const second = await list(invoicesPath(), '?page=2');
    expect([first.data.length, second.data.length]).toEqual([25, 5]);
    expect(second.meta).toEqual({ current_page: 2, total_pages: 2, total_count: 30, per_page: 25 });
  });

  it('has pages without gaps or duplicates, whatever their size', async () => {
    const all = await list(invoicesPath(), '?per_page=100');
    for (const perPage of [1, 7, 15, 29, 30, 31]) {
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(30 / perPage) }, (_, index) =>
          list(invoicesPath(), `?per_page=${perPage}&page=${index + 1}`),
        ),
      );
      expect(pages.flatMap(({ data }) => data)).toEqual(all.data);
    }
  });
});

describe.each([
  ['the list of batches', () => '/invoice_batches'],
  ['the list of invoices', invoicesPath],
])('%s', (_what, path) => {
  it.each(['31', '1000000', '9007199254740991'])(
    'is empty beyond its last page [B16]: page %s',
    async (page) => {
      const { data, meta } = await list(path(), `?page=${page}&per_page=100`);
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ current_page: Number(page), total_pages: 1, per_page: 100 });
    },
  );

  const PAGE = 'page must be an integer of at least 1';
  const PER_PAGE = 'per_page must be an integer between 1 and 100';
  const noInteger = [
    '',
    '0',
    '-1',
    '1.5',
    '1e1',
    '+1',
    '0x1',
    'x',
    '%20',
    '1%20',
    '%00',
    '%zz',
    '１',
    'null',
  ];
  it.each([
    ...[...noInteger, '9007199254740992', '99999999999999999999'].map((text) => [`page=${text}`, PAGE]),
    ...[...noInteger, '101', '9007199254740991'].map((text) => [`per_page=${text}`, PER_PAGE]),
    ['page=x&per_page=x', PAGE],
  ])('refuses %s with 400 and states the limits [B16]', async (query, message) => {
    const answer = await api.get(organization.token, `${path()}?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(errorBody('bad_request', message));
  });
});
