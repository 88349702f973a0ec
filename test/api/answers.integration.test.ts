import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { errorBody, PROTECTED } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('X-Request-Id', () => {
  it.each(PROTECTED)(
    'is on every response, and generated if the client sent none: $method $url',
    async (request) => {
      const ids = await Promise.all([api.inject(request), api.inject(request)]);
      for (const { headers } of ids) expect(headers['x-request-id']).toMatch(UUID);
      expect(ids[0].headers['x-request-id']).not.toBe(ids[1].headers['x-request-id']);
    },
  );

  it.each(['a', 'my-request_1.2', 'x'.repeat(128), '0b8f5a1e-0000-4000-8000-000000000000'])(
    'is the value of the client if that is valid: %s',
    async (id) => {
      for (const url of ['/api/v1/invoice_batches', '/nothing', '/api/v1/openapi.json']) {
        const answer = await api.inject({ method: 'GET', url, headers: { 'x-request-id': id } });
        expect(answer.headers['x-request-id']).toBe(id);
      }
    },
  );

  it.each(['', ' ', 'a b', 'x'.repeat(129), 'é', '"x"', 'a,b', 'a;b', '../x', '{"a":1}', '\t'])(
    'is generated if the value of the client is invalid: %j',
    async (id) => {
      const headers = { 'x-request-id': id };
      const answer = await api.inject({ method: 'GET', url: '/api/v1/invoice_batches', headers });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    },
  );

  it('is on the log lines of the request', async () => {
    const id = 'traced-through-the-log';
    await api.get(organization.token, '/invoice_batches', { 'x-request-id': id });
    const lines = api.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = lines.filter(({ requestId }) => requestId === id);
    expect(own).toEqual([expect.objectContaining({ message: 'Request answered', status: 200 })]);
  });
});

describe('an unknown path [B32] [B36]', () => {
  it.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v3/invoice_batches',
    '/invoice_batches',
    '/API/V1/invoice_batches',
    '/api/v1/Invoice_Batches',
    '/api/v1/invoice_batches/1/',
    '/api/v1/invoice_batches/1/pdf',
    '/api/v1//invoice_batches',
    '/livez',
    '/readyz',
    '/metrics',
    '/documentation',
    '/favicon.ico',
    '/api/v1/%zz',
    '/%',
    `/${'x'.repeat(5000)}`,
  ])('returns 404 with or without a session: %s', async (url) => {
    for (const token of [organization.token, 'x']) {
      const answer = await api.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual(
        errorBody('not_found', expect.stringMatching(/^There is no GET \//) as string),
      );
    }
  });

  it.each(['text/plain', 'application/json', 'multipart/form-data'])(
    'returns 404 before a body of %s is read',
    async (type) => {
      const headers = { 'content-type': type, 'content-encoding': 'gzip' };
      const answer = await api.inject({ method: 'POST', url: '/nothing', headers, payload: '{' });
      expect(answer.statusCode).toBe(404);
    },
  );

  it('is named in the message without its query, which may contain a secret', async () => {
    const answer = await api.inject({ method: 'GET', url: '/nothing?api_key=org_live_secret' });
    expect(answer.json()).toEqual(errorBody('not_found', 'There is no GET /nothing'));
  });
});

