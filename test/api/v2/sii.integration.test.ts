import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchInvoiceView, RegistrationAnswer } from '../../../src/contracts/answers.ts';
import type { AccessAnswer } from '../../../src/contracts/v2/access-answer.ts';
import type {
  BothRegistersAnswer,
  BothRegistersStatus,
} from '../../../src/contracts/v2/registration-status.ts';
import type { InvoiceView, LookupAnswer, WholeInvoice } from '../../../src/contracts/v2/invoice-answers.ts';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { renderPdfs } from '../../../src/render/render-pdfs.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { openSharedRenderer } from '../../render/support/open-test-renderer.ts';
import { readPdf } from '../../render/support/read-pdf.ts';
import { BY_TEST } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { printingContext } from '../../support/printing.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../../support/sii.ts';

const VERIFACTU_ISSUER = 'A12345674';

let test: TestSii;
/** Two entries that AEAT has answered: the first is accepted, the second is rejected. */
let answered: number;
/** An invoice in SII that is not sent, and one in VeriFactu. */
let waiting: number;
/** An invoice that failed. */
let failed: number;
let issuedAt: string;
let answeredAt: string;
const now = () => `${test.api.clock.now.toISOString().slice(0, 19)}Z`;

beforeAll(async () => {
  test = await openTestSii();
  const { api, organization } = test;
  api.clock.now = new Date('2026-11-20T09:30:00Z');
  await addIssuerProfile(api.database.orm, organization.id, SII_ISSUER, buildProfile(), BY_TEST);
  issuedAt = now();
  test.sandbox.control.replaceCensus({ unknown: ['B87654323'] });
  answered = await issueBatch(api, organization, 2, 'A', (index) => ({
    external_invoice_id: `a-${index}`,
    ...(index === 1 && { recipient_document_number: 'B87654323' }),
  }));
  test.pass(60);
  answeredAt = now();
  await test.sendAll();
  test.pass(60);
  waiting = await issueBatch(api, organization, 2, 'W', (index) => ({
    ...(index === 1 && { issuer_nif: VERIFACTU_ISSUER }),
  }));
  failed = await issueBatch(api, organization, 1, 'X', () => ({ number_serie: '' }));
});
afterAll(() => test[Symbol.asyncDispose]());

const get = async <T>(path: string) => {
  const answer = await test.api.get(test.organization.token, path, {}, 2);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: T }>().data;
};
const list = (query: string) => get<InvoiceView[]>(`/invoices?${query}`);
const numbers = async (query: string) => (await list(query)).map(({ invoice_number: number }) => number);

describe('an invoice', () => {
  it('shows its register and its entry in SII, with the answer of AEAT', async () => {
    const [accepted, rejected] = await get<InvoiceView[]>(`/invoice_batches/${answered}/invoices`);
    expect(accepted).toMatchObject({
      register: 'sii',
      verifactu_state: null,
      sii: {
        state: 'accepted',
        kind: 'A0',
        period: '2026-11',
        csv: expect.stringMatching(/^[A-Z0-9-]{16}$/) as string,
        due_by: '2026-11-26',
        error: null,
        matching: null,
      },
    });
    expect(rejected!.sii).toEqual({
      state: 'rejected',
      kind: 'A0',
      period: '2026-11',
      csv: null,
      due_by: '2026-11-26',
      error: { code: 1117, message: expect.any(String) as string },
      matching: null,
    });
    expect(await get<WholeInvoice>(`/invoices/${answered * 1000 + 1}`)).toMatchObject({
      register: 'sii',
      sii: rejected!.sii,
      registration: { qr_url: null, records: [] },
    });
    const found = await test.api.inject({
      method: 'POST',
      url: '/api/v2/invoices/lookup',
      headers: { authorization: `Bearer ${test.organization.token}` },
      payload: { external_invoice_ids: ['a-1'] },
    });
    expect(found.json<LookupAnswer>().data[0]!.invoices[0]).toMatchObject({
      register: 'sii',
      sii: rejected!.sii,
    });
  });

  it('has no entry in SII if it is in VeriFactu, and no register until it is issued', async () => {
    const [entry, record] = await get<InvoiceView[]>(`/invoice_batches/${waiting}/invoices`);
    expect(entry).toMatchObject({ register: 'sii', sii: { state: 'pending', csv: null, error: null } });
    expect(record).toMatchObject({ register: 'verifactu', sii: null, verifactu_state: 'remission' });
    const [never] = await get<InvoiceView[]>(`/invoice_batches/${failed}/invoices`);
    expect(never).toMatchObject({ register: null, sii: null });
  });

  it('shows the members of its entry that `fields` asks for', async () => {
    const path = `/invoices/${answered * 1000}?fields=register,sii.state,sii.period`;
    expect(await get(path)).toEqual({
      id: answered * 1000,
      register: 'sii',
      sii: { state: 'accepted', period: '2026-11' },
    });
  });

  it('was updated when AEAT answered', async () => {
    const [first, second] = await get<InvoiceView[]>(`/invoice_batches/${answered}/invoices`);
    expect(answeredAt).not.toBe(issuedAt);
    expect([first!.updated_at, second!.updated_at]).toEqual([answeredAt, answeredAt]);
    expect(await numbers(`updated_since=${answeredAt}`)).toEqual(
      expect.arrayContaining(['A-1', 'A-2', 'W-1', 'W-2']),
    );
    expect(await numbers(`updated_since=${now()}&sii_state=accepted`)).toEqual([]);
    // Pages of one invoice contain each of them once, at its last change.
    const seen: number[] = [];
    let cursor = '';
    do {
      const answer = await test.api.get(
        test.organization.token,
        `/invoices?updated_since=${issuedAt}&limit=1${cursor}`,
        {},
        2,
      );
      const { data, meta } = answer.json<{ data: InvoiceView[]; meta: { next_cursor: string | null } }>();
      seen.push(...data.map(({ id }) => id));
      cursor = meta.next_cursor === null ? '' : `&cursor=${meta.next_cursor}`;
    } while (cursor !== '');
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(
      new Set([
        answered * 1000,
        answered * 1000 + 1,
        waiting * 1000,
        waiting * 1000 + 1,
        ...(await list('processing_status=failed')).map(({ id }) => id),
      ]),
    );
  });
});

