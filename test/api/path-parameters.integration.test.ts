import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';

/*
 * The routes come from the OpenAPI documents, so a new one with a parameter in its path is tried as
 * well.
 */

/** Texts that name nothing, or that could reach another path. */
const HOSTILE = [
  '%2e%2e%2fx',
  'x%2f%2e%2e',
  '%2e%2e%5cx',
  '%2f',
  '%2f%2fx',
  '%5c',
  '%26',
  '%23',
  '%3f',
  '%25',
  '%252e%252e%252fx',
  '%2a',
  '%00',
  '%0a',
  '%e2%80%ae1',
];

let api: TestApi;
let own: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 100_000 });
  own = await api.createOrganization('Rutas SL', null, KEY_RIGHTS);
});
afterAll(() => api[Symbol.asyncDispose]());

type Operations = Readonly<Record<string, object>>;
function listRoutes(): [method: string, path: string][] {
  const documents = [api.app.swagger(), api.app.swaggerOfV2()] as { paths?: Operations }[];
  return documents.flatMap(({ paths = {} }) =>
    Object.entries(paths)
      .filter(([path]) => path.includes('{'))
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method): [string, string] => [method.toUpperCase(), path]),
      ),
  );
}

it('a parameter of a path that no rule permits is refused on every route, and changes nothing', async () => {
  const routes = listRoutes();
  expect(routes.length).toBeGreaterThanOrEqual(25);
  const count = async () => {
    const { rows } = await api.database.pool.query<{ changes: number }>(
      `select ((select count(*) from recipient_profiles) + (select count(*) from webhook_endpoints)
               + (select count(*) from batches) + (select count(*) from operator_acts))::int as changes`,
    );
    return rows[0]!.changes;
  };
  const before = await count();
  for (const [method, path] of routes)
    for (const text of HOSTILE) {
      const url = path.replaceAll(/\{\w+\}/g, text);
      const hasBody = method !== 'GET' && method !== 'DELETE';
      const { statusCode } = await api.app.inject({
        method: method as 'GET',
        url,
        headers: { authorization: `Bearer ${own.token}` },
        ...(hasBody ? { payload: {} } : {}),
      });
      expect([method, url, [400, 404, 422].includes(statusCode) ? 'refused' : statusCode]).toEqual([
        method,
        url,
        'refused',
      ]);
    }
  expect(await count()).toBe(before);
});
