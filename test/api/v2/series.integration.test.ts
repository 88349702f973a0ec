import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRight } from '../../../src/contracts/codes.ts';
import type { SeriesChangeView, SeriesNumberView, SeriesView } from '../../../src/contracts/v2/series.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';
import { askForSeries } from './support/ask-for-series.ts';

const NIF = 'B12345674';
const RIGHTS: readonly KeyRight[] = ['submit', 'read', 'series'];
const PATTERN = { pattern: '{code}-{year}-{counter:6}' };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  api.clock.now = new Date('2026-11-20T10:00:00Z');
});
afterAll(() => api[Symbol.asyncDispose]());

const open = (rights = RIGHTS) => api.createOrganization('Con Series SL', null, rights);
const ask = (...args: Parameters<typeof askForSeries> extends [unknown, ...infer Rest] ? Rest : never) =>
  askForSeries(api, ...args);
const put = (organization: TestOrganization, code: string, payload: object, nif = NIF) =>
  ask(organization, 'PUT', `/${code}?issuer_nif=${nif}`, payload);
const set = async (...args: Parameters<typeof put>): Promise<SeriesView> => {
  const answer = await put(...args);
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 });
  return answer.json<{ data: SeriesView }>().data;
};
const refusalOf = async (...args: Parameters<typeof put>) => {
  const answer = await put(...args);
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 422 });
  const { details } = answer.json<{ error: { details: { path: string; code: string; message: string }[] } }>()
    .error;
  return details.map(({ path, code }) => `${path} ${code}`);
};
const read = async <T>(organization: TestOrganization, path: string): Promise<T> => {
  const answer = await ask(organization, 'GET', path);
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 });
  return answer.json<{ data: T }>().data;
};
async function send({ token }: TestOrganization, ...invoices: readonly InvoiceInput[]) {
  const answer = await api.post(token, { invoice_batch: { invoices } }, { version: 2 });
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 201 });
  return answer.json<{ data: { id: number }; errors: { index: number; details: object[] }[] }>();
}
const issue = async (organization: TestOrganization, ...invoices: readonly InvoiceInput[]) => {
  const { data } = await send(organization, ...invoices);
  await issueInTurn(api, data.id);
  return data.id;
};
const ofSeries = (series: string, changes: InvoiceInput = {}) =>
  buildInvoiceV2({ number_serie: null, series, ...changes });

