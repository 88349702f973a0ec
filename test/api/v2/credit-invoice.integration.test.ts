import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreditInput } from '#src/contracts/v2/credit-members.ts';
import type { InvoiceInput } from '#src/contracts/v2/invoice-input.ts';
import { processBatch } from '#src/issue/process-batch.ts';
import type { NewJob } from '#src/platform/jobs/job-queues.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issuingContext } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';

/** Whether the worker of this file issues batches at once. */
let works = true;
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({}, { enqueueJobs: work, limits: { issuedWithinMs: 3000 } });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Issues the batches of jobs as a worker does. */
async function work(jobs: readonly NewJob[]): Promise<void> {
  if (!works) return;
  for (const { name, payload } of jobs)
    if (name === 'process-batch') await processBatch(issuingContext(api), payload.batchId);
}

async function issueAll(): Promise<void> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    'select id from batches where processed_at is null order by id',
  );
  for (const { id } of rows) await processBatch(issuingContext(api), Number(id));
}

type Whole = {
  data: {
    id: number;
    invoice_number: string;
    total_after_taxes: string;
    processing_status: string;
    invoice_type: string;
    tax_groups: { base: string; tax: string }[];
    totals: { total: string };
    rectifies: { issued_invoice_id: number }[];
  };
};
type Refused = { error: { code: string; message: string; details: { path: string; code: string }[] } };

