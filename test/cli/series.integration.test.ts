import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueInTurn } from '../support/engine.ts';
import { buildInvoiceV2 } from '../support/invoices-v2.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const NIF = 'B12345674';

describe('npm run engine -- org series', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const run = (name: string, ...args: readonly string[]): Promise<CliRun> =>
    runCli('org', ['series', name, String(organization.id), ...args], {
      DATABASE_URL: api.database.urlOf('operator'),
    });
  const tell = async (...args: Parameters<typeof run>) => {
    const { code, out, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out.replaceAll(/\d{4}-\d\d-\d\dT\S+Z/g, 'T');
  };
  const year = new Date().getFullYear();

  it('creates, lists, closes and opens a series, shows its numbers and finds gaps', async () => {
    expect(await tell('list')).toBe('There is no series\n');
    expect(await tell('set', NIF, 'F', '--operator', 'Ana')).toMatch(
      new RegExp(
        `^${NIF} {2}F {2}\\(id \\d+\\) {2}\\{code\\}-\\{year\\}-\\{counter:6\\} for F1, F2, F3, from 1 in ${year}\n$`,
      ),
    );
    const body = { invoice_batch: { invoices: [buildInvoiceV2({ number_serie: null, series: 'F' })] } };
    const created = await api.post(organization.token, body, { version: 2 });
    const { id } = created.json<{ data: { id: number } }>().data;
    await issueInTurn(api, id);
    expect(await tell('list', '--issuer', NIF)).toContain(`    ${year}: last F-${year}-000001\n`);
    expect(await tell('numbers', NIF, 'F')).toMatch(
      new RegExp(`^F-${year}-000001  invoice ${id * 1000} of `),
    );
    expect(await tell('set', NIF, 'F', '--close', '--reason', 'end of the shop')).toContain('closed since T');
    expect(await tell('set', NIF, 'F', '--open')).not.toContain('closed');
    expect(await run('set', NIF, 'F', '--pattern', 'G{counter}')).toMatchObject({
      code: 1,
      err: expect.stringContaining('the series has given numbers'),
    });
    const history = await tell('history', NIF, 'F');
    expect(history.split('\n').map((line) => line.replace(/by .*?:/, 'by …:'))).toEqual([
      `T  by …: {code}-{year}-{counter:6} for F1, F2, F3, from 1 in ${year}`,
      `T  by …: {code}-{year}-{counter:6} for F1, F2, F3, from 1 in ${year}, closed`,
      `T  by …: {code}-{year}-{counter:6} for F1, F2, F3, from 1 in ${year}`,
      '',
    ]);
    const verify = () =>
      runCli('verify-chain', ['--organization', String(organization.id)], {
        DATABASE_URL: api.database.urlOf('operator'),
      });
    expect((await verify()).out).toContain(
      `series F of ${year}  organization ${organization.id}  issuer ${NIF}  no gap in 1 numbers`,
    );
    const client = await api.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query('update series_counters set last = 3');
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await verify()).toMatchObject({
      code: 1,
      out: expect.stringContaining(`BROKEN: the number F-${year}-000002 is missing`),
      err: expect.stringContaining('1 counters of series have gaps'),
    });
  });

  it('refuses wrong options and unknown series', async () => {
    expect(await run('set', NIF, 'a b')).toMatchObject({
      code: 1,
      err: expect.stringContaining('letters, digits'),
    });
    expect(await run('set', NIF, 'X', '--close', '--open')).toMatchObject({ code: 1 });
    expect(await run('history', NIF, 'X')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no series X'),
    });
  });
});