describe('PUT /api/v2/series/{code}', () => {
  it('creates a series with defaults, which the next invoice can name at once', async () => {
    const organization = await open();
    // The API now remembers that there is no series.
    await send(organization, buildInvoiceV2());
    expect(await set(organization, 'F', PATTERN)).toMatchObject({
      issuer_nif: NIF,
      code: 'F',
      invoice_types: ['F1', 'F2', 'F3'],
      start: 1,
      start_year: 2026,
      closed_at: null,
      counters: [],
      last_number: null,
    });
    await issue(organization, ofSeries('F'));
    expect(await read<SeriesView>(organization, `/F?issuer_nif=b-12345674`)).toMatchObject({
      last_number: 'F-2026-000001',
      counters: [{ year: 2026, first: 1, last: 1, last_number: 'F-2026-000001' }],
    });
  });

  it.each([
    ['without a counter', { pattern: 'F-{year}' }, '/pattern invalid'],
    ['with two counters', { pattern: '{counter}{counter}' }, '/pattern invalid'],
    ['with an unknown part', { pattern: 'F{month}{counter}' }, '/pattern invalid'],
    ['with a single brace', { pattern: 'F{{counter}' }, '/pattern invalid'],
    ['with characters that numbers cannot have', { pattern: 'Ñ{counter}' }, '/pattern forbidden_characters'],
    ['with a blank at an end', { pattern: '{counter} ' }, '/pattern forbidden_characters'],
    ['whose numbers would be too long', { pattern: `${'F'.repeat(49)}{counter}` }, '/pattern too_long'],
    ['that is blank', { pattern: '' }, '/pattern blank'],
    [
      'for rectifying invoices and others',
      { ...PATTERN, invoice_types: ['F1', 'R1'] },
      '/invoice_types not_allowed',
    ],
    ['for unknown types', { ...PATTERN, invoice_types: ['F9'] }, '/invoice_types unknown_value'],
    ['that begins at 0', { ...PATTERN, start: 0 }, '/start out_of_range'],
    [
      'with a year that it does not have',
      { pattern: 'F{counter}', start_year: 2026 },
      '/start_year must_be_blank',
    ],
  ])('refuses a series %s', async (_what, payload, refusal) => {
    expect(await refusalOf(await open(), 'F', payload)).toEqual([refusal]);
  });

  it.each(['/\0', '/\0/changes', '/\0/numbers'])('is unknown by what is no code: %j', async (path) => {
    const organization = await open();
    const answer = await ask(organization, 'GET', `${encodeURI(path)}?issuer_nif=${NIF}`);
    expect(answer.statusCode).toBe(404);
  });

  it('refuses wrong codes and issuers', async () => {
    const organization = await open();
    expect(await refusalOf(organization, 'a%20b', PATTERN)).toEqual(['/code invalid']);
    expect(await refusalOf(organization, 'F', PATTERN, 'B12345675')).toEqual(['/issuer_nif invalid']);
  });

  it.each([
    ['X{counter}', 'X1{counter}'],
    ['F-{year}-{counter:6}', 'f-2026-{counter:7}'],
    ['{year}{counter:4}', '{counter:8}'],
    ['B{year:2}{counter:2}', 'B{counter}'],
  ])('refuses a pattern that could give a number of another series: %s and %s', async (one, other) => {
    const organization = await open();
    await set(organization, 'A', { pattern: one });
    expect(await refusalOf(organization, 'B', { pattern: other })).toEqual(['/pattern not_allowed']);
    // Another issuer may have them.
    await set(organization, 'B', { pattern: other }, 'A12345674');
  });

  it('begins after the numbers that the issuer has used, and refuses an earlier start', async () => {
    const organization = await open();
    await issue(
      organization,
      buildInvoiceV2({ number_serie: 'F-2026-000041' }),
      buildInvoiceV2({ number_serie: 'F-2026-0000042' }),
      buildInvoiceV2({ number_serie: 'F-2025-000077' }),
    );
    expect(await refusalOf(organization, 'F', { ...PATTERN, start: 41 })).toEqual(['/start out_of_range']);
    expect(await set(organization, 'F', PATTERN)).toMatchObject({ start: 42 });
  });

  it('keeps the pattern, the types and the start of a series that has given numbers, but not its closing', async () => {
    const organization = await open();
    await set(organization, 'F', { ...PATTERN, start: 5 });
    expect(await set(organization, 'F', { pattern: '{code}{counter}' })).toMatchObject({
      start: 1,
      start_year: null,
    });
    await set(organization, 'F', { ...PATTERN, start: 7 });
    await issue(organization, ofSeries('F'));
    expect(await refusalOf(organization, 'F', { pattern: 'G{counter}' })).toEqual([
      '/pattern not_allowed',
      '/start not_allowed',
      '/start_year not_allowed',
    ]);
    expect(await refusalOf(organization, 'F', { ...PATTERN, invoice_types: ['F1'] })).toEqual([
      '/invoice_types not_allowed',
    ]);
    expect(await refusalOf(organization, 'F', { ...PATTERN, start: 8 })).toEqual(['/start not_allowed']);
    const { data } = await send(organization, ofSeries('F'));
    expect(await set(organization, 'F', { ...PATTERN, closed: true })).toMatchObject({
      closed_at: '2026-11-20T10:00:00Z',
    });
    // An invoice that waited to be issued when the series was closed fails.
    await issueInTurn(api, data.id);
    const { errors } = await send(organization, ofSeries('F'));
    expect(errors).toMatchObject([{ details: [{ path: '/series', code: 'not_allowed' }] }]);
    expect(await set(organization, 'F', PATTERN)).toMatchObject({
      closed_at: null,
      last_number: 'F-2026-000007',
    });
    await issue(organization, ofSeries('F'));
    expect(await read<SeriesNumberView[]>(organization, `/F/numbers?issuer_nif=${NIF}`)).toMatchObject([
      { counter: 8, number_serie: 'F-2026-000008', stated: false },
      { counter: 7, number_serie: 'F-2026-000007', stated: false },
    ]);
    const changes = await read<SeriesChangeView[]>(organization, `/F/changes?issuer_nif=${NIF}`);
    expect(changes.map(({ pattern, start, closed }) => `${pattern} ${start} ${closed}`)).toEqual([
      '{code}-{year}-{counter:6} 7 false',
      '{code}-{year}-{counter:6} 7 true',
      '{code}-{year}-{counter:6} 7 false',
      '{code}{counter} 1 false',
      '{code}-{year}-{counter:6} 5 false',
    ]);
    expect(changes[0]!.changed_by).toMatch(/^key:\d+$/);
  });

  it('stores requests at the same time one after another, so that no two series overlap', async () => {
    const organization = await open();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_each, index) => put(organization, `S${index}`, { pattern: 'X{counter}' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 422, 422, 422, 422, 422,
    ]);
  });

  it('refuses more series than an issuer can have', async () => {
    const organization = await open();
    await api.database.pool.query(
      `insert into series (organization_id, issuer_nif, code, pattern, invoice_types, start, created_at, changed_at, changed_by)
       select $1, $2, 'S' || n, 'S' || n || '-{counter}', '{F1}', 1, now(), now(), 'test' from generate_series(1, 100) n`,
      [organization.id, NIF],
    );
    expect(await refusalOf(organization, 'T', { pattern: 'T{counter}' })).toEqual(['/pattern too_many']);
    await set(organization, 'T', { pattern: 'T{counter}' }, 'A12345674');
  });

  it('needs the right, and is of one organization', async () => {
    const [own, other, unable] = [await open(), await open(), await open(['submit', 'read'])];
    await set(own, 'F', PATTERN);
    const refused = await put(unable, 'F', PATTERN);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: { code: 'forbidden' } }]);
    for (const rest of ['', '/changes', '/numbers']) {
      const answer = await ask(other, 'GET', `/F${rest}?issuer_nif=${NIF}`);
      expect(answer.statusCode).toBe(404);
    }
    expect(await read<SeriesView[]>(other, '')).toEqual([]);
    const { errors } = await send(other, ofSeries('F'));
    expect(errors).toMatchObject([{ details: [{ path: '/series', code: 'not_found' }] }]);
    // An id of another organization names nothing.
    const [{ id }] = (await read<SeriesView[]>(own, '')) as [SeriesView];
    const byId = await send(other, buildInvoiceV2({ number_serie: null, invoiceable_serie_id: id }));
    expect(byId.errors).toMatchObject([{ details: [{ path: '/number_serie', code: 'blank' }] }]);
    // Its own numbers are not those of the series.
    expect((await send(other, buildInvoiceV2({ number_serie: 'F-2026-000001' }))).errors).toEqual([]);
  });

  it('lists the series of an organization by issuer, page by page', async () => {
    const organization = await open();
    for (const code of ['A', 'B', 'C']) await set(organization, code, { pattern: `${code}{counter}` });
    await set(organization, 'A', { pattern: 'A{counter}' }, 'A12345674');
    expect((await read<SeriesView[]>(organization, `?issuer_nif=${NIF}`)).map(({ code }) => code)).toEqual([
      'C',
      'B',
      'A',
    ]);
    const first = await ask(organization, 'GET', `?limit=3`);
    const { data, meta } = first.json<{ data: SeriesView[]; meta: { next_cursor: string } }>();
    expect(data.map(({ code, issuer_nif: nif }) => code + nif)).toEqual(['AA12345674', `C${NIF}`, `B${NIF}`]);
    const next = await read<SeriesView[]>(organization, `?limit=3&cursor=${meta.next_cursor}`);
    expect(next.map(({ code }) => code)).toEqual(['A']);
  });
});