const post = (token: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.inject({
    method: 'POST',
    url: `/api/v2${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
      ...headers,
    },
    payload: JSON.stringify(body),
  });

/** Issues an invoice of one line of 10 units of 9.99. @returns its id. */
async function issue(
  { token }: TestOrganization,
  number: string,
  changes: InvoiceInput = {},
): Promise<number> {
  const lines = [{ concept: 'Bombilla', units: 10, unit_price: '9.99', tax_rate: 21 }];
  const answer = await post(token, '/invoices', buildInvoiceV2({ number_serie: number, lines, ...changes }));
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<Whole>().data.id;
}

const credit = (
  { token }: TestOrganization,
  id: number,
  request: CreditInput,
  headers?: Record<string, string>,
) => post(token, `/invoices/${id}/credit`, { reason: 'Devolución', ...request }, headers);
const idOf = (answer: Awaited<ReturnType<typeof credit>>) => answer.json<Whole>().data.id;

describe('POST /invoices/{id}/credit', () => {
  it('credits a whole invoice with its exact negative, issued in the answer', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'A-1');
    const answer = await credit(own, id, { number_serie: 'A-R-1', external_invoice_id: 'abono' });
    expect(answer.statusCode).toBe(201);
    const { data } = answer.json<Whole>();
    expect(data).toMatchObject({
      invoice_number: 'A-R-1',
      external_invoice_id: 'abono',
      total_after_taxes: '-120.88',
      invoice_type: 'R1',
      document: { rectification: { method: 'differences', reason: 'Devolución' } },
      tax_groups: [{ base: '-99.90', tax: '-20.98' }],
      rectifies: [{ issued_invoice_id: id }],
    });
    expect(answer.headers['location']).toBe(`/api/v2/invoices/${data.id}`);
  });

  it('credits units one by one without ever exceeding the tax of the invoice', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'B-1');
    const groups: { base: string; tax: string }[] = [];
    for (let unit = 1; unit <= 10; unit += 1) {
      const answer = await credit(own, id, {
        number_serie: `B-R-${unit}`,
        lines: [{ line: 1, units: 1 }],
      });
      expect(answer.statusCode).toBe(201);
      groups.push(answer.json<Whole>().data.tax_groups[0]!);
    }
    const sum = (name: 'base' | 'tax') =>
      groups.reduce((total, group) => total + Math.round(Number(group[name]) * 100), 0);
    // Each unit has a tax of 2.0979, which is rounded to 2.10; the last one has what is left.
    expect(sum('tax')).toBe(-2098);
    expect(sum('base')).toBeGreaterThanOrEqual(-9990);
    expect(sum('base')).toBeLessThan(-9950);
    const more = await credit(own, id, { number_serie: 'B-R-11', lines: [{ line: 1, units: 1 }] });
    expect(more.statusCode).toBe(422);
    expect(more.json<Refused>().error).toMatchObject({
      code: 'validation_failed',
      details: [{ path: '/lines/0/units', code: 'out_of_range' }],
    });
  });

  it('credits an amount of a line, and no more than is left of it', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'C-1');
    const first = await credit(own, id, { number_serie: 'C-R-1', lines: [{ line: 1, amount: '60.00' }] });
    expect(first.json<Whole>().data.totals.total).toBe('-72.60');
    const beyond = await credit(own, id, { number_serie: 'C-R-2', lines: [{ line: 1, amount: '40' }] });
    expect(beyond.statusCode).toBe(422);
    expect(beyond.json<Refused>().error.message).toMatch(/39\.90/);
    const whole = await credit(own, id, { number_serie: 'C-R-2' });
    expect(whole.json<Refused>().error.details).toMatchObject([{ path: '/lines', code: 'blank' }]);
    const rest = await credit(own, id, { number_serie: 'C-R-2', lines: [{ line: 1, amount: '39.90' }] });
    expect(rest.json<Whole>().data.totals.total).toBe('-48.28');
  });

  it('refuses a line that is named twice, and amounts that are rounded to nothing', async () => {
    const own = await api.createOrganization();
    const line = { concept: 'Bombilla', units: 1, unit_price: '9.99', tax_rate: 21 };
    const id = await issue(own, 'T-1', { lines: [line, line] });
    const sayOf = async (lines: NonNullable<CreditInput['lines']>) =>
      (await credit(own, id, { number_serie: 'T-R-1', lines })).json<Refused>().error.message;
    const cent = { line: 1, amount: '0.01' };
    expect(await sayOf([cent, cent])).toContain('names the same line as an earlier item of the list');
    expect(await sayOf([{ line: 1, units: '0.0004' }])).toContain('Lines credit nothing');
  });

  it('counts rectifications that were not made as credits', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'D-1');
    await issue(own, 'D-R-1', {
      invoice_type: 'R1',
      rectification: { method: 'differences', reason: 'Rappel', invoices: [{ issued_invoice_id: id }] },
      lines: [{ concept: 'Rappel', units: -1, unit_price: 50, tax_rate: 21 }],
    });
    const refused = await credit(own, id, { number_serie: 'D-R-2' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json<Refused>().error.message).toMatch(/49\.90/);
    const half = await credit(own, id, { number_serie: 'D-R-2', lines: [{ line: 1, amount: '49.90' }] });
    expect(half.statusCode).toBe(201);
  });

  it('gives a simplified invoice R5 and its addressee, and refuses R1', async () => {
    const own = await api.createOrganization();
    const answer = await post(own.token, '/invoices', {
      issuer_nif: 'B12345674',
      number_serie: 'E-1',
      recipients: [{ name: 'Ada', not_identified: true, city: 'Madrid' }],
      lines: [{ concept: 'Café', units: 2, unit_price: '1.50', tax_rate: 10 }],
    });
    const id = answer.json<Whole>().data.id;
    const wrong = await credit(own, id, { number_serie: 'E-R-1', invoice_type: 'R1' });
    expect(wrong.json<Refused>().error.details).toMatchObject([{ path: '/invoice_type' }]);
    const right = await credit(own, id, { number_serie: 'E-R-1' });
    expect(right.json<Whole>().data.invoice_type).toBe('R5');
  });

  it('makes one credit of concurrent credits of everything', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'F-1');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_each, index) => credit(own, id, { number_serie: `F-R-${index}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 422),
    ]);
  });

  it('counts a credit that waits to be issued, but not one that failed or was annulled', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'G-1');
    works = false;
    const waits = await credit(own, id, { number_serie: 'G-R-1' }, { prefer: 'respond-async' });
    works = true;
    expect(waits.statusCode).toBe(202);
    expect((await credit(own, id, { number_serie: 'G-R-2' })).statusCode).toBe(422);
    await api.database.pool.query(
      `update batch_invoices set processing_error = 'x' where id = $1 and processing_error is null`,
      [idOf(waits)],
    );
    const second = await credit(own, id, { number_serie: 'G-R-2' });
    expect([201, 202]).toContain(second.statusCode);
    await issueAll();
  });

  it('returns the same rectification for the same key, also if it credits everything', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'H-1');
    const headers = { 'idempotency-key': randomUUID() };
    const request = { number_serie: 'H-R-1', lines: [{ line: 1, units: 10 }] };
    const [first, second] = await Promise.all([
      credit(own, id, request, headers),
      credit(own, id, request, headers),
    ]);
    const third = await credit(own, id, { lines: request.lines, number_serie: 'H-R-1' }, headers);
    expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([201, 201, 201]);
    expect(new Set([first, second, third].map(idOf)).size).toBe(1);
    expect(third.headers['idempotency-replayed']).toBe('true');
    const other = await credit(own, id, { number_serie: 'H-R-2' }, headers);
    expect(other.json<Refused>().error.code).toBe('invalid_idempotency_key');
    const used = { 'idempotency-key': randomUUID() };
    await post(own.token, '/invoices', buildInvoiceV2({ number_serie: 'H-2' }), used);
    const ofInvoice = await credit(own, id, { number_serie: 'H-R-3' }, used);
    expect(ofInvoice.json<Refused>().error.code).toBe('invalid_idempotency_key');
  });

  it.each<[string, CreditInput, string]>([
    ['no reason', { reason: ' ' }, '/reason'],
    ['an unknown line', { lines: [{ line: 2, units: 1 }] }, '/lines/0/line'],
    [
      'a line twice',
      {
        lines: [
          { line: 1, units: 1 },
          { line: 1, units: 1 },
        ],
      },
      '/lines',
    ],
    ['units and an amount', { lines: [{ line: 1, units: 1, amount: 1 }] }, '/lines/0/units'],
    ['neither', { lines: [{ line: 1 }] }, '/lines/0/units'],
    ['no units', { lines: [{ line: 1, units: 0 }] }, '/lines/0/units'],
    ['a negative amount', { lines: [{ line: 1, amount: '-1' }] }, '/lines/0/amount'],
    ['no lines', { lines: [] }, '/lines'],
    ['R5 for an invoice with a recipient', { invoice_type: 'R5' }, '/invoice_type'],
    ['a type that rectifies nothing', { invoice_type: 'F1' }, '/invoice_type'],
    ['a date before the invoice', { issue_date: '2026-11-01' }, '/issue_date'],
  ])('refuses %s and stores nothing', async (_what, request, path) => {
    const own = await api.createOrganization();
    const id = await issue(own, 'I-1');
    const answer = await credit(own, id, { number_serie: 'I-R-1', ...request });
    expect(answer.statusCode).toBe(422);
    const { details } = answer.json<Refused>().error;
    expect(details.map((detail) => detail.path).join(' ')).toContain(path);
    expect((await credit(own, id, { number_serie: 'I-R-1' })).statusCode).toBe(201);
  });

  it('refuses what cannot be credited, and says what can', async () => {
    const own = await api.createOrganization();
    const ticket = {
      invoice_type: 'F2',
      recipient_legal_name: null,
      recipient_document_type: null,
      recipient_document_number: null,
    };
    const replaced = await issue(own, 'J-1', ticket);
    const f3 = await issue(own, 'J-2', { invoice_type: 'F3', replaces: [{ issued_invoice_id: replaced }] });
    const replacedAnswer = await credit(own, replaced, { number_serie: 'J-R-1' });
    expect(replacedAnswer.json<Refused>().error).toMatchObject({ code: 'not_creditable' });
    expect(replacedAnswer.json<Refused>().error.message).toContain(String(f3));

    const substituted = await issue(own, 'J-3');
    const substitution = await issue(own, 'J-4', {
      invoice_type: 'R1',
      rectification: {
        method: 'substitution',
        reason: 'Precio',
        invoices: [{ issued_invoice_id: substituted }],
      },
    });
    const substitutedAnswer = await credit(own, substituted, { number_serie: 'J-R-1' });
    expect(substitutedAnswer.json<Refused>().error.message).toContain(String(substitution));

    works = false;
    const pending = await post(own.token, '/invoices', buildInvoiceV2({ number_serie: 'J-5' }), {
      prefer: 'respond-async',
    });
    works = true;
    const waits = await credit(own, idOf(pending), { number_serie: 'J-R-1' });
    expect(waits.headers['retry-after']).toBeDefined();
    await issueAll();
    expect((await credit(own, idOf(pending), { number_serie: 'J-R-1' })).statusCode).toBe(201);
  });

  it('refuses an issuer that the organization may no longer issue for', async () => {
    const own = await api.createOrganization();
    const id = await issue(own, 'K-1');
    const change = `update organizations set issuer_nifs = '{A12345674}' where id = $1`;
    await api.database.pool.query(change, [own.id]);
    // After two seconds a session is looked up again.
    api.clock.now = new Date(api.clock.now.getTime() + 5000);
    const answer = await credit(own, id, { number_serie: 'K-R-1' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<Refused>().error.details).toMatchObject([{ code: 'not_authorized' }]);
  });

  it('does not know the invoices of another organization, and needs the right to submit', async () => {
    const own = await api.createOrganization();
    const other = await api.createOrganization();
    const id = await issue(own, 'L-1');
    const foreign = await credit(other, id, { number_serie: 'L-R-1' });
    const unknown = await credit(other, id + 1_000_000, { number_serie: 'L-R-1' });
    expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
    const withoutIds = (body: string) => body.replaceAll(/"request_id":"[^"]*"/g, '');
    expect(withoutIds(foreign.body)).toBe(withoutIds(unknown.body));
    const reads = await api.createOrganization('Solo Leer SL', null, ['read']);
    expect((await credit(reads, id, { number_serie: 'L-R-1' })).statusCode).toBe(403);
    const { rows } = await api.database.pool.query('select from credits where original_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});
