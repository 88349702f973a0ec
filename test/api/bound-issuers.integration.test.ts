import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { judgeInstallation } from '#src/monitor/judge-installation.ts';
import { readInstallation } from '#src/monitor/statements/overview.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';
import { buildInvoiceV2 } from '../support/invoices-v2.ts';
import { runCli } from '../support/run-cli.ts';
import { everyNth } from '../support/long.ts';

/** Each command starts a process. */
vi.setConfig({ testTimeout: 120_000 });

const [OWN, ALSO_OWN, FOREIGN] = ['B12345674', '12345678Z', 'A12345674'] as const;
const REFUSED = `Issuer NIF ${FOREIGN} is not one of those that this organization may issue for`;
/** The number of invoices in a body above SMALL_BODY_BYTES, which threads examine in parts. */
const LARGE = 900;

type Answer = { data: { id: number }; errors?: Record<string, string[]> };
type Remarks = { details: { code: string; message: string }[] }[];
type AnswerV2 = { errors: Remarks; warnings: Remarks };

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

let companies = 0;
/**
 * Returns the NIF of a company that no other test names: B and seven digits with their control
 * digit.
 */
function nextNif(): string {
  companies += 1;
  const digits = String(5_000_000 + companies);
  const sum = digits.split('').reduce((all, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return all + Math.floor(value / 10) + (value % 10);
  }, 0);
  return `B${digits}${(10 - (sum % 10)) % 10}`;
}

describe('an issuer that several organizations name', () => {
  /** Every request that names an issuer: its answer is refused or not, with its messages. */
  const WAYS = {
    'a create of version 1': async ({ token }: TestOrganization, nif: string) => {
      const answer = await api.post(token, batchOf(nif));
      return answer.json<Answer>().errors?.['ext-1'] ?? [];
    },
    'a create of version 2': async ({ token }: TestOrganization, nif: string) => {
      const answer = await api.post(token, batchV2Of(nif), { version: 2 });
      return answer.json<AnswerV2>().errors.flatMap(({ details }) => details.map(({ message }) => message));
    },
    'a dry run of version 1': async (organization: TestOrganization, nif: string) => {
      const answer = await ask(organization, '/api/v1/invoice_batches/validate', batchOf(nif));
      return answer.json<{ findings: { message: string }[] }>().findings.map(({ message }) => message);
    },
    'a dry run of version 2': async (organization: TestOrganization, nif: string) => {
      const answer = await ask(organization, '/api/v2/invoice_batches/validate', batchV2Of(nif));
      return answer.json<AnswerV2>().errors.flatMap(({ details }) => details.map(({ message }) => message));
    },
  };
  const ask = ({ token }: TestOrganization, url: string, payload: object) =>
    api.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload });
  const batchOf = (nif: string) => ({ invoice_batch: { invoices: [buildInvoice({ issuer_nif: nif })] } });
  const batchV2Of = (nif: string) => ({ invoice_batch: { invoices: [buildInvoiceV2({ issuer_nif: nif })] } });
  const refusal = (nif: string) =>
    `Issuer NIF ${nif} is not one of those that this organization may issue for`;

  it.each(Object.entries(WAYS))(
    'is refused by %s to all that are not bound to it once one is, and the message does not tell why',
    async (_way, send) => {
      const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
      const [bound, free] = [nextNif(), nextNif()];
      await issuers(owner, '--only', bound);
      pass(2);
      expect(await send(owner, bound)).toEqual([]);
      expect(await send(other, bound)).toEqual([refusal(bound)]);
      expect(await send(other, free)).toEqual([]);
      expect(await send(owner, free)).toEqual([refusal(free)]);
      await issuers(other, '--only', bound);
      pass(2);
      expect(await send(other, bound)).toEqual([]);
    },
  );

  it('is refused to a preview, too', async () => {
    const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
    const nif = nextNif();
    await issuers(owner, '--only', nif);
    const answer = await ask(other, '/api/v2/invoices/preview', buildInvoiceV2({ issuer_nif: nif }));
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(refusal(nif));
  });

  it('is a warning for each of them and a finding for operators as long as nobody is bound to it', async () => {
    const [first, second] = [await api.createOrganization(), await api.createOrganization()];
    const nif = nextNif();
    const warn = async (organization: TestOrganization) => {
      pass(2);
      const answer = await ask(organization, '/api/v2/invoice_batches/validate', batchV2Of(nif));
      const codes = answer
        .json<AnswerV2>()
        .warnings.flatMap(({ details }) => details.map(({ code }) => code));
      return codes.includes('issuer_shared');
    };
    const find = async () => {
      const findings = judgeInstallation(await readInstallation(api.database.pool), api.clock.now.getTime());
      return findings.filter(({ id }) => id === `shared-issuer-${nif}`);
    };
    const issue = async (organization: TestOrganization, number: string) =>
      processBatch(
        issuingContext(api),
        await postBatch(api, organization, 1, number, () => ({ issuer_nif: nif })),
      );
    await issue(first, 'S1');
    expect([await warn(first), await warn(second), await find()]).toEqual([false, true, []]);
    await issue(second, 'S2');
    expect([await warn(first), await warn(second)]).toEqual([true, true]);
    expect(await find()).toMatchObject([
      {
        group: 'customers',
        urgency: 'look',
        what: `Issuer ${nif} is used by the organizations ${first.id}, ${second.id}, and bound to none of them`,
      },
    ]);
    const out = await issuers(first, '--only', nif);
    expect(out).toContain(`Organization ${second.id} has issued for ${nif} and is refused from now on`);
    expect([await warn(first), await find()]).toEqual([false, []]);
    expect(await issuers(second, '--only', nif)).toContain(
      `Organization ${first.id} is bound to ${nif} as well: both can issue the same number`,
    );
    expect([await warn(first), await warn(second), await find()]).toEqual([false, false, []]);
  });

  it('stays free for its owner, whatever numbers another organization has used for it', async () => {
    const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
    const nif = nextNif();
    for (const organization of [other, owner]) {
      const batchId = await postBatch(api, organization, 1, 'SAME', () => ({ issuer_nif: nif }));
      expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ issued: 1, failed: 0 });
    }
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