describe('an invoice of a series', () => {
  it.each([
    ['with a number', { number_serie: 'X-1' }, '/series not_allowed'],
    ['of an unknown series', { series: 'G' }, '/series not_found'],
    ['of the series of another issuer', { issuer_nif: 'A12345674' }, '/series not_found'],
    [
      'of a type that the series is not for',
      {
        invoice_type: 'F2',
        recipient_legal_name: null,
        recipient_document_type: null,
        recipient_document_number: null,
      },
      '/series not_allowed',
    ],
    ['of a year before the series', { issue_date: '2025-12-31' }, '/series out_of_range'],
  ])('is refused %s', async (_what, changes, refusal) => {
    const organization = await open();
    await set(organization, 'F', { ...PATTERN, invoice_types: ['F1'] });
    const { errors } = await send(organization, ofSeries('F', changes));
    const details = errors.flatMap((each) => each.details as { path: string; code: string }[]);
    expect(details.map(({ path, code }) => `${path} ${code}`)).toContain(refusal);
  });

  it('has no number until it is issued, in lists, alone and in the dry run', async () => {
    const organization = await open();
    await set(organization, 'F', PATTERN);
    const body = { invoice_batch: { invoices: [ofSeries('F'), ofSeries('F')] } };
    const dry = await api.inject({
      method: 'POST',
      url: '/api/v2/invoice_batches/validate?documents=ubl,facturae',
      headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
      payload: body,
    });
    expect(dry.json()).toMatchObject({ errors: [] });
    const { data } = await send(organization, ofSeries('F'), ofSeries('F'));
    const list = () => api.get(organization.token, `/invoice_batches/${data.id}/invoices`, {}, 2);
    const numbers = async () =>
      (await list())
        .json<{ data: { invoice_number: string | null }[] }>()
        .data.map((each) => each.invoice_number);
    expect(await numbers()).toEqual([null, null]);
    const alone = () => api.get(organization.token, `/invoices/${data.id * 1000}`, {}, 2);
    expect((await alone()).json()).toMatchObject({ data: { invoice_number: null, sent: { series: 'F' } } });
    await issueInTurn(api, data.id);
    expect(await numbers()).toEqual(['F-2026-000001', 'F-2026-000002']);
    expect((await alone()).json()).toMatchObject({
      data: { invoice_number: 'F-2026-000001', document: { number_serie: 'F-2026-000001' } },
    });
    const found = await api.get(
      organization.token,
      `/invoices?issuer_nif=${NIF}&number_serie=F-2026-000002`,
      {},
      2,
    );
    expect(found.json()).toMatchObject({ data: [{ id: data.id * 1000 + 1 }] });
  });

  it('is rectified by its number once it is issued', async () => {
    const organization = await open();
    await set(organization, 'F', PATTERN);
    await set(organization, 'R', { ...PATTERN, invoice_types: ['R1'] });
    await issue(organization, ofSeries('F'));
    const original = { number_serie: 'F-2026-000001', issue_date: '2026-11-20' };
    const rectification = { method: 'differences', reason: 'Error', invoices: [original] };
    const id = await issue(organization, ofSeries('R', { invoice_type: 'R1', rectification }));
    const { data } = (await api.get(organization.token, `/invoices/${id * 1000}`, {}, 2)).json<{
      data: { invoice_number: string; rectifies: object[] };
    }>();
    expect(data).toMatchObject({
      invoice_number: 'R-2026-000001',
      rectifies: [{ invoice_number: 'F-2026-000001' }],
    });
  });
});
