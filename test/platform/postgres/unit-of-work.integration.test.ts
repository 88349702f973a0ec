import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase, withStatements } from '../../../src/platform/postgres/open-database.ts';
import { queryAsOrganization } from '../../../src/platform/postgres/scoped-query.ts';
import { recordAct } from '../../../src/platform/audit/operator-acts.ts';
import { BatchRow } from '../../../src/platform/postgres/rows/batch-rows.ts';
import { OperatorActRow, OperatorRow } from '../../../src/platform/postgres/rows/operator-rows.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { postBatch } from '../../support/engine.ts';

/* MikroORM and prepared statements share the connections of one pool. */

let api: TestApi;
/**
 * A database with one connection, so that a connection that is not released blocks the next work.
 */
let narrow: Database;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  api = resources.use(await openTestApi());
  const url = api.database.urlOf('operator');
  narrow = resources.use(
    openDatabase({ url, applicationName: 'test', role: 'operator', maxConnections: 1, connectMs: 2000 }),
  );
});
afterAll(() => resources.disposeAsync());

/** Ids that no other act of the tests uses. */
const [FIRST, SECOND] = [1_000_001, 1_000_002];
const BY_TEST = { operator: 'test', reason: null };
const countActs = (subjectId: number) => narrow.orm.em.fork().count(OperatorActRow, { subjectId });

it('a prepared statement of a unit of work sees the changes of the EntityManager, and both are committed together', async () => {
  const seen = await withStatements(narrow.orm, async (em, client) => {
    await recordAct(em, BY_TEST, { act: 'queue.pause', subjectId: FIRST });
    const { rows } = await client.query<{ operator: string }>({
      name: 'read-acts-of-test',
      text: 'select operator from operator_acts where subject_id = $1',
      values: [FIRST],
    });
    return rows;
  });
  expect(seen).toEqual([{ operator: 'test' }]);
  expect(await countActs(FIRST)).toBe(1);
});

it('an error after the EntityManager and a prepared statement have written rolls both back', async () => {
  const broken = withStatements(narrow.orm, async (em, client) => {
    await recordAct(em, BY_TEST, { act: 'queue.pause', subjectId: SECOND });
    await client.query(
      `insert into operator_acts (act, operator, subject_id) values ('queue.pause', 'x', 2)`,
    );
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(await countActs(SECOND)).toBe(0);
});

it('the scope of row-level security that a statement sets applies to the EntityManager until the transaction ends', async () => {
  const [one, other] = [await api.createOrganization(), await api.createOrganization()];
  await postBatch(api, one, 1, 'ONE');
  await postBatch(api, other, 1, 'OTHER');
  const { orm } = api.ingress;
  const owners = await withStatements(orm, async (em, client) => {
    await queryAsOrganization(client, one.id, { text: 'select' });
    return (await em.findAll(BatchRow)).map(({ organizationId }) => organizationId);
  });
  expect(owners).toEqual([one.id]);
  expect(await orm.em.fork().findAll(BatchRow)).toEqual([]);
});

it('a connection that is lost in a transaction, before its begin or at its rollback is released', async () => {
  const lose = async (client: { query: (sql: string) => Promise<unknown> }) =>
    client.query('select pg_terminate_backend(pg_backend_pid())');
  for (let time = 0; time < 3; time += 1)
    await expect(withStatements(narrow.orm, (_em, client) => lose(client))).rejects.toThrow(/terminat/);
  // The connection is lost between two units of work, so that the next one cannot begin.
  const { rows } = await narrow.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await api.database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
  const begun = withStatements(narrow.orm, async (em) => em.count(OperatorActRow));
  await begun.catch(() => {});
  expect(await withStatements(narrow.orm, async (em) => em.count(OperatorActRow, { subjectId: FIRST }))).toBe(
    1,
  );
});

it('an error of the EntityManager contains the constraint but no value of the row', async () => {
  const secret = Buffer.from('0123456789abcdef');
  const broken = {
    login: 'Not A Login',
    role: 'act',
    salt: secret,
    cost: 1,
    blockSize: 1,
    parallelism: 1,
  } as const;
  const inserted = narrow.orm.em
    .fork()
    .insert(OperatorRow, { ...broken, verifier: secret, sealedTotp: secret });
  const error: unknown = await inserted.catch((failed: unknown) => failed);
  expect(error).toMatchObject({ code: '23514' });
  expect(`${(error as Error).message} ${JSON.stringify(error)}`).not.toMatch(/Failing row|30313233/);
});

it('the global EntityManager refuses work, so that a missing fork causes an error', async () => {
  await expect(narrow.orm.em.findAll(OperatorActRow)).rejects.toThrow('global EntityManager');
});