const ALLOWED: [url: string, allow: string[]][] = [
  ['/api/v1/auth/sessions', ['DELETE', 'POST']],
  ['/api/v1/invoice_batches/validate', ['POST']],
  ['/api/v1/invoice_batches/1/summary', ['GET', 'HEAD']],
  ['/api/v1/invoice_batches/1/pdfs', ['GET', 'HEAD']],
  ['/api/v1/batch_invoices', ['GET', 'HEAD']],
  ['/api/v1/batch_invoices/1/registration', ['GET', 'HEAD']],
  ['/api/v1/batch_invoices/1/annul', ['POST']],
  ['/api/v1/batch_invoices/1/resend', ['POST']],
  ['/api/v1/batch_invoices/1/documents', ['GET', 'HEAD']],
  ['/api/v1/batch_invoices/1/documents/ubl', ['GET', 'HEAD']],
  ['/api/v1/invoice_batches/1/documents', ['GET', 'HEAD']],
  ['/api/v1/invoice_batches', ['GET', 'HEAD', 'POST']],
  ['/api/v1/invoice_batches/1', ['GET', 'HEAD']],
  ['/api/v1/invoice_batches/1/batch_invoices', ['GET', 'HEAD']],
  ['/api/v1/batch_invoices/1', ['GET', 'HEAD']],
  ['/api/v1/batch_invoices/no-id/pdf', ['GET', 'HEAD']],
  ['/api/v1/registration_status', ['GET', 'HEAD']],
  ['/api/v1/responsible_declaration', ['GET', 'HEAD']],
  ['/api/v1/openapi.json', ['GET', 'HEAD']],
  ['/api/v2/auth/sessions', ['DELETE', 'POST']],
  ['/api/v2/invoice_batches', ['GET', 'HEAD', 'POST']],
  ['/api/v2/invoice_batches/validate', ['POST']],
  ['/api/v2/invoices/preview', ['POST']],
  ['/api/v2/invoice_batches/1', ['GET', 'HEAD']],
  ['/api/v2/invoice_batches/1/invoices', ['GET', 'HEAD']],
  ['/api/v2/invoice_batches/1/summary', ['GET', 'HEAD']],
  ['/api/v2/invoice_batches/1/pdfs', ['GET', 'HEAD']],
  ['/api/v2/invoices', ['GET', 'HEAD', 'POST']],
  ['/api/v2/invoices/lookup', ['POST']],
  ['/api/v2/invoices/1', ['GET', 'HEAD']],
  ['/api/v2/invoices/1/pdf', ['GET', 'HEAD']],
  ['/api/v2/invoices/1/annul', ['POST']],
  ['/api/v2/invoices/1/resend', ['POST']],
  ['/api/v2/invoices/1/credit', ['POST']],
  ['/api/v2/invoices/1/payments', ['GET', 'HEAD', 'POST']],
  ['/api/v2/payments', ['GET', 'HEAD', 'POST']],
  ['/api/v2/payments/1', ['DELETE']],
  ['/api/v2/invoices/1/defaults', ['DELETE', 'POST']],
  ['/api/v2/invoices/1/spfe/withdraw', ['POST']],
  ['/api/v2/invoices/1/spfe/resend', ['POST']],
  ['/api/v2/invoices/1/spfe/facts', ['POST']],
  ['/api/v2/spfe/recipient_reports', ['GET', 'HEAD']],
  ['/api/v2/spfe/status', ['GET', 'HEAD']],
  ['/api/v2/spfe/readiness', ['GET', 'HEAD']],
  ['/api/v2/invoices/1/documents', ['GET', 'HEAD']],
  ['/api/v2/invoices/1/documents/ubl', ['GET', 'HEAD']],
  ['/api/v2/invoice_batches/1/documents', ['GET', 'HEAD']],
  ['/api/v2/registration_status', ['GET', 'HEAD']],
  ['/api/v2/responsible_declaration', ['GET', 'HEAD']],
  ['/api/v2/books/issued', ['GET', 'HEAD']],
  ['/api/v2/recipient_profiles', ['GET', 'HEAD']],
  ['/api/v2/me', ['GET', 'HEAD']],
  ['/api/v2/series', ['GET', 'HEAD']],
  ['/api/v2/series/F', ['GET', 'HEAD', 'PUT']],
  ['/api/v2/series/F/changes', ['GET', 'HEAD']],
  ['/api/v2/series/F/numbers', ['GET', 'HEAD']],
  ['/api/v2/recipient_profiles/A12345674', ['DELETE', 'GET', 'HEAD', 'PUT']],
  ['/api/v2/webhook_endpoints', ['GET', 'HEAD', 'POST']],
  ['/api/v2/webhook_endpoints/1', ['DELETE', 'GET', 'HEAD', 'PATCH']],
  ['/api/v2/webhook_endpoints/1/test', ['POST']],
  ['/api/v2/webhook_endpoints/1/replay', ['POST']],
  ['/api/v2/events', ['GET', 'HEAD']],
  ['/api/v2/openapi.json', ['GET', 'HEAD']],
  ['/api/v2/codes', ['GET', 'HEAD']],
];

