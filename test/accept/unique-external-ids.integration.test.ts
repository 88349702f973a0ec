import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '#src/organizations/settings.ts';
import type { CreateBatchAnswer, ValidationAnswer } from '../../src/contracts/v2/batch-answers.ts';
import type { ErrorBody } from '../../src/contracts/v2/error-answer.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueInTurn } from '../support/engine.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { buildBatchV2, buildInvoiceV2 } from '../support/invoices-v2.ts';

let api: TestApi;
/** Another process of the same installation. */
let second: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  second = await openTestApi({}, { beside: api });
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const setUnique = (id: number, value: boolean) =>
  changeSetting(api.database.orm, id, { name: 'uniqueExternalIds', value }, BY_TEST);

/** Creates an organization that uses each external id once. */
async function createUnique(): Promise<TestOrganization> {
  const organization = await api.createOrganization();
  await setUnique(organization.id, true);
  forget();
  return organization;
}

/** Lets the sessions that processes remember expire. */
const forget = () => void (api.clock.now = new Date(api.clock.now.getTime() + 3000));

let series = 0;
const invoicesOf = (...ids: (string | null)[]): InvoiceInput[] => {
  series += 1;
  return ids.map((external_invoice_id, index) => ({
    external_invoice_id,
    number_serie: `U${series}-${index}`,
  }));
};
const bodyOf = (...ids: (string | null)[]) => buildBatchV2(`U${series + 1}`, ...invoicesOf(...ids));

async function create({ token }: TestOrganization, body: object, by = api, key: string = randomUUID()) {
  const answer = await by.post(token, body, { key, version: 2 });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { ...answer.json<CreateBatchAnswer>(), answer };
}
const refusedOf = ({ errors }: CreateBatchAnswer) => errors.map(({ index }) => index);

