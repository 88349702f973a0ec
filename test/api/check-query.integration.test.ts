import { dereference } from '../support/dereference.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { errorBody, PROTECTED, READS } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 100_000, SESSION_RATE_LIMIT: 100_000 });
  organization = await api.createOrganization(undefined, null, KEY_RIGHTS);
});
afterAll(() => api[Symbol.asyncDispose]());

type Parameter = { in: string; name: string; schema: { type?: string } };
type Documented = OpenApiDocument['paths'][string][string] & { parameters?: Parameter[] };

/** Lists every endpoint with the query parameters that the OpenAPI document declares for it. */
function listEndpoints() {
  const documents = [api.app.swagger(), api.app.swaggerOfV2()] as unknown as OpenApiDocument[];
  const paths = documents.flatMap((document) => Object.entries(dereference(document).paths));
  const documented = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as 'DELETE' | 'GET' | 'POST',
      path: path.replaceAll(/\{\w+\}/g, '1'),
      known: ((operation as Documented).parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => (schema.type === 'object' ? `${name}[key]` : name)),
    })),
  );
  return [...documented, { method: 'GET' as const, path: '/api/v1/openapi.json', known: [] }];
}

const send = (
  { method, path }: { method: 'DELETE' | 'GET' | 'POST'; path: string },
  query: string,
  token: string | null = organization.token,
) =>
  api.inject({
    method,
    url: `${path}?${query}`,
    headers: {
      'idempotency-key': randomUUID(),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && {
      payload: JSON.stringify(
        path.endsWith('sessions') ? { api_key: organization.apiKey } : buildBatchBody(1),
      ),
    }),
  });

describe('an unknown query parameter [B37]', () => {
  it('is refused by every endpoint with a message that names it and the known parameters', async () => {
    const endpoints = listEndpoints();
    expect(endpoints.length).toBeGreaterThan(7);
    for (const endpoint of endpoints) {
      const knows = endpoint.known.length === 0 ? 'none' : endpoint.known.join(', ');
      const answer = await send(endpoint, 'filter=x');
      expect(answer.statusCode).toBe(400);
      // Version 2 adds members to the error object.
      expect(answer.json()).toMatchObject(
        errorBody('bad_request', `Unknown query parameter filter; this endpoint accepts ${knows}`),
      );
    }
    const { rows } = await api.database.pool.query('select count(*)::int as count from batches');
    expect(rows[0].count).toBe(0);
  });

  const KNOWN = 'page, per_page, status, external_batch_id, received_from, received_to';
  it.each([
    ['a=1&b=2', 'parameters a, b'],
    ['a=1&b=2&c=3&d=4&page=1', 'parameters a, b, c and more'],
    ['PAGE=1', 'parameter PAGE'],
    ['page[]=1', 'parameter "page[]"'],
    ['%70%61ge2=1', 'parameter page2'],
    ['page%00=1', 'parameter "page\\u0000"'],
    ['+page=1', 'parameter " page"'],
    ['a&', 'parameter a'],
    ['=1', 'parameter ""'],
    ['__proto__=1', 'parameter __proto__'],
    ['constructor=1', 'parameter constructor'],
    ['%zz=1', 'parameter "%zz"'],
    ['page;per_page=1', 'parameter "page;per_page"'],
    [`${'x'.repeat(500)}=1`, `parameter "${'x'.repeat(80)}…"`],
    ['state=failed', 'parameter state'],
  ])('is named in the message however it is written: %s', async (query, named) => {
    const answer = await send({ method: 'GET', path: '/api/v1/invoice_batches' }, query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(
      errorBody('bad_request', `Unknown query ${named}; this endpoint accepts ${KNOWN}`),
    );
  });

  it.each(['page=1&page=1', 'page=1&%70age=2', 'page=&page=', 'per_page=1&page=2&page=3'])(
    'is refused, and so is a known parameter that is given twice: %s',
    async (query) => {
      const answer = await send({ method: 'GET', path: '/api/v1/invoice_batches' }, query);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(errorBody('bad_request', 'page must be given once'));
    },
  );

  it('is reported only to clients with a session, and counts as a read', async () => {
    for (const endpoint of PROTECTED) {
      const { method, url } = endpoint;
      expect((await send({ method, path: url }, 'filter=x', null)).statusCode).toBe(401);
      const answer = await send({ method, path: url }, 'filter=x');
      expect(answer.statusCode).toBe(400);
      expect('ratelimit-remaining' in answer.headers).toBe((READS as readonly unknown[]).includes(endpoint));
    }
  });

  it('is not reported for empty text between separators', async () => {
    for (const query of ['', '&', '&&', 'page=1', '%70age=1', 'page=1&']) {
      expect((await send({ method: 'GET', path: '/api/v1/invoice_batches' }, query)).statusCode).toBe(200);
    }
  });

  it('is refused by HEAD requests as well', async () => {
    const headers = { authorization: `Bearer ${organization.token}` };
    const head = (query: string) =>
      api.inject({ method: 'HEAD', url: `/api/v1/invoice_batches?${query}`, headers });
    expect((await head('filter=x')).statusCode).toBe(400);
    expect((await head('page=1')).statusCode).toBe(200);
  });
});