describe('the methods of a path [B36]', () => {
  it.each(ALLOWED)(
    'return 405 with the supported methods if they are not supported: %s',
    async (url, allow) => {
      for (const method of METHODS.filter((each) => each !== 'CONNECT' && !allow.includes(each))) {
        for (const headers of [{}, { authorization: `Bearer ${organization.token}` }]) {
          const answer = await api.inject({ method, url, headers });
          expect([method, answer.statusCode]).toEqual([method, 405]);
          expect(answer.headers['allow']).toBe(allow.join(', '));
          if (method === 'HEAD') continue;
          const message = `${method} is not allowed here, only ${allow.join(', ')}`;
          // Version 2 adds members to the error object.
          expect(answer.json()).toMatchObject(errorBody('method_not_allowed', message));
        }
      }
    },
  );

  it.each(ALLOWED)('never return 405 if they are supported: %s', async (url, allow) => {
    for (const method of allow) {
      const answer = await api.inject({ method, url });
      expect([method, answer.statusCode]).not.toEqual([method, 405]);
      expect(answer.headers).not.toHaveProperty('allow');
    }
  });

  it('are tested for every documented path', () => {
    const documented = [api.app.swagger(), api.app.swaggerOfV2()].flatMap((document) =>
      Object.keys((document as { paths: object }).paths),
    );
    const tabled = documented.filter((path) =>
      ALLOWED.some(([url]) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url)),
    );
    expect(tabled).toEqual(documented);
  });

  it('return 405 before a body is read', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    for (const url of ['/api/v1/invoice_batches/1', '/api/v1/openapi.json']) {
      const answer = await api.inject({ method: 'POST', url, headers, payload: '{' });
      expect(answer.statusCode).toBe(405);
    }
  });

  it('return 404 if the path is unknown', async () => {
    // A QUERY request must have a Content-Type (RFC 10008, section 2).
    for (const method of METHODS.filter((each) => each !== 'CONNECT' && each !== 'QUERY')) {
      const answer = await api.inject({ method, url: '/api/v1/nothing' });
      expect([method, answer.statusCode]).toEqual([method, 404]);
    }
  });
});

describe('timestamps', () => {
  it('are in UTC and whole seconds', async () => {
    const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    const own = await api.createOrganization();
    await issueBatch(api, own, 1, 'T');
    const { data } = (await api.get(own.token, '/invoice_batches')).json<{
      data: Record<string, string>[];
    }>();
    expect(data[0]!['received_at']).toMatch(INSTANT);
    expect(data[0]!['processed_at']).toMatch(INSTANT);
    expect((await api.get(own.token, `/invoice_batches/${data[0]!['id']}`)).json()).toEqual({
      data: data[0],
    });
  });

  it('do not depend on the time zone of the database session', async () => {
    await using zoned = await openTestApi();
    await zoned.database.pool.query(`alter database ${zoned.database.name} set timezone to 'Asia/Kathmandu'`);
    // Its connections are new and therefore start in that time zone.
    const databasePort = Number(new URL(zoned.database.url).port);
    await using later = await openTestApi({}, { beside: zoned, databasePort });
    const own = await later.createOrganization();
    const created = await later.post(own.token, { invoice_batch: { invoices: [{}] } });
    const { data } = created.json<{ data: { id: number; received_at: string } }>();
    expect(data.received_at).toBe(`${later.clock.now.toISOString().slice(0, 19)}Z`);
    expect((await later.get(own.token, `/invoice_batches/${data.id}`)).json()).toEqual({ data });
  });
});