describe('the list of invoices', () => {
  it('finds invoices by what AEAT found in the books of their recipients, and shows the newest of it', async () => {
    const [accepted] = await test.read<{ id: string }>(
      "select issued_invoice_id as id from sii_entries where state = 'accepted'",
    );
    await test.pool.query(
      `insert into sii_matching (issued_invoice_id, seen_at, organization_id, state, matched_at, base, total)
       values ($1, '2026-11-21T00:00:00Z', $2, 'in_progress', null, null, null),
              ($1, '2026-11-22T00:00:00Z', $2, 'partly_matched', '2026-11-21T23:00:00Z', 90, 108.9)`,
      [accepted!.id, test.organization.id],
    );
    expect(await numbers('sii_matching=in_progress')).toEqual([]);
    const [found] = await list('sii_matching=partly_matched');
    expect(found).toMatchObject({
      invoice_number: 'A-1',
      sii: {
        matching: {
          state: 'partly_matched',
          matched_at: '2026-11-21T23:00:00Z',
          recipient: {
            reverse_charge_base: null,
            base: '90.00',
            tax: null,
            surcharge: null,
            total: '108.90',
          },
        },
      },
    });
  });

  it('finds invoices by their register and the state of their entry in SII', async () => {
    expect(await numbers('register=sii')).toEqual(['W-1', 'A-2', 'A-1']);
    expect(await numbers('register=verifactu')).toEqual(['W-2']);
    expect(await numbers('sii_state=rejected')).toEqual(['A-2']);
    expect(await numbers('sii_state=accepted')).toEqual(['A-1']);
    expect(await numbers('sii_state=pending&register=sii')).toEqual(['W-1']);
    expect(await numbers('sii_state=pending&register=verifactu')).toEqual([]);
    expect(await numbers(`sii_state=rejected&issuer_nif=${SII_ISSUER}`)).toEqual(['A-2']);
  });

  it('of a batch finds them in the same way, in the order of the request', async () => {
    const find = async (batchId: number, query: string) =>
      (await get<InvoiceView[]>(`/invoice_batches/${batchId}/invoices?${query}`)).map(
        ({ invoice_number: number }) => number,
      );
    expect(await find(answered, 'register=sii')).toEqual(['A-1', 'A-2']);
    expect(await find(answered, 'sii_state=rejected')).toEqual(['A-2']);
    expect(await find(answered, 'sii_state=accepted&register=sii')).toEqual(['A-1']);
    expect(await find(answered, 'register=verifactu')).toEqual([]);
    expect(await find(waiting, 'register=verifactu')).toEqual(['W-2']);
    expect(await find(waiting, 'sii_state=pending')).toEqual(['W-1']);
    expect(await find(failed, 'register=sii')).toEqual([]);
    const path = `/invoice_batches/${answered}/invoices?limit=1&register=sii`;
    const read = (query: string) => test.api.get(test.organization.token, path + query, {}, 2);
    const { meta } = (await read('')).json<{ meta: { next_cursor: string } }>();
    expect((await read(`&cursor=${meta.next_cursor}`)).json<{ data: InvoiceView[] }>().data).toMatchObject([
      { invoice_number: 'A-2' },
    ]);
    // A cursor continues the list that it came from.
    for (const query of ['sii_state=remission', 'register=none', `limit=1&cursor=${meta.next_cursor}`]) {
      const url = `/invoice_batches/${answered}/invoices?${query}`;
      expect((await test.api.get(test.organization.token, url, {}, 2)).statusCode).toBe(400);
    }
  });

  it('shows another organization nothing of it', async () => {
    const other = await test.api.createOrganization('Otra SL');
    const answer = await test.api.get(other.token, '/invoices?sii_state=rejected', {}, 2);
    expect(answer.json<{ data: unknown[] }>().data).toEqual([]);
  });

  it('refuses a state and a register that do not exist', async () => {
    for (const query of ['sii_state=remission', 'register=none', 'sii_state=rejected&number_serie=A-1'])
      expect((await test.api.get(test.organization.token, `/invoices?${query}`, {}, 2)).statusCode).toBe(400);
  });
});

