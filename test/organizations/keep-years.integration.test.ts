import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { runCli } from '../support/run-cli.ts';

/* The years for which an organization's invoices must be kept, which an operator sets. */

let api: TestApi;
beforeAll(async () => void (api = await openTestApi()));
afterAll(() => api[Symbol.asyncDispose]());

const org = (...args: string[]) => runCli('org', args, { DATABASE_URL: api.database.urlOf('operator') });
const keep = (id: number, years: string) => org('keep', String(id), years, '--operator', 'maria');

const readYears = async (id: number) =>
  (await api.database.pool.query('select keep_years from organizations where id = $1', [id])).rows;

async function listActs(id: number) {
  const { rows } = await api.database.pool.query(
    `select operator, subject_id::float8 as subject, details from operator_acts where act = 'organization.keep' and organization_id = $1 order by id`,
    [id],
  );
  return rows;
}

it('org keep sets the years and records the act, and the list shows years other than six', async () => {
  const { id } = await api.createOrganization('Con Pérdidas SL');
  const other = await api.createOrganization('Sin Pérdidas SL');
  expect(await keep(id, '10')).toEqual({
    code: 0,
    out: `The invoices of organization ${id} must be retained for 10 years after the end of the year of issue\n`,
    err: '',
  });
  expect(await readYears(id)).toEqual([{ keep_years: 10 }]);
  expect(await readYears(other.id)).toEqual([{ keep_years: 6 }]);
  const listed = await org('list');
  expect(listed.out).toContain('Con Pérdidas SL  (0 batches, retained 10 years)');
  expect(listed.out).toContain('Sin Pérdidas SL  (0 batches)');

  expect(await keep(id, '30')).toMatchObject({ code: 0, err: '' });
  expect(await keep(id, '6')).toMatchObject({ code: 0, err: '' });
  expect((await org('list')).out).toContain('Con Pérdidas SL  (0 batches)');
  expect(await listActs(id)).toEqual(
    [10, 30, 6].map((years) => ({ operator: 'maria', subject: id, details: { years } })),
  );
});

it('org keep reports unchanged years and records no act', async () => {
  const { id } = await api.createOrganization();
  expect(await keep(id, '6')).toEqual({
    code: 1,
    out: '',
    err: `The retention period of the invoices of organization ${id} is already 6 years\n`,
  });
  expect(await listActs(id)).toEqual([]);
});

it('org keep refuses anything but a number of years from 6 to 30', async () => {
  const { id } = await api.createOrganization();
  const runs = await Promise.all(['5', '31', 'ten', '7.5', '010', '1e1', ''].map((years) => keep(id, years)));
  for (const run of runs)
    expect(run).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('It must be a number of years from 6 to 30.'),
    });
  expect(await readYears(id)).toEqual([{ keep_years: 6 }]);
  expect(await listActs(id)).toEqual([]);
});

it('org keep refuses an unknown organization', async () => {
  expect(await keep(999, '10')).toEqual({ code: 1, out: '', err: 'There is no organization 999\n' });
});

it('org keep cites the laws in its help', async () => {
  const { out } = await org('keep', '--help');
  const text = out.replace(/\s+/g, ' ');
  expect(text).toContain('Código de Comercio, art. 30');
  expect(text).toContain('LGT, art. 66 bis');
});