describe('external ids of an organization that uses each once', () => {
  it('are refused if an invoice has them, with its id, in both versions, and in a dry run', async () => {
    const organization = await createUnique();
    const first = await create(organization, bodyOf('a', 'b'));
    const { id } = first.data;
    const again = bodyOf('c', 'b');
    const dry = await api.inject({
      method: 'POST',
      url: '/api/v2/invoice_batches/validate',
      headers: { authorization: `Bearer ${organization.token}` },
      payload: again,
    });
    const refused = [
      {
        index: 1,
        external_invoice_id: 'b',
        details: [
          {
            path: '/external_invoice_id',
            code: 'duplicate',
            message: `External invoice id is already used by batch invoice ${id * 1000 + 1}, and this organization asks that each is used once: look that invoice up, or send this one with an id of its own`,
            aeat_code: null,
            help: '/api/v2/codes#duplicate',
            rule: 'unique_external_ids',
          },
        ],
      },
    ];
    expect(dry.json<ValidationAnswer>().errors).toEqual(refused);
    expect((await create(organization, again)).errors).toEqual(refused);
    const old = await api.post(
      organization.token,
      buildBatchBody(1, 'OLD', () => ({ external_invoice_id: 'a' })),
    );
    expect(JSON.stringify(old.json<{ errors: object }>().errors)).toContain(`batch invoice ${id * 1000}`);
    const single = await api.inject({
      method: 'POST',
      url: '/api/v2/invoices',
      headers: { authorization: `Bearer ${organization.token}`, 'idempotency-key': randomUUID() },
      payload: buildInvoiceV2({ external_invoice_id: 'a', number_serie: 'SINGLE-1' }),
    });
    expect([single.statusCode, single.json<ErrorBody>().error.details[0]]).toEqual([
      422,
      expect.objectContaining({
        path: '/external_invoice_id',
        code: 'duplicate',
        rule: 'unique_external_ids',
      }),
    ]);
  });

  it('are refused from the second invoice of one batch on, of those that are valid', async () => {
    const organization = await createUnique();
    const [wrong, ...others] = invoicesOf('a', 'a', 'b', 'a', null, null, '', '', ' ', ' ');
    const created = await create(
      organization,
      buildBatchV2('TWICE', { ...wrong, issuer_nif: 'X' }, ...others),
    );
    expect(refusedOf(created)).toEqual([0, 3]);
    expect(created.errors[1]!.details[0]!.message).toContain('invoices[1] of this batch');
  });

  it('are free again after their invoice has failed, whether at once or when it was issued', async () => {
    const organization = await createUnique();
    const [wrong] = invoicesOf('a');
    await create(organization, buildBatchV2('FAILS', { ...wrong, issuer_nif: 'X' }));
    const [taken] = invoicesOf('number');
    await issueInTurn(api, (await create(organization, buildBatchV2('N', taken!))).data.id);
    const used = { ...taken!, external_invoice_id: 'a' };
    const late = await create(organization, buildBatchV2('N2', used));
    expect(refusedOf(late)).toEqual([]);
    expect(refusedOf(await create(organization, bodyOf('a')))).toEqual([0]);
    await issueInTurn(api, late.data.id);
    expect(refusedOf(await create(organization, bodyOf('a')))).toEqual([]);
    expect(refusedOf(await create(organization, bodyOf('a')))).toEqual([0]);
  });

  it('do not keep a request from being repeated', async () => {
    const organization = await createUnique();
    const body = bodyOf('a', 'b');
    const key = randomUUID();
    const first = await create(organization, body, api, key);
    const repeated = await create(organization, body, second, key);
    expect(repeated.answer.headers['idempotency-replayed']).toBe('true');
    expect(repeated.answer.body).toBe(first.answer.body);
  });

  it(
    'are used once by batches that are accepted at the same time by two processes',
    { timeout: 60_000 },
    async () => {
      const organization = await createUnique();
      for (let round = 0; round < 5; round += 1) {
        const ids = Array.from({ length: 20 }, (_none, index) => `${round}-${index}`);
        const bodies = Array.from({ length: 8 }, (_none, place) =>
          bodyOf(...(place % 2 === 0 ? ids : ids.toReversed())),
        );
        const created = await Promise.all(
          bodies.map((body, place) => create(organization, body, place % 2 === 0 ? api : second)),
        );
        const accepted = created.map(({ errors }) => ids.length - errors.length);
        expect(accepted.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 0, 20]);
      }
      const { rows } = await api.database.pool.query(
        `select external_invoice_id from batch_invoices where organization_id = $1 and processing_error is null
       group by 1 having count(*) > 1`,
        [organization.id],
      );
      expect(rows).toEqual([]);
    },
  );

  it('are used once from the change of the setting on, also by a process that remembers the one before', async () => {
    const organization = await api.createOrganization();
    await create(organization, bodyOf('old', 'old'));
    await setUnique(organization.id, true);
    await create(organization, bodyOf('new'));
    // The remembered session does not know the setting; the database does.
    expect(refusedOf(await create(organization, bodyOf('new')))).toEqual([0]);
    forget();
    expect(refusedOf(await create(organization, bodyOf('old', 'new', 'free')))).toEqual([0, 1]);
    await setUnique(organization.id, false);
    forget();
    expect(refusedOf(await create(organization, bodyOf('old', 'new', 'new')))).toEqual([]);
  });
});

describe('the setting', () => {
  it('concerns one organization, is in GET /me, and every change of it is an act', async () => {
    const one = await createUnique();
    const other = await api.createOrganization();
    for (const organization of [one, other]) await create(organization, bodyOf('same'));
    expect(refusedOf(await create(one, bodyOf('same')))).toEqual([0]);
    expect(refusedOf(await create(other, bodyOf('same', 'same')))).toEqual([]);
    for (const [organization, isUnique] of [
      [one, true],
      [other, false],
    ] as const) {
      const me = await api.get(organization.token, '/me', {}, 2);
      expect(me.json()).toMatchObject({ data: { organization: { unique_external_ids: isUnique } } });
    }
    expect(await setUnique(one.id, true)).toBe(false);
    const { rows } = await api.database.pool.query(
      `select details from operator_acts where act = 'organization.unique_ids' and subject_id = $1`,
      [one.id],
    );
    expect(rows).toEqual([{ details: { unique: true } }]);
  });

  it('stores nothing with the invoices of other organizations', async () => {
    const organization = await api.createOrganization();
    await create(organization, bodyOf('a', 'b'));
    const { rows } = await api.database.pool.query(
      'select distinct has_unique_id from batch_invoices where organization_id = $1',
      [organization.id],
    );
    expect(rows).toEqual([{ has_unique_id: null }]);
  });
});
