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

type Schema = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly additionalProperties?: Schema;
};
type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type Documented = OpenApiDocument['paths'][string][string] & { parameters?: Parameter[] };

/** Lists every endpoint with the query parameters that the OpenAPI document declares for it. */
function listEndpoints() {
  const documents = [api.app.swagger(), api.app.swaggerOfV2()] as unknown as OpenApiDocument[];
  const paths = documents.flatMap((document) => Object.entries(dereference(document).paths));
  const documented = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as 'DELETE' | 'GET' | 'POST',
      path: path.replace('{format}', 'ubl').replaceAll(/\{\w+\}/g, '1'),
      parameters: ((operation as Documented).parameters ?? []).filter((one) => one.in === 'query'),
    })),
  );
  return [...documented, { method: 'GET' as const, path: '/api/v1/openapi.json', parameters: [] }];
}

const writeName = ({ name, schema }: Parameter) => (schema.type === 'object' ? `${name}[key]` : name);

/** Returns values of a schema, and values that it does not have. */
function listValues(schema: Schema): {
  readonly inside: readonly string[];
  readonly outside: readonly string[];
} {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (schema.enum !== undefined)
    return { inside: schema.enum, outside: ['', 'no_such_word', [...schema.enum, 'x'].join(',')] };
  if (schema.type === 'boolean') return { inside: ['true', 'false'], outside: ['', 'yes', '1', 'TRUE'] };
  if (schema.type === 'integer')
    return {
      inside: [String(minimum), String(maximum)],
      outside: ['', 'x', '1.5', '1e1', '-1', String(minimum - 1), `${maximum + 1}`],
    };
  if (schema.type === 'object') return listValues(schema.additionalProperties!);
  if (schema.format === 'date')
    return { inside: ['2024-02-29'], outside: ['', '2026-02-29', '2026-11-20T00:00:00Z'] };
  if (schema.format === 'year-month') return { inside: ['2026-02'], outside: ['', '2026-13', '2026-02-28'] };
  if (schema.format === 'date-time')
    return {
      inside: ['2026-11-20T09:15:30Z'],
      outside: [
        '',
        '2026-11-20',
        '2026-02-29T09:15:30Z',
        '2026-11-20T09:15:30.5Z',
        '2026-11-20T09:15:30+00:00',
      ],
    };
  if (schema.minLength === undefined) return { inside: [], outside: [] };
  const most = schema.maxLength!;
  return { inside: ['x', 'ñ'.repeat(most)], outside: ['', ' ', '\0', 'x'.repeat(most + 1)] };
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
      const known = endpoint.parameters.map(writeName);
      const knows = known.length === 0 ? 'none' : known.join(', ');
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

describe('a query parameter of any endpoint', () => {
  const cases = () =>
    listEndpoints().flatMap((endpoint) =>
      endpoint.parameters.map((parameter) => ({
        ...endpoint,
        parameter,
        query: (value: string) =>
          new URLSearchParams([
            [writeName(parameter), value],
            ...endpoint.parameters
              .filter(({ name, required }) => required === true && name !== parameter.name)
              .map((other): [string, string] => [writeName(other), listValues(other.schema).inside[0]!]),
          ]).toString(),
      })),
    );
  const messageOf = async (endpoint: ReturnType<typeof cases>[number], value: string) => {
    const { statusCode, body } = await send(endpoint, endpoint.query(value));
    return statusCode === 400
      ? (JSON.parse(body) as { error: { message: string } }).error.message
      : statusCode;
  };

  it('is refused with a message that names it, if the value is outside its schema', async () => {
    const tried = new Set<string>();
    for (const endpoint of cases())
      for (const value of listValues(endpoint.parameter.schema).outside) {
        const { name } = endpoint.parameter;
        tried.add(name);
        const message = await messageOf(endpoint, value);
        expect([endpoint.path, value, message]).toEqual([
          endpoint.path,
          value,
          expect.stringMatching(new RegExp(`^${name} (must|can't) `)),
        ]);
      }
    expect(tried.size).toBeGreaterThan(15);
  });

  it('is refused with a message that asks for it, if it is required and absent', async () => {
    const required = cases().filter(({ parameter }) => parameter.required);
    expect(required.length).toBeGreaterThan(5);
    for (const endpoint of required) {
      const query = new URLSearchParams(endpoint.query('x'));
      query.delete(writeName(endpoint.parameter));
      const { name } = endpoint.parameter;
      const answer = await send(endpoint, query.toString());
      expect([endpoint.path, answer.json().error.message]).toEqual([
        endpoint.path,
        expect.stringMatching(new RegExp(`^${name} (must be|can't be blank)`)),
      ]);
    }
  });

  it('is not refused if the value is in its schema', async () => {
    for (const endpoint of cases())
      for (const value of listValues(endpoint.parameter.schema).inside) {
        const message = await messageOf(endpoint, value);
        expect([endpoint.path, value, message]).toEqual([
          endpoint.path,
          value,
          expect.not.stringMatching(new RegExp(`^${endpoint.parameter.name} `)),
        ]);
      }
  });
});
