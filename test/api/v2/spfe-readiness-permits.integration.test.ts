import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { openRawConnection } from '../../support/raw-http.ts';

/* The readiness of a month reads up to 100,000 documents in the process of the API. Today is 2026-11-20. */

const PATH = '/spfe/readiness?month=2026-11';

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({}, { limits: { downloadPatienceMs: 500 } });
  organization = await api.createOrganization();
  other = await api.createOrganization();
  for (const one of [organization, other]) await issueBatch(api, one, 2, `F${one.id}`);
});
afterAll(() => api[Symbol.asyncDispose]());

const ask = ({ token }: TestOrganization, path = PATH) => api.get(token, path, {}, 2);

it('an organization examines one month at a time, its other requests go on, and a client that has gone ends its examination', async () => {
  // While the documents are locked, the examination does not end.
  const client = await api.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table document_blocks in access exclusive mode');
    const connection = await openRawConnection(api.app);
    connection.send(
      `GET /api/v2${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organization.token}\r\n\r\n`,
    );
    await eventually(async () => {
      const { rowCount } = await api.database.pool.query(
        `select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'document_blocks' and not l.granted`,
      );
      return rowCount! > 0;
    });
    const refused = await ask(organization);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '10' });
    expect(refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
    expect((await ask(organization, '/spfe/status')).statusCode).toBe(200);
    connection.socket.destroy();
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect((await ask(other)).statusCode).toBe(200);
  await eventually(async () => ((await ask(organization)).statusCode === 200 ? true : undefined));
}, 60_000);
