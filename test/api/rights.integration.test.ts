import { fastify, type HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS, type KeyRight } from '../../src/contracts/codes.ts';
import { installRights } from '../../src/api/route-rights.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 1_000_000 });
});
afterAll(() => api[Symbol.asyncDispose]());

type Operation = OpenApiDocument['paths'][string][string] & { readonly security?: readonly unknown[] };

/**
 * Lists every operation that needs a session from the OpenAPI documents, which include any new one.
 */
function listOperations(): { method: HTTPMethods; url: string; operation: Operation }[] {
  const documents = [api.app.swagger(), api.app.swaggerOfV2()] as unknown as OpenApiDocument[];
  return (
    documents
      .flatMap(({ paths }) => Object.entries(paths))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]: [string, Operation]) => ({
          method: method.toUpperCase(),
          url: path.replaceAll(/\{\w+\}/g, '1'),
          operation,
        })),
      )
      .filter(({ operation }) => operation.security === undefined)
      // The end of the session comes last.
      .toSorted(
        (one, other) => Number(one.url.endsWith('/sessions')) - Number(other.url.endsWith('/sessions')),
      )
  );
}

/** Returns the right that an operation declares; null if it needs none. */
const rightOf = ({ responses }: Operation) =>
  (/^`forbidden`: the API key of the session lacks the right `(\w+)`$/.exec(
    responses['403']?.description ?? '',
  )?.[1] ?? null) as KeyRight | null;
const lackOf = (right: string) =>
  `The API key of this session lacks the right ${right}; an operator can grant it`;

const SETS = Array.from({ length: 2 ** KEY_RIGHTS.length - 1 }, (_none, index) =>
  KEY_RIGHTS.filter((_right, place) => ((index + 1) >> place) & 1),
);

const ask = (method: HTTPMethods, url: string, token: string) =>
  api.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' || method === 'PATCH' ? { payload: '{}' } : {}),
  });
const change = (organizationId: number, sql: string) =>
  api.database.pool.query(`update api_keys set ${sql} where organization_id = $1`, [organizationId]);

describe('an API key', () => {
  it.each(SETS.map((rights) => [rights]))(
    'with the rights %j may use exactly the operations that they allow',
    async (rights) => {
      const { token } = await api.createOrganization('Con Derechos SL', null, rights);
      for (const { method, url, operation } of listOperations()) {
        const needed = rightOf(operation);
        const answer = await ask(method, url, token);
        const isRefused = needed !== null && !rights.includes(needed);
        const refusal = isRefused ? errorBody('forbidden', lackOf(needed)) : null;
        const found = answer.statusCode === 403 ? answer.json<object>() : null;
        // Version 2 adds members to the error object.
        expect({ url, method, found }).toMatchObject({ url, method, found: refusal });
      }
    },
  );

  it('without the right is refused before a body is read, and for HEAD as for GET', async () => {
    const { token } = await api.createOrganization('Sin Leer SL', null, ['correct']);
    expect((await ask('HEAD', '/api/v1/invoice_batches', token)).statusCode).toBe(403);
    const answer = await api.post(token, '{', { key: 'no key' });
    expect(answer.json()).toEqual(errorBody('forbidden', lackOf('submit')));
  });

  it('passes changed rights and its revocation to open sessions within two seconds', async () => {
    const { id, token } = await api.createOrganization('Que Cambia SL');
    const status = async (method: HTTPMethods = 'GET') =>
      (await ask(method, '/api/v1/invoice_batches', token)).statusCode;
    const pass = (ms: number) => (api.clock.now = new Date(api.clock.now.getTime() + ms));
    expect(await status()).toBe(200);
    await change(id, `rights = '{submit}'`);
    pass(2000);
    expect([await status(), await status('POST')]).toEqual([403, 422]);
    await change(id, `rights = '{read}'`);
    pass(2000);
    expect([await status(), await status('POST')]).toEqual([200, 403]);
    await change(id, 'revoked_at = now()');
    pass(2000);
    expect([await status(), await status('POST')]).toEqual([401, 401]);
  });

  it('has the rights submit and read by default', async () => {
    const { id } = await api.createOrganization();
    const hash = Buffer.from(`without rights ${id}`);
    await api.database.pool.query(
      `insert into api_keys (organization_id, key_hash, prefix) values ($1, $2, 'x')`,
      [id, hash],
    );
    const { rows } = await api.database.pool.query<{ rights: KeyRight[] }>(
      'select rights from api_keys where organization_id = $1',
      [id],
    );
    expect(rows).toEqual([{ rights: ['submit', 'read'] }, { rights: ['submit', 'read'] }]);
  });

  it.each(['{}', '{submit,write}', '{submit,NULL}', '{SUBMIT}'])(
    'cannot have unknown rights or none: %s',
    async (rights) => {
      const { id } = await api.createOrganization();
      await expect(change(id, `rights = '${rights}'`)).rejects.toMatchObject({ code: '23514' });
    },
  );
});

describe('the rights of routes', () => {
  it('are declared by every operation but three, and whoever may only read changes nothing', () => {
    const operations = listOperations();
    const without = operations.filter(({ operation }) => rightOf(operation) === null);
    expect(new Set(without.map(({ operation }) => operation.operationId))).toEqual(
      new Set(['getResponsibleDeclaration', 'getAccess', 'endSession']),
    );
    const changing = operations.filter(
      ({ method, operation }) => method !== 'GET' && rightOf(operation) === 'read',
    );
    expect(changing.map(({ operation }) => operation.operationId)).toEqual(['lookUpInvoices']);
  });

  it('are required for every route, or the API cannot be built', async () => {
    await using app = fastify();
    installRights(app);
    const schema = { response: { 200: {} } };
    expect(() => app.get('/batches', { config: { right: 'read' }, schema }, () => '')).not.toThrow();
    expect(() => app.get('/secrets', { schema }, () => '')).toThrow('GET /secrets states no right');
    expect(() => app.post('/secrets', () => '')).toThrow('POST /secrets states no right');
  });
});
