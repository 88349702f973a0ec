import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { openRawConnection } from '../../support/raw-http.ts';

const PATIENCE_MS = 500;

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
let path: string;
beforeAll(async () => {
  api = await openTestApi({}, { limits: { downloadPatienceMs: PATIENCE_MS } });
  path = `/books/issued?issuer_nif=B12345674&to=${api.clock.now.getUTCFullYear()}-12-31&format=csv`;
  organization = await api.createOrganization();
  other = await api.createOrganization();
  for (const one of [organization, other]) await issueBatch(api, one, 5, `F${one.id}`);
});
afterAll(() => api[Symbol.asyncDispose]());

const ask = ({ token }: TestOrganization) => api.get(token, path, {}, 2);

it('an organization writes one book at a time, and a client that has gone makes room for the next', async () => {
  // While the documents are locked, the answer does not begin.
  const client = await api.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table document_blocks in access exclusive mode');
    const connection = await openRawConnection(api.app);
    connection.send(
      `GET /api/v2${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organization.token}\r\n\r\n`,
    );
    await eventually(async () => {
      const { rowCount } = await api.database.pool.query(
        `select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'document_blocks' and not l.granted`,
      );
      return rowCount! > 0;
    });
    const refused = await eventually(async () => {
      const answer = await ask(organization);
      return answer.statusCode === 429 ? answer : undefined;
    });
    expect(refused.headers).toMatchObject({ 'retry-after': '10' });
    expect(refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
    connection.socket.destroy();
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect((await ask(other)).statusCode).toBe(200);
  await eventually(async () => ((await ask(organization)).statusCode === 200 ? true : undefined));
}, 60_000);

it('clients that have gone before their request is examined keep no permit', async () => {
  const gone = await api.createOrganization();
  await issueBatch(api, gone, 1, `F${gone.id}`);
  for (let count = 0; count < 8; count += 1) {
    const connection = await openRawConnection(api.app);
    connection.send(`GET /api/v2${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gone.token}\r\n\r\n`);
    connection.socket.destroySoon();
    await once(connection.socket, 'close');
  }
  await expect.poll(async () => (await ask(gone)).statusCode, { timeout: 20_000 }).toBe(200);
}, 60_000);
