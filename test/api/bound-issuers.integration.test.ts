import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';
import { runCli } from '../support/run-cli.ts';
import { everyNth } from '../support/long.ts';

/** Each command starts a process. */
vi.setConfig({ testTimeout: 120_000 });

const [OWN, ALSO_OWN, FOREIGN] = ['B12345674', '12345678Z', 'A12345674'] as const;
const REFUSED = `Issuer NIF ${FOREIGN} is not one of those that this organization may issue for`;
/** The number of invoices in a body above SMALL_BODY_BYTES, which threads examine in parts. */
const LARGE = 900;

type Answer = { data: { id: number }; errors?: Record<string, string[]> };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const org = async (...args: string[]) => {
  const run = await runCli('org', args, { DATABASE_URL: api.database.url });
  expect(run).toMatchObject({ code: 0, err: '' });
  return run.out;
};
const issuers = ({ id }: TestOrganization, ...args: string[]) => org('issuers', String(id), ...args);
const create = async ({ token }: TestOrganization, body: unknown) => {
  const answer = await api.post(token, body);
  expect(answer.statusCode).toBe(201);
  return answer.json<Answer>();
};
const createOne = (organization: TestOrganization, changes: InvoiceInput) =>
  create(organization, { invoice_batch: { invoices: [buildInvoice(changes)] } });
/** Advances the clock. After two seconds a session is looked up again. */
const pass = (seconds: number) => (api.clock.now = new Date(api.clock.now.getTime() + seconds * 1000));

async function createBound(): Promise<TestOrganization> {
  const organization = await api.createOrganization();
  await issuers(organization, '--only', OWN, 'b-1234.5674', ' 12345678z ');
  return organization;
}

describe('an organization that is restricted to its issuers', () => {
  it.each([
    ['in the usual way', FOREIGN],
    ['in lower case', 'a12345674'],
    ['with spaces, dots and hyphens', ' A-123.456 74\u00a0'],
  ])('may not issue for another issuer whose NIF is written %s', async (_how, nif) => {
    const organization = await createBound();
    const { data, errors } = await createOne(organization, { issuer_nif: nif });
    expect(errors).toEqual({ 'ext-1': [REFUSED] });
    const { body } = await api.get(organization.token, `/invoice_batches/${data.id}/batch_invoices`);
    expect(JSON.parse(body)).toMatchObject({
      data: [{ processing_status: 'failed', processing_error: REFUSED }],
    });
  });

  it.each(everyNth(3, [OWN, 'b12345674', 'B 1234567-4', ALSO_OWN]))(
    'may issue for its own issuer %s',
    async (nif) => {
      const organization = await createBound();
      expect(await createOne(organization, { issuer_nif: nif })).not.toHaveProperty('errors');
    },
  );

  it.each(everyNth(4, [null, '', 'Ａ12345674', 'ESB12345674', 'A12345675']))(
    'receives an error for an invalid NIF (%j), which matches no issuer',
    async (nif) => {
      const { errors } = await createOne(await createBound(), { issuer_nif: nif });
      expect(errors!['ext-1']![0]).toMatch(/^Issuer NIF (can't be blank|is not valid)$/);
    },
  );

  it('receives the same errors for a large body, which threads examine in parts', async () => {
    const organization = await createBound();
    const body = buildBatchBody(LARGE, 'L', (index) => ({
      issuer_nif: index % 3 === 0 ? FOREIGN : OWN,
      footer_note: 'x'.repeat(400),
    }));
    const { errors } = await create(organization, body);
    const expected = Array.from({ length: LARGE / 3 }, (_none, index) => [`L-ext-${index * 3}`, [REFUSED]]);
    expect(errors).toEqual(Object.fromEntries(expected));
  });

  it('is restricted and released within two seconds for open sessions, while earlier batches are still issued', async () => {
    const organization = await api.createOrganization();
    const batchId = await postBatch(api, organization, 1, 'BEFORE', () => ({ issuer_nif: FOREIGN }));
    expect(await issuers(organization)).toContain('may issue for any issuer');
    await issuers(organization, '--only', OWN);
    pass(2);
    expect(await createOne(organization, { issuer_nif: FOREIGN })).toHaveProperty('errors');
    expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ issued: 1, failed: 0 });
    expect(await issuers(organization, '--any')).toContain('may issue for any issuer');
    pass(2);
    expect(await createOne(organization, { issuer_nif: FOREIGN })).not.toHaveProperty('errors');
  });

  it('may be restricted to no issuer at all', async () => {
    const organization = await api.createOrganization();
    expect(await issuers(organization, '--none')).toContain('may issue for no issuer');
    const { errors } = await createOne(organization, {});
    expect(errors).toEqual({
      'ext-1': ['Issuer NIF B12345674 is not one of those that this organization may issue for'],
    });
  });

  it('is listed with its issuers, and the audit log records who restricted it', async () => {
    const organization = await api.createOrganization('Atada SL');
    await issuers(organization, '--only', FOREIGN, OWN, '--operator', 'Ana', '--reason', 'Its own only');
    await issuers(organization, '--any');
    await issuers(organization, '--only', OWN);
    expect(await org('list')).toContain(
      `${organization.id}  Atada SL  (0 batches, for B12345674 only)\n    key`,
    );
    const { out } = await runCli(
      'audit',
      ['--act', 'organization.bind', '--organization', `${organization.id}`],
      {
        DATABASE_URL: api.database.url,
      },
    );
    const lines = out.split('\n').map((line) => line.replace(/^\S+ /, ''));
    const [subject, by] = [`organization.bind ${organization.id}  organization ${organization.id}`, 'by'];
    expect(lines[0]).toBe(` ${subject}  by Ana: Its own only  (issuerNifs ["A12345674","B12345674"])`);
    expect(lines[1]).toContain(`${subject}  ${by}`);
    expect(lines[1]).toContain('(issuerNifs any)');
  });
});

const WRONG = [
  [['issuers', '1', '--only', 'B12345675'], 'It is not a valid NIF'],
  [['issuers', '1', '--only'], 'argument missing'],
  [['issuers', '1', '--only', OWN, '--any'], 'cannot be used with'],
  [['issuers', '1', '--none', '--any'], 'cannot be used with'],
  [['issuers', '999', '--any'], 'There is no organization 999'],
] as const;
it.each(everyNth(4, WRONG))('npm run engine -- org %j fails with a clear message', async (args, message) => {
  const { code, err } = await runCli('org', args, { DATABASE_URL: api.database.url });
  expect(code).toBe(1);
  expect(err).toContain(message);
});
