import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS } from '../../../src/contracts/codes.ts';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { postBatch } from '../../support/engine.ts';
import { issueInvoice } from '../../support/pdfs.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization('Una SL', null, KEY_RIGHTS);
});
afterAll(() => api[Symbol.asyncDispose]());

async function ask(version: 1 | 2, path: string) {
  const { statusCode, headers, json } = await api.inject({
    method: 'GET',
    url: `/api/v${version}${path}`,
    headers: { authorization: `Bearer ${organization.token}` },
  });
  return { status: statusCode, code: json<ErrorBody>().error.code, after: headers['retry-after'] ?? null };
}

const firstOf = async (batch: number) => {
  const list = await api.get(organization.token, `/invoice_batches/${batch}/batch_invoices`);
  return list.json<{ data: { id: number }[] }>().data[0]!.id;
};

describe('what does not exist yet', () => {
  it('is 409 with Retry-After in version 2, and 422 with Retry-After in version 1', async () => {
    const batch = await postBatch(api, organization, 1, 'W');
    const invoice = await firstOf(batch);
    const paths = ['/pdf', '/documents', '/documents/ubl'].map((path) => [
      `/batch_invoices/${invoice}`,
      path,
    ]);
    for (const [, path] of paths)
      expect(await ask(2, `/invoices/${invoice}${path}`)).toEqual({
        status: 409,
        code: 'not_ready',
        after: '5',
      });
    for (const [of, path] of paths)
      expect(await ask(1, `${of}${path}`)).toEqual({
        status: 422,
        code: 'unprocessable_content',
        after: '5',
      });
    for (const path of ['pdfs', 'documents?format=ubl'])
      expect(await ask(2, `/invoice_batches/${batch}/${path}`)).toMatchObject({
        status: 409,
        code: 'not_ready',
      });
  });

  it('is 409 for a PDF of a batch that is not rendered yet', async () => {
    const invoice = await issueInvoice(api, organization, 'P-1');
    const whole = await api.inject({
      method: 'GET',
      url: `/api/v2/invoices/${invoice}`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
    const { invoice_batch_id: batch } = whole.json<{ data: { invoice_batch_id: number } }>().data;
    expect(await ask(2, `/invoice_batches/${batch}/pdfs`)).toMatchObject({ status: 409, code: 'not_ready' });
  });

  it('is 409 for a correction that comes too early, with the same code as in version 1', async () => {
    const invoice = await firstOf(await postBatch(api, organization, 1, 'X'));
    const correct = (version: 1 | 2) =>
      api.inject({
        method: 'POST',
        url: `/api/v${version}/${version === 1 ? 'batch_invoices' : 'invoices'}/${invoice}/annul`,
        headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
        payload: '{"reason":"Por error"}',
      });
    for (const [version, status] of [
      [1, 422],
      [2, 409],
    ] as const) {
      const answer = await correct(version);
      expect([answer.statusCode, answer.json<ErrorBody>().error.code]).toEqual([status, 'not_issued']);
      expect(answer.headers['retry-after']).toBe('5');
    }
  });

  it('is 422 without Retry-After once it never will exist', async () => {
    const invoice = await firstOf(await postBatch(api, organization, 1, 'F', () => ({ issuer_nif: null })));
    expect(await ask(2, `/invoices/${invoice}/pdf`)).toEqual({
      status: 422,
      code: 'unprocessable_content',
      after: null,
    });
  });
});
