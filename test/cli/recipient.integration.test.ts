import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const NIF = 'A12345674';

describe('npm run engine -- recipient', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const run = (name: string, ...args: readonly string[]): Promise<CliRun> =>
    runCli('recipient', [name, String(organization.id), ...args], {
      DATABASE_URL: api.database.urlOf('operator'),
    });
  const tell = async (...args: Parameters<typeof run>) => {
    const { code, out, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  };

  it('sets, keeps, removes and lists the fields of a profile, and records each change', async () => {
    expect(await tell('list')).toBe('No recipient has a profile\n');
    expect(await tell('list', NIF)).toBe(`Recipient ${NIF} has no profile\n`);
    const dir3 = 'L01280796, L01280797, L01280798';
    const fields = ['--dir3', dir3, '--electronic-address', '9920:ESA12345674', '--unit', 'HUR'];
    await tell('set', 'a-12345674', ...fields, '--buyer-reference', 'PO 7', '--operator', 'Ana');
    await tell('set', NIF, '--unit', '', '--buyer-reference', 'PO 8', '--reason', 'the order is closed');
    expect((await tell('list', NIF)).replace(/since [^)]+/, 'since …')).toBe(
      `${NIF}  (since …)\n  electronic address: 9920:ESA12345674\n  DIR3: ${dir3}\n  buyer reference: PO 8\n`,
    );
    expect(await tell('remove', NIF)).toBe(`Recipient ${NIF} has no profile any more\n`);
    expect(await tell('list')).toBe('No recipient has a profile\n');
    const history = (await tell('history', NIF)).replaceAll(/\d{4}-\S+Z/g, 'T').split('\n');
    expect(history.filter((line) => !line.startsWith('  '))).toEqual([
      expect.stringMatching(/^since T {2}by \S/),
      expect.stringMatching(/^since T until T {2}by .*: the order is closed$/),
      'since T until T  by Ana',
      '',
    ]);
    expect(history.slice(1, 6)).toEqual([
      '  no profile',
      expect.stringContaining('the order is closed'),
      '  electronic address: 9920:ESA12345674',
      `  DIR3: ${dir3}`,
      '  buyer reference: PO 8',
    ]);
    expect(await tell('history', 'DE123456789')).toBe('Recipient DE123456789 never had a profile\n');
    const { rows } = await api.database.pool.query(
      `select act, reason, details from operator_acts where act like 'recipient.%' order by id`,
    );
    const details = { recipient: NIF };
    expect(rows).toEqual([
      { act: 'recipient.change', reason: null, details },
      { act: 'recipient.change', reason: 'the order is closed', details },
      { act: 'recipient.remove', reason: null, details },
    ]);
  });

  it('sets, keeps and removes the parts of the name of a natural person', async () => {
    await tell('set', '12345678Z', '--person-name', 'Ana, de la Fuente', '--unit', 'HUR');
    expect(await tell('set', '12345678Z', '--unit', '')).toContain('  person name: Ana, de la Fuente\n');
    expect(await tell('set', '12345678Z', '--person-name', '')).not.toContain('person name');
  });

  it('sets, keeps and removes the channel of electronic invoices and the consent to have no PDF', async () => {
    const set = await tell('set', NIF, '--spfe-channel', 'copy', '--without-pdf-since', '2027-10-06');
    expect(set).toContain('  SPFE channel: copy\n  accepts invoices without a PDF since: 2027-10-06\n');
    const kept = await tell('set', NIF, '--spfe-channel', '');
    expect(kept).not.toContain('SPFE channel');
    expect(kept).toContain('since: 2027-10-06');
  });

  it.each([
    ['an unknown channel', ['set', NIF, '--spfe-channel', 'fax'], 'interconnect, copy, elsewhere'],
    ['a day that does not exist', ['set', NIF, '--without-pdf-since', '2027-02-30'], 'without pdf since'],
    ['an address without a scheme', ['set', NIF, '--electronic-address', 'x'], 'separated by a colon'],
    ['a wrong DIR3 code', ['set', NIF, '--dir3', 'x,y,z'], 'accounting office must be a DIR3 code'],
    ['nothing to set', ['set', NIF], 'Give at least one of the options'],
    ['a profile that does not exist', ['remove', 'DE123456789'], 'Recipient DE123456789 has no profile'],
  ] as const)('refuses %s', async (_what, [name, ...args], message) => {
    const { code, err } = await run(name, ...args);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});
