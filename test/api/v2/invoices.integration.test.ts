import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceView } from '../../../src/contracts/v2/invoice-answers.ts';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import { openVaried, type Varied } from './support/open-varied.ts';

let test: Varied;
let { get, of, accepted, mixed, simplified, pending, other } = {} as Varied;
beforeAll(async () => {
  test = await openVaried();
  ({ get, of, accepted, mixed, simplified, pending, other } = test);
});
afterAll(() => test[Symbol.asyncDispose]());

type Page = { data: InvoiceView[]; meta: { next_cursor: string | null; has_more: boolean } };
async function list(query: string, token?: string): Promise<Page> {
  const answer = await get(`/invoices${query}`, token);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Page>();
}
const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
/** Reads a whole list page by page. */
async function walk(query: string, limit: number): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page = await list(`${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    if (page.data.length > limit || page.meta.has_more !== (page.meta.next_cursor !== null))
      throw new Error(JSON.stringify(page));
    found.push(...page.data.map(({ id }) => id));
    cursor = page.meta.next_cursor;
  }
  return found;
}

describe('the list of invoices', () => {
  it('contains those of all batches and both versions, newest first', async () => {
    expect(await ids('')).toEqual([
      ...of(pending, 1, 0),
      ...of(simplified, 1, 0),
      ...of(mixed, 3, 2, 1, 0),
      ...of(accepted, 2, 1, 0),
    ]);
  });

  it.each([
    ['?external_invoice_id=twice', () => [...of(mixed, 2), ...of(accepted, 0)]],
    ['?external_invoice_id=twice&issuer_nif=B12345674&issue_date_to=2026-11-18', () => of(accepted, 0)],
    ['?external_invoice_id=nothing', () => []],
    ['?issuer_nif=B12345674&number_serie=M-2', () => of(mixed, 1)],
    ['?issuer_nif=B12345674&number_serie=m-2', () => []],
    ['?recipient_document=B98765431', () => of(mixed, 2)],
    ['?recipient_document=b-9876.5431', () => of(mixed, 2)],
    ['?recipient_document=A12345674&issuer_nif=B12345674&issue_date_from=2026-11-19', () => of(mixed, 1, 0)],
    ['?metadata[shop]=madrid', () => of(simplified, 0)],
    ['?metadata[till]=3', () => of(simplified, 1, 0)],
    ['?metadata[till]=3&external_invoice_id=receipt-1', () => of(simplified, 1)],
    ['?metadata[shop]=Madrid', () => []],
    ['?issuer_nif=B12345674&issue_date_to=2026-11-19', () => of(accepted, 2, 1, 0)],
    [
      '?issuer_nif=B12345674&issue_date_from=2026-11-20',
      () => [...of(simplified, 1, 0), ...of(mixed, 2, 1, 0)],
    ],
    ['?issuer_nif=B12345674&issue_date_from=2026-11-19&issue_date_to=2026-11-19', () => []],
    ['?issuer_nif=A12345674', () => []],
    ['?processing_status=failed', () => of(mixed, 3)],
    ['?processing_status=pending', () => of(pending, 1, 0)],
    ['?processing_status=processing', () => []],
    [
      '?processing_status=processed&verifactu_state=accepted',
      () => [...of(mixed, 1, 0), ...of(accepted, 2, 1, 0)],
    ],
    ['?verifactu_state=rejected', () => of(mixed, 2)],
    ['?verifactu_state=accepted_with_errors', () => []],
    ['?verifactu_state=remission', () => of(simplified, 1, 0)],
  ])('with %s contains exactly the invoices that match', async (query, expected) => {
    expect(await ids(query)).toEqual(expected());
  });

  it('contains each invoice once if it is filtered by its last change, the last change first', async () => {
    const all = await list('?updated_since=2026-01-01T00:00:00Z');
    expect(all.data.map(({ id }) => id)).toEqual([
      ...of(pending, 1, 0),
      ...of(simplified, 1, 0),
      ...of(mixed, 3, 2, 1, 0),
      ...of(accepted, 2, 1, 0),
    ]);
    const times = all.data.map((invoice) => invoice.updated_at);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const since of new Set(times)) {
      const expected = all.data.filter((invoice) => invoice.updated_at >= since).map(({ id }) => id);
      expect({ since, found: await ids(`?updated_since=${since}`) }).toEqual({ since, found: expected });
    }
  });

  it.each([
    '?',
    '?issuer_nif=B12345674',
    '?updated_since=2026-01-01T00:00:00Z',
    '?verifactu_state=accepted',
    '?processing_status=pending',
    '?recipient_document=A12345674',
    '?metadata[till]=3',
  ])('with %s has the same invoices in the same order whatever the size of its pages', async (query) => {
    const whole = await ids(`${query}&limit=100`);
    for (const limit of [1, 2, 3, 5]) expect(await walk(query, limit)).toEqual(whole);
  });

  it('contains exactly the issued invoices with a type, a total and an annulment, beside every other filter', async () => {
    const filters: [query: string, matches: (invoice: InvoiceView) => boolean][] = [
      ['invoice_type=F1', ({ invoice_type: type }) => type === 'F1'],
      ['invoice_type=F2', ({ invoice_type: type }) => type === 'F2'],
      ['annulled=false', ({ issued_invoice_id: id, annulled_at: at }) => id !== null && at === null],
      ['annulled=true', ({ annulled_at: at }) => at !== null],
      ['total_from=100', ({ total_after_taxes: total }) => Number(total ?? '-1') >= 100],
      ['total_to=3.00', ({ total_after_taxes: total }) => total !== null && Number(total) <= 3],
      [
        'total_from=-5&total_to=121.00',
        ({ total_after_taxes: total }) => total !== null && Number(total) <= 121,
      ],
    ];
    for (const beside of [
      '',
      'issuer_nif=B12345674',
      'metadata[till]=3',
      'updated_since=2026-01-01T00:00:00Z',
    ]) {
      const all = (await list(`?${beside}`)).data;
      for (const [query, matches] of filters) {
        const wanted = all.filter(matches).map(({ id }) => id);
        expect({ beside, query, found: await ids(`?${query}&${beside}`) }).toEqual({
          beside,
          query,
          found: wanted,
        });
      }
    }
    expect((await ids('?invoice_type=F2')).length).toBeGreaterThan(0);
    expect((await ids('?total_from=100&invoice_type=F1')).length).toBeGreaterThan(0);
  });

  it('contains annulled invoices only if it is asked for them', async () => {
    const [first, second] = of(accepted, 1, 0);
    const { pool } = test.api.database;
    const client = await pool.connect();
    try {
      // The list is what this test is about, not the order of an operator that annuls.
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
         select r.organization_id, r.issued_invoice_id, r.chain_id, 999999, 'anulacion', 'x', 'x', now() from registration_records r where r.issued_invoice_id = $1 limit 1`,
        [first],
      );
      expect(await ids('?annulled=true&issuer_nif=B12345674')).toEqual([first]);
      expect(await ids('?annulled=false')).toContain(second);
      expect(await ids('?annulled=false')).not.toContain(first);
      await client.query(`delete from corrections where sequence = 999999`);
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
  });

  it('shows what it filters by', async () => {
    const [receipt] = (await list('?metadata[shop]=madrid')).data;
    expect(receipt).toEqual({
      id: simplified * 1000,
      invoice_batch_id: simplified,
      external_invoice_id: 'receipt-0',
      invoice_number: 'T-0',
      issuer_nif: 'B12345674',
      issue_date: '2026-11-20',
      operation_date: '2026-11-19',
      invoice_type: 'F2',
      total_after_taxes: '3.00',
      processing_status: 'processed',
      processing_error: null,
      issued_invoice_id: simplified * 1000,
      verifactu_state: 'remission',
      metadata: { shop: 'madrid', till: '3' },
      annulled_at: null,
      rectified_by: [],
      register: 'verifactu',
      sii: null,
      spfe_state: null,
      updated_at: expect.stringMatching(/Z$/),
      recipient: null,
      recipients_count: 0,
      totals: {
        currency: 'EUR',
        base: '2.73',
        tax: '0.27',
        surcharge: null,
        foreign_tax: null,
        total: '3.00',
        withholdings: [],
        reimbursable_expenses: null,
        prepaid: null,
        payable: '3.00',
        euro: null,
      },
    });
  });

  it.each([
    ['?number_serie=M-2', 'needs issuer_nif'],
    ['?issue_date_from=2026-11-01', 'need issuer_nif'],
    ['?issue_date_to=2026-11-01&verifactu_state=rejected', 'need issuer_nif'],
    ['?issue_date_from=2026-02-30&issuer_nif=B12345674', 'issue_date_from must be a date'],
    ['?updated_since=2026-11-01', 'updated_since must be a time in UTC'],
    ['?total_from=1.005', 'total_from must be an amount'],
    ['?total_to=1,50', 'total_to must be an amount'],
    ['?total_to=1e3', 'total_to must be an amount'],
    ['?total_to=', 'total_to must be an amount'],
    ['?annulled=yes', 'annulled must be one of'],
    ['?invoice_type=X', 'invoice_type must be one of'],
    ['?metadata[a]=1&metadata[b]=2', 'Only one pair of metadata'],
    ['?metadata[a]=', "metadata can't be blank"],
    ['?metadata=a', 'Unknown query parameter metadata'],
    ['?metadata[]=a', 'Unknown query parameter'],
    ['?shop[a]=1', 'Unknown query parameter'],
    ['?page=2', 'Unknown query parameter page; this endpoint accepts limit, cursor'],
    ['?limit=0', 'limit must be an integer between 1 and 100'],
    ['?cursor=abc', 'cursor is not a cursor of this list'],
  ])('refuses %s and says why', async (query, message) => {
    const answer = await get(`/invoices${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<ErrorBody>().error.message).toContain(message.replace('needs', 'need'));
  });

  it('refuses the cursors of other lists, filters and organizations', async () => {
    const cursor = (await list('?limit=1')).meta.next_cursor;
    for (const [path, token] of [
      ['/invoices?verifactu_state=accepted', test.organization.token],
      ['/invoice_batches?', test.organization.token],
      [`/invoice_batches/${mixed}/invoices?`, test.organization.token],
      ['/invoices?', other.token],
    ] as const) {
      const answer = await get(`${path}&cursor=${cursor}`, token);
      expect({ path, status: answer.statusCode }).toEqual({ path, status: 400 });
    }
  });

  it('contains only the invoices of the organization', async () => {
    const { data } = await list('', other.token);
    expect(data.map(({ invoice_number: number }) => number)).toEqual(['OTHER-2', 'OTHER-1']);
    for (const query of [
      '?issuer_nif=B12345674&number_serie=M-2',
      '?recipient_document=B98765431',
      '?metadata[till]=3',
    ])
      expect((await list(query, other.token)).data).toEqual([]);
  });
});

describe('the lists of batches in version 2', () => {
  type Batches = { data: { id: number; status: string }[]; meta: Page['meta'] };
  const batches = async (query: string) => (await get(`/invoice_batches${query}`)).json<Batches>();

  it('have the batches newest first, page by page', async () => {
    const all = await batches('?limit=100');
    expect(all.meta).toEqual({ next_cursor: null, has_more: false });
    expect(all.data.map(({ id }) => id)).toEqual(
      all.data.map(({ id }) => id).toSorted((one, two) => two - one),
    );
    for (const query of [
      '',
      '&status=processed',
      '&external_batch_id=A',
      '&received_from=2020-01-01T00:00:00Z',
    ]) {
      const whole = (await batches(`?limit=100${query}`)).data;
      const found: object[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Batches = await batches(`?limit=1${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        found.push(...page.data);
        cursor = page.meta.next_cursor;
      }
      expect({ query, found }).toEqual({ query, found: whole });
    }
    expect((await batches('?external_batch_id=A')).data.map(({ id }) => id)).toEqual([accepted]);
    expect((await batches('?status=processed_with_errors')).data.map(({ id }) => id)).toEqual([mixed]);
  });

  it('have the invoices of a batch in the order of the request, filtered and page by page', async () => {
    const read = async (query: string) =>
      (await get(`/invoice_batches/${mixed}/invoices${query}`)).json<Page>();
    expect((await read('')).data.map(({ id }) => id)).toEqual(of(mixed, 0, 1, 2, 3));
    const first = await read('?limit=3');
    expect(first.data.map(({ id }) => id)).toEqual(of(mixed, 0, 1, 2));
    const second = await read(`?limit=3&cursor=${first.meta.next_cursor}`);
    expect(second).toMatchObject({
      data: [{ id: mixed * 1000 + 3 }],
      meta: { next_cursor: null, has_more: false },
    });
    expect((await read('?processing_status=failed')).data.map(({ id }) => id)).toEqual(of(mixed, 3));
    expect((await read('?verifactu_state=accepted')).data.map(({ id }) => id)).toEqual(of(mixed, 0, 1));
    expect((await read('?external_invoice_id=twice')).data.map(({ id }) => id)).toEqual(of(mixed, 2));
  });

  it('show one batch, its summary and the status of the registration', async () => {
    expect((await get(`/invoice_batches/${mixed}`)).json()).toMatchObject({ data: { id: mixed } });
    expect((await get(`/invoice_batches/${mixed}/summary`)).json()).toMatchObject({
      data: { invoices_count: 4, processed: 3, failed: 1, verifactu: { accepted: 2, rejected: 1 } },
    });
    const status = await get('/registration_status?issuer_nif=B12345674');
    expect(status.json()).toMatchObject({ data: [{ issuer_nif: 'B12345674', incident: null }] });
  });
});
