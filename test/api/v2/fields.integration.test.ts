import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PARTIAL_TYPE } from '../../../src/api/queries/fields.ts';
import { InvoiceView, WholeInvoice } from '../../../src/contracts/v2/invoice-answers.ts';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import { pickMembers, type Selection } from '../../../src/domain/reading/selection.ts';
import { openVaried, type Varied } from './support/open-varied.ts';

let test: Varied;
beforeAll(async () => {
  test = await openVaried();
});
afterAll(() => test[Symbol.asyncDispose]());

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };
const open = (schema: Schema): Schema =>
  schema.items ?? schema.anyOf?.map(open).find(({ properties }) => properties) ?? schema;

/** Lists the names of all members of a schema, and of the members of these. */
function listNames(schema: Schema): string[] {
  return Object.entries(schema.properties!).flatMap(([name, member]) => [
    name,
    ...Object.keys(open(member).properties ?? {}).map((inner) => `${name}.${inner}`),
  ]);
}

/** Returns what an answer with `fields` must be, by the whole answer. */
function expectedOf(whole: unknown, name: string): unknown {
  const [member, inner] = name.split('.');
  const selection: Selection = { id: true, [member!]: inner === undefined ? true : { [inner]: true } };
  return pickMembers(whole, selection);
}

const MANY = { timeout: 60_000 };

describe('fields', () => {
  it('leaves in both lists exactly what was asked for, for each name', MANY, async () => {
    const names = listNames(InvoiceView as Schema);
    expect(names).toContain('totals.base');
    for (const path of ['/invoices?limit=100', `/invoice_batches/${test.mixed}/invoices?limit=100`]) {
      const whole = (await test.get(path)).json<{ data: unknown[]; meta: object }>();
      for (const name of names) {
        const answer = await test.get(`${path}&fields=${name}`);
        expect(answer.headers['content-type']).toBe(`${PARTIAL_TYPE}; charset=utf-8`);
        expect({ name, answer: answer.json() }).toEqual({
          name,
          answer: { ...whole, data: whole.data.map((invoice) => expectedOf(invoice, name)) },
        });
      }
    }
  });

  it('leaves in one invoice exactly what was asked for, for each name', MANY, async () => {
    for (const id of [
      test.accepted * 1000,
      test.mixed * 1000 + 3,
      test.simplified * 1000,
      test.pending * 1000,
    ]) {
      const whole = (await test.get(`/invoices/${id}`)).json<{ data: unknown }>().data;
      for (const name of listNames(WholeInvoice as Schema)) {
        const answer = await test.get(`/invoices/${id}?fields=${name}`);
        expect(answer.headers['content-type']).toBe(`${PARTIAL_TYPE}; charset=utf-8`);
        expect({ id, name, data: answer.json<{ data: unknown }>().data }).toEqual({
          id,
          name,
          data: expectedOf(whole, name),
        });
      }
    }
  });

  it('does not change the order, the filters and the cursors of a list', async () => {
    type Page = { data: { id: number }[]; meta: { next_cursor: string } };
    const query = '/invoices?limit=2&issuer_nif=B12345674';
    const whole = (await test.get(query)).json<Page>();
    const partial = (await test.get(`${query}&fields=invoice_number`)).json<Page>();
    expect(partial.meta).toEqual(whole.meta);
    const next = await test.get(`${query}&fields=totals&cursor=${whole.meta.next_cursor}`);
    expect(next.json<Page>().data.map(({ id }) => id)).toEqual(
      (await test.get(`${query}&cursor=${whole.meta.next_cursor}`)).json<Page>().data.map(({ id }) => id),
    );
  });

  it('refuses an unknown name with the one that was meant, before it looks for the invoice', async () => {
    for (const path of ['/invoices', `/invoice_batches/${test.mixed}/invoices`, '/invoices/1']) {
      const answer = await test.get(`${path}?fields=id,totls.base`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<ErrorBody>().error).toMatchObject({
        code: 'bad_request',
        message: 'The name "totls.base" in fields is not allowed (did you mean totals?)',
        details: [{ path: '/totls/base', code: 'unknown_member', help: '/api/v2/codes#unknown_member' }],
      });
    }
    expect((await test.get('/invoices?fields=%20')).json<ErrorBody>().error.message).toBe(
      "fields can't be blank",
    );
    expect((await test.get('/invoices?fields=id&fields=totals')).statusCode).toBe(400);
    expect((await test.get(`/invoices?fields=${'a'.repeat(2001)}`)).statusCode).toBe(400);
  });

  it('writes messages in the language of the client', async () => {
    const list = await test.api.get(
      test.organization.token,
      `/invoices/${test.mixed * 1000 + 3}?fields=processing_error`,
      { 'accept-language': 'es' },
      2,
    );
    expect(list.headers['content-language']).toBe('es');
    expect(list.body).not.toContain("can't be");
  });
});
