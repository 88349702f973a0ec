import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAsOperator, listAsOperator } from '#src/organizations/recipients/recipient-profiles.ts';
import * as sql from '#src/organizations/recipients/recipients.sql.ts';
import { queryAsOrganization } from '#src/platform/postgres/scoped-query.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';

const NIF = 'A12345674';
const VERSIONS = 1000;

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  await api.database.pool.query(
    `insert into recipient_profiles (organization_id, recipient_document, profile)
     select $1, 'DE' || 100000000 + n, '{"buyerReference": "x"}' from generate_series(1, 3) n`,
    [organization.id],
  );
  await api.database.pool.query(
    `insert into recipient_profiles (organization_id, recipient_document, profile)
     select $1, '${NIF}', jsonb_build_object('buyerReference', n::text) from generate_series(1, ${VERSIONS}) n`,
    [organization.id],
  );
});
afterAll(() => api[Symbol.asyncDispose]());

type Plan = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };
const sumRows = (plan: Plan): number =>
  plan['Actual Rows'] +
  (plan['Rows Removed by Filter'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + sumRows(each), 0);

describe('a profile that was changed a thousand times', () => {
  it.each([
    ['listed', sql.listRecipientProfiles(1, Number.MAX_SAFE_INTEGER, 26)],
    ['read', sql.getRecipientProfile(1, NIF)],
    ['found when an invoice is issued', sql.findRecipientProfiles(1, [NIF])],
  ])('is %s without its superseded versions being read', async (_what, { text, values }) => {
    await api.database.pool.query('analyze recipient_profiles');
    const explained = {
      text: `explain (analyze, format json) ${text}`,
      values: [organization.id, ...values.slice(1)],
    };
    const { rows } = await queryAsOrganization<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      api.ingress.pool,
      organization.id,
      explained,
    );
    expect(sumRows(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(50);
  });

  it('has one present version, and the others know when they were superseded', async () => {
    await changeAsOperator(api.database.pool, organization.id, NIF, { buyerReference: 'LAST' }, BY_TEST);
    expect(await listAsOperator(api.database.pool, organization.id, NIF)).toMatchObject([
      { profile: { buyerReference: 'LAST' } },
    ]);
    expect(await listAsOperator(api.database.pool, organization.id, null)).toHaveLength(4);
    const { rows } = await api.database.pool.query(
      `select count(*)::int as all, count(superseded_at)::int as superseded from recipient_profiles where recipient_document = $1`,
      [NIF],
    );
    expect(rows).toEqual([{ all: VERSIONS + 1, superseded: VERSIONS }]);
  });
});

it('changes of a profile at the same time are all stored and recorded, and one of them is present', async () => {
  const other = await api.createOrganization('Otra SL');
  const references = Array.from({ length: 20 }, (_, index) => `PO ${index}`);
  await Promise.all(
    references.map((buyerReference) =>
      changeAsOperator(api.database.pool, other.id, NIF, { buyerReference }, BY_TEST),
    ),
  );
  const [present, ...others] = await listAsOperator(api.database.pool, other.id, null);
  expect(others).toEqual([]);
  expect(references).toContain(present!.profile.buyerReference);
  const { rows } = await api.database.pool.query(
    `select (select count(*)::int from recipient_profiles where organization_id = $1) as versions,
            (select count(*)::int from operator_acts where organization_id = $1 and act = 'recipient.change') as acts`,
    [other.id],
  );
  expect(rows).toEqual([{ versions: 20, acts: 20 }]);
});