describe('the registration status', () => {
  it('covers both registers: what waits, since when, the next last day, the last answer and a halt', async () => {
    const [ofVerifactu, ofSii, ...rest] = await get<BothRegistersStatus[]>('/registration_status');
    expect(rest).toEqual([]);
    expect(ofVerifactu).toMatchObject({ issuer_nif: VERIFACTU_ISSUER, pending: 1, sii: null });
    const entries = {
      pending: 1,
      oldest_pending_at: now(),
      next_due_by: '2026-11-26',
      overdue: 0,
      last_answer_at: answeredAt,
      halted: null,
    };
    expect(ofSii).toMatchObject({ issuer_nif: SII_ISSUER, pending: 0, incident: null, sii: entries });
    await test.pool.query(
      `update sii_issuers set halted_at = $1, halted_reason = 'AEAT 4118: no consta' where issuer_nif = $2`,
      [answeredAt, SII_ISSUER],
    );
    const path = `/registration_status?issuer_nif=${SII_ISSUER}`;
    const halted = { since: answeredAt, reason: 'AEAT 4118: no consta' };
    expect(await get(path)).toMatchObject([{ sii: { ...entries, halted } }]);
    await test.pool.query('update sii_issuers set halted_at = null, halted_reason = null');
    const { now: before } = test.api.clock;
    test.api.clock.now = new Date('2026-11-27T09:30:00Z');
    // The session has expired by then.
    const late = await test.api.get(test.organization.apiKey, path, {}, 2);
    expect(late.json<BothRegistersAnswer>().data).toMatchObject([{ sii: { ...entries, overdue: 2 } }]);
    test.api.clock.now = before;
    const ofV1 = await test.api.get(test.organization.token, path);
    expect(ofV1.body).not.toMatch(/sii|halt/);
  });
});

describe('GET /me', () => {
  it('shows what was decided about the registers of the issuers to which the organization is bound', async () => {
    expect(await get('/me')).toMatchObject({ issuer_nifs: null, registers: null });
    const { id, token } = await test.api.createOrganization('Ligada SL');
    await test.pool.query(`update organizations set issuer_nifs = '{B12345674,B87654323}' where id = $1`, [
      id,
    ]);
    const answer = await test.api.get(token, '/me', {}, 2);
    expect(answer.json<AccessAnswer>().data.registers).toEqual([
      { issuer_nif: SII_ISSUER, register: 'sii', period: 'month', from: '2026-01-01' },
    ]);
  });
});

describe('version 1 of the API', () => {
  it('shows an invoice in SII as one without VeriFactu', async () => {
    const path = `/invoice_batches/${answered}/batch_invoices`;
    const { data } = (await test.api.get(test.organization.token, path)).json<{ data: BatchInvoiceView[] }>();
    expect(data.map(({ verifactu_state: state }) => state)).toEqual([null, null]);
    expect(
      data.flatMap((invoice) => Object.keys(invoice)).filter((name) => /sii|register/.test(name)),
    ).toEqual([]);
    const registration = await test.api.get(
      test.organization.token,
      `/batch_invoices/${answered * 1000}/registration`,
    );
    expect(registration.json<RegistrationAnswer>().data).toEqual({
      qr_url: null,
      annulled_at: null,
      records: [],
    });
  });
});

describe('the PDF of an invoice', () => {
  it('has a QR code and the phrase VERI*FACTU only if the invoice is in VeriFactu', async () => {
    const context = { ...printingContext(test.api), renderer: await openSharedRenderer() };
    const job = { organizationId: test.organization.id, batchId: waiting, from: 0, to: 1 };
    expect(await renderPdfs(context, job)).toBe(2);
    const read = async (id: number) => {
      const { rawPayload } = await test.api.get(test.organization.token, `/invoices/${id}/pdf`, {}, 2);
      return { ...(await readPdf(rawPayload)), links: rawPayload.toString('latin1').includes('ValidarQR') };
    };
    const [inSii, inVerifactu] = [await read(waiting * 1000), await read(waiting * 1000 + 1)];
    expect(inSii.squashed).toContain('W-1');
    expect(inSii.squashed).not.toMatch(/VERI\*?FACTU|QR/i);
    expect(inSii.links).toBe(false);
    expect(inVerifactu.squashed).toContain('VERI*FACTU');
    expect(inVerifactu.links).toBe(true);
    for (const format of ['hybrid', 'ubl', 'cii']) {
      const path = `/invoices/${waiting * 1000}/documents/${format}`;
      const { statusCode, rawPayload } = await test.api.get(test.organization.token, path, {}, 2);
      expect({ format, statusCode }).toEqual({ format, statusCode: 200 });
      expect(rawPayload.toString('latin1')).not.toMatch(/VERI\*?FACTU|ValidarQR/i);
    }
  });
});
